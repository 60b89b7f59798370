package dev.tenure.record.store;

import com.google.protobuf.ByteString;

/**
 * The result of one transaction of a build.
 *
 * @param kind whether there may be more
 * @param records the number of records scanned
 * @param bytes the bytes of their keys and values
 * @param next the position at which the next slice begins: a key without the store's subspace
 */
public record BuiltSlice(Kind kind, int records, long bytes, ByteString next) {
  /** Whether a slice was built. */
  public enum Kind {
    /** A slice was missing and is now built. It may have had no records. */
    BUILT,
    /** No slice is missing after the given position. */
    NOTHING_MISSING,
    /** All indexes of the plan are finished, because other builders have finished them. */
    FINISHED
  }

  static BuiltSlice none(Kind kind) {
    return new BuiltSlice(kind, 0, 0, ByteString.EMPTY);
  }
}
