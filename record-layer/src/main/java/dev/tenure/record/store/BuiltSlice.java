package dev.tenure.record.store;

import com.google.protobuf.ByteString;

/**
 * What one transaction of a build did.
 *
 * @param kind whether there may be more
 * @param records how many records were scanned
 * @param bytes of their keys and values
 * @param next from where to go on: a key without the store's subspace
 */
public record BuiltSlice(Kind kind, int records, long bytes, ByteString next) {
  /** What a slice found. */
  public enum Kind {
    /** Something was missing, and is built; or it had no records. */
    BUILT,
    /** Behind the position that was asked for nothing is missing. */
    NOTHING_MISSING,
    /** All indexes of the plan are finished: others have done it. */
    FINISHED
  }

  static BuiltSlice none(Kind kind) {
    return new BuiltSlice(kind, 0, 0, ByteString.EMPTY);
  }
}
