package dev.tenure.record.store.header;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;

/**
 * A lock of a store, set by an operator or an application.
 *
 * @param kind the operations that the lock refuses
 * @param reason the reason as text for people; at most {@link #REASON_BYTES_MAX} bytes of UTF-8
 * @param since the time of the lock
 */
public record StoreLock(Kind kind, String reason, Instant since) {
  /** The maximum length of a reason in UTF-8 bytes. */
  public static final int REASON_BYTES_MAX = 1_000;

  /** The operations that a lock refuses. */
  public enum Kind {
    /**
     * Refuses each change of records and indexes: saves, deletes, index builds, repairs, and
     * opening with newer metadata that the store would have to catch up with. The header can still
     * be changed: user fields, user version, incarnation and the lock.
     */
    WRITES,
    /**
     * Refuses what WRITES refuses, and also opening the store, unless {@code
     * StoreOptions.withLockOverride} gives the lock's reason.
     */
    ALL
  }

  public StoreLock {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(since, "since");
    int bytes = reason.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > REASON_BYTES_MAX) {
      throw new IllegalArgumentException(
          "reason of a lock has " + bytes + " bytes, expected 1 to " + REASON_BYTES_MAX);
    }
  }
}
