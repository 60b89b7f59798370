package dev.tenure.record.store;

import java.time.Instant;
import java.util.Objects;

/**
 * The heartbeat of a process that builds an index.
 *
 * @param builder the id of the builder
 * @param name a name of the builder for people, such as its host
 * @param at the time of the heartbeat by the builder's clock
 */
public record BuilderHeartbeat(String builder, String name, Instant at) {
  private static final int LENGTH_MAX = 200;

  public BuilderHeartbeat {
    Objects.requireNonNull(at, "at");
    requireShort("builder", builder);
    requireShort("name", name);
  }

  /** Whether a name is short enough for a builder. */
  static boolean isShort(String value) {
    return value.length() <= LENGTH_MAX;
  }

  private static void requireShort(String what, String value) {
    if (!isShort(value)) {
      throw new IllegalArgumentException(
          what + " of a builder has " + value.length() + " characters, the limit is " + LENGTH_MAX);
    }
  }
}
