package dev.tenure.embedded.commit;

import com.apple.foundationdb.MutationType;

/** One write of a transaction. The arrays are not copied and must not change. */
@SuppressWarnings("ArrayRecordComponent") // carried once from client to pipeline, never compared
public sealed interface Mutation {

  record Set(byte[] key, byte[] value) implements Mutation {}

  /** Clears [begin, end). */
  record ClearRange(byte[] begin, byte[] end) implements Mutation {}

  /**
   * An atomic operation. For SET_VERSIONSTAMPED_KEY the key, for SET_VERSIONSTAMPED_VALUE the
   * operand, still ends in the four-byte little-endian offset of the ten bytes to fill.
   */
  record Atomic(MutationType type, byte[] key, byte[] operand) implements Mutation {}
}
