package dev.tenure.record.store.header;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;

/**
 * Why a store may not be used for now.
 *
 * @param kind what is refused
 * @param reason for people; at most {@link #REASON_BYTES_MAX} bytes of UTF-8
 * @param since when it was locked
 */
public record StoreLock(Kind kind, String reason, Instant since) {
  /** How long a reason may be, in UTF-8. */
  public static final int REASON_BYTES_MAX = 1_000;

  /** What a lock refuses. */
  public enum Kind {
    /**
     * Every change of records and of what is kept of them: saves, deletes, builds of indexes,
     * repairs, and an opening that would bring the store up to newer metadata. The header can still
     * be changed on request: its fields, its versions, the lock.
     */
    WRITES,
    /**
     * What WRITES refuses, and opening the store, unless {@code StoreOptions.withLockOverride}
     * names the lock's reason.
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
