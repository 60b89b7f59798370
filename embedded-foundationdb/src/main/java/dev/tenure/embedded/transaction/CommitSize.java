package dev.tenure.embedded.transaction;

import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.Mutation;
import java.util.List;

/** Computes the size of a commit in bytes as FoundationDB counts it. */
final class CommitSize {
  private static final int MUTATION_BYTES = 44;
  private static final int RANGE_BYTES = 24;

  private CommitSize() {}

  static long ofWrite(byte[] key, byte[] value, boolean conflicting) {
    long mutation = MUTATION_BYTES + (long) key.length + value.length;
    return conflicting ? mutation + ofKey(key) : mutation;
  }

  static long ofClear(byte[] begin, byte[] end, boolean conflicting) {
    long range = ofRange(begin, end);
    return MUTATION_BYTES - RANGE_BYTES + (conflicting ? 2 * range : range);
  }

  /** The size of the clear of one key, which counts less than the clear of a range. */
  static long ofClear(byte[] key, boolean conflicting) {
    return conflicting ? 2 * ofKey(key) : ofKey(key);
  }

  /** The size of the conflict range of one key. */
  static long ofKey(byte[] key) {
    return RANGE_BYTES + 2L * key.length + 1;
  }

  static long ofRange(byte[] begin, byte[] end) {
    return RANGE_BYTES + (long) begin.length + end.length;
  }

  static long ofRanges(List<Range> ranges) {
    long size = 0;
    for (Range range : ranges) {
      size += ofRange(range.begin, range.end);
    }
    return size;
  }

  static long ofMutations(List<Mutation> mutations) {
    long size = 0;
    for (Mutation mutation : mutations) {
      size += MUTATION_BYTES + mutation.bytes();
    }
    return size;
  }
}
