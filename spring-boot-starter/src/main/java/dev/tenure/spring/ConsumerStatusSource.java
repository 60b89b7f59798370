package dev.tenure.spring;

import dev.tenure.consumer.ConsumerStatus;
import java.util.Optional;

/** A consumer of this process, for meters, health and the admin server. Thread-safe. */
@FunctionalInterface
public interface ConsumerStatusSource {

  /** Empty while no consumer was started. */
  Optional<ConsumerStatus> status();

  /** Whether nobody wants the consumer to run now: it was paused, or not started by itself. */
  default boolean isPaused() {
    return false;
  }
}
