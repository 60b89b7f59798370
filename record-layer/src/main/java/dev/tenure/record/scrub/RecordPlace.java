package dev.tenure.record.scrub;

import dev.tenure.record.cursor.Continuation;
import java.util.Optional;

/** Positions of a stage that scans records. */
final class RecordPlace {
  private RecordPlace() {}

  /** The position at which a scan continues; empty at its end. */
  static Optional<byte[]> behind(Continuation continuation) {
    return continuation.isEnd() ? Optional.empty() : Optional.of(continuation.toBytes());
  }
}
