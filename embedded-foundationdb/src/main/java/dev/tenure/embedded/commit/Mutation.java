package dev.tenure.embedded.commit;

import com.apple.foundationdb.MutationType;

/** One write of a transaction. The arrays are not copied and must not change. */
@SuppressWarnings("ArrayRecordComponent") // carried once from client to pipeline, never compared
public sealed interface Mutation {

  /** One method for each kind of write. */
  interface Target {
    void set(byte[] key, byte[] value);

    void clear(byte[] begin, byte[] end);

    void change(Atomic atomic);
  }

  /** Calls the method of the target for this kind of write. */
  void applyTo(Target target);

  /** Throws 2004 for a key outside the legal range, 2000 for a versionstamp without room. */
  void requireLegal();

  /** The bytes of keys and value. */
  long bytes();

  record Set(byte[] key, byte[] value) implements Mutation {
    @Override
    public void applyTo(Target target) {
      target.set(key, value);
    }

    @Override
    public void requireLegal() {
      EngineKeys.requireLegal(key);
    }

    @Override
    public long bytes() {
      return (long) key.length + value.length;
    }
  }

  /** Clears [begin, end). */
  record ClearRange(byte[] begin, byte[] end) implements Mutation {
    @Override
    public void applyTo(Target target) {
      target.clear(begin, end);
    }

    @Override
    public void requireLegal() {} // what lies outside is cut off when it is carried out

    @Override
    public long bytes() {
      return (long) begin.length + end.length;
    }
  }

  /**
   * An atomic operation. For SET_VERSIONSTAMPED_KEY the key, for SET_VERSIONSTAMPED_VALUE the
   * operand, still ends in the four-byte little-endian offset of the ten bytes to fill.
   */
  record Atomic(MutationType type, byte[] key, byte[] operand) implements Mutation {
    @Override
    public void applyTo(Target target) {
      target.change(this);
    }

    @Override
    public void requireLegal() {
      EngineKeys.requireLegal(key);
      boolean fits =
          switch (type) {
            case SET_VERSIONSTAMPED_KEY -> Versionstamps.hasPlace(key);
            case SET_VERSIONSTAMPED_VALUE -> Versionstamps.hasPlace(operand);
            default -> true;
          };
      if (!fits) {
        throw FdbErrors.exception(FdbErrors.CLIENT_INVALID_OPERATION);
      }
    }

    @Override
    public long bytes() {
      return (long) key.length + operand.length;
    }
  }
}
