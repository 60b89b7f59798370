package dev.tenure.embedded.write;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.MutationType;
import dev.tenure.embedded.commit.AtomicOperations;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.embedded.storage.KeyBytes;
import org.jspecify.annotations.Nullable;

/**
 * One write to one key.
 *
 * @param type the atomic operation, or null for a plain value
 * @param value the operand, or the value; a null value is a key that is absent
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record WriteOperation(@Nullable MutationType type, byte @Nullable [] value) {

  static final WriteOperation ABSENT = new WriteOperation(null, null);

  public static WriteOperation set(byte @Nullable [] value) {
    return new WriteOperation(null, value);
  }

  boolean isSet() {
    return type == null;
  }

  boolean isVersionstamped() {
    return type == MutationType.SET_VERSIONSTAMPED_KEY
        || type == MutationType.SET_VERSIONSTAMPED_VALUE;
  }

  /** Whether the resulting value depends on the value before. */
  boolean isDependent() {
    return !isSet() && !isVersionstamped();
  }

  boolean isSameType(WriteOperation other) {
    return type != null && other.type != null && type.code() == other.type.code();
  }

  /**
   * Whether this operation can be combined with {@code below}, the one before it, without knowing
   * the stored value.
   */
  boolean folds(WriteOperation below) {
    if (isSet() || below.isSet()) {
      return true;
    }
    if (!isSameType(below) || type == MutationType.COMPARE_AND_CLEAR || isVersionstamped()) {
      return false;
    }
    return isAssociativeOverSizes() || operand().length == below.operand().length;
  }

  private boolean isAssociativeOverSizes() {
    return switch (typeOrThrow()) {
      case ADD, OR, BIT_OR, XOR, BIT_XOR, MAX, MIN -> false;
      default -> true;
    };
  }

  /**
   * The single write with the same result as {@code below} followed by this one.
   *
   * @throws FDBException 1000 on a versionstamp, whose value is not known before the commit
   */
  WriteOperation over(WriteOperation below) {
    if (isSet() || type == MutationType.SET_VERSIONSTAMPED_VALUE) {
      return this;
    }
    if (isVersionstamped() || below.isVersionstamped()) {
      throw FdbErrors.exception(FdbErrors.OPERATION_FAILED);
    }
    byte[] result = AtomicOperations.apply(typeOrThrow(), below.value, operand());
    return new WriteOperation(below.type, result);
  }

  /** The mutation of {@code key} to commit. */
  Mutation toMutation(byte[] key) {
    if (type != null) {
      return new Mutation.Atomic(type, key, operand());
    }
    return value == null
        ? new Mutation.ClearRange(key, KeyBytes.after(key))
        : new Mutation.Set(key, value);
  }

  private MutationType typeOrThrow() {
    if (type == null) {
      throw new IllegalStateException("a plain value has no atomic operation");
    }
    return type;
  }

  private byte[] operand() {
    if (value == null) {
      throw new IllegalStateException("an atomic operation without an operand");
    }
    return value;
  }
}
