package dev.tenure.record.scrub;

import dev.tenure.record.cursor.Continuation;
import java.util.Optional;

/** Places among records. */
final class RecordPlace {
  private RecordPlace() {}

  /** The position at which a scan goes on; empty at its end. */
  static Optional<byte[]> behind(Continuation continuation) {
    return continuation.isEnd() ? Optional.empty() : Optional.of(continuation.toBytes());
  }
}
