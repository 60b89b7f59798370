package dev.tenure.spring;

import dev.tenure.consumer.ConsumerStatus;
import java.util.Optional;

/** A consumer of this process, for meters, health and the admin server. Thread-safe. */
@FunctionalInterface
public interface ConsumerStatusSource {

  /** The status; empty before a consumer was started. */
  Optional<ConsumerStatus> status();

  /**
   * Whether the consumer is not meant to run now, because it was paused or is not started
   * automatically.
   */
  default boolean isPaused() {
    return false;
  }
}
