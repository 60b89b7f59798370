package dev.tenure.embedded.transaction;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.EngineKeys;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.commit.Versionstamps;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyLimits;
import dev.tenure.embedded.write.WriteOperation;
import java.util.Arrays;

/**
 * Carries out the writes of an attempt: checks each write, counts its size and adds it to the
 * buffer. Throws the error of a wrong write; {@link TransactionAttempt#silently} keeps the error
 * for later. Called under the attempt's monitor, with arrays that no other code changes.
 */
final class WritePath {
  /** The operand that FoundationDB requires for a write of the metadata version. */
  private static final byte[] METADATA_OPERAND = new byte[14];

  private final TransactionAttempt attempt;

  WritePath(TransactionAttempt attempt) {
    this.attempt = attempt;
  }

  void set(byte[] key, byte[] value) {
    if (EngineKeys.isMetadataVersion(key)) {
      throw FdbErrors.exception(FdbErrors.CLIENT_INVALID_OPERATION);
    }
    requireNotSpecial(key);
    boolean conflicting = attempt.options.takeWriteConflict();
    attempt.requireNotCommitting();
    requireWritable(key);
    requireKeySize(key);
    requireValueSize(value);
    attempt.approximateSize += CommitSize.ofWrite(key, value, conflicting);
    put(key, WriteOperation.set(value), conflicting);
    if (!attempt.watches.isEmpty()) {
      attempt.watches.written(key, KeyBytes.after(key), value);
    }
  }

  void clear(byte[] key) {
    boolean conflicting = attempt.options.takeWriteConflict();
    attempt.requireNotCommitting();
    requireNotSpecial(key);
    requireWritable(key);
    if (key.length > KeyLimits.readKeyBytesMax(key)) {
      return;
    }
    if (!attempt.options.readYourWritesDisabled) {
      attempt.approximateSize += CommitSize.ofClear(key, conflicting);
    }
    clearChecked(key, KeyBytes.after(key), conflicting);
  }

  void clear(byte[] begin, byte[] end) {
    if (KeyBytes.compare(begin, end) > 0) {
      throw FdbErrors.exception(FdbErrors.INVERTED_RANGE);
    }
    boolean conflicting = attempt.options.takeWriteConflict();
    attempt.requireNotCommitting();
    if (KeyLimits.isSpecial(begin) && KeyBytes.compare(end, KeyLimits.SPECIAL_END) <= 0) {
      requireNotSpecial(begin);
    }
    requireBordersUpTo(begin, end, attempt.options.writeEnd());
    byte[] from = KeyLimits.asBorder(begin);
    byte[] to = KeyLimits.asBorder(end);
    attempt.approximateSize += CommitSize.ofClear(begin, end, conflicting);
    if (KeyBytes.isBefore(from, to)) {
      clearChecked(from, to, conflicting);
    }
  }

  private void clearChecked(byte[] begin, byte[] end, boolean conflicting) {
    if (attempt.options.readYourWritesDisabled) {
      attempt.directWrites.clear(begin, end, conflicting);
      return;
    }
    attempt.writes.clear(begin, end, conflicting);
    if (!attempt.watches.isEmpty()) {
      attempt.watches.written(begin, end, null);
    }
  }

  void mutate(MutationType type, byte[] key, byte[] operand) {
    boolean conflicting = attempt.options.takeWriteConflict();
    attempt.requireNotCommitting();
    if (EngineKeys.isMetadataVersion(key)) {
      requireMetadataMutation(type, operand);
    } else {
      requireWritable(key);
    }
    requireKeySize(key);
    requireValueSize(operand);
    WriteOperation operation = new WriteOperation(type, operand);
    if (type == MutationType.SET_VERSIONSTAMPED_KEY) {
      mutateVersionstampedKey(key, operation);
      return;
    }
    if (type == MutationType.SET_VERSIONSTAMPED_VALUE && !Versionstamps.hasPlace(operand)) {
      throw FdbErrors.exception(FdbErrors.CLIENT_INVALID_OPERATION);
    }
    attempt.approximateSize += CommitSize.ofWrite(key, operand, conflicting);
    put(key, operation, conflicting);
    attempt.watches.writtenUnknown(key);
  }

  private static void requireMetadataMutation(MutationType type, byte[] operand) {
    if (type != MutationType.SET_VERSIONSTAMPED_VALUE
        || !Arrays.equals(operand, METADATA_OPERAND)) {
      throw FdbErrors.exception(FdbErrors.CLIENT_INVALID_OPERATION);
    }
  }

  private void mutateVersionstampedKey(byte[] key, WriteOperation operation) {
    long version = attempt.leastCommitVersion();
    Range possible = StampedKeyRange.of(key, version, attempt.options.readEnd());
    attempt.versionstampedKeys.add(key);
    byte[] least = StampedKeyRange.withStamp(key, version);
    byte[] value = operation.value();
    if (value != null) {
      attempt.approximateSize += CommitSize.ofWrite(least, value, false);
    }
    if (!attempt.options.readYourWritesDisabled
        && KeyBytes.isBefore(possible.begin, possible.end)) {
      attempt.writes.hide(possible.begin, possible.end);
    }
    put(least, operation, false);
    attempt.watches.writtenUnknown(least);
  }

  private void put(byte[] key, WriteOperation operation, boolean conflicting) {
    if (attempt.options.readYourWritesDisabled) {
      attempt.directWrites.mutate(key, operation, conflicting);
    } else {
      attempt.writes.mutate(key, operation, conflicting);
    }
  }

  void addReadConflict(byte[] begin, byte[] end) {
    attempt.requireNotCommitting();
    boolean metadata =
        EngineKeys.isMetadataVersion(begin)
            && KeyBytes.compare(end, KeyLimits.METADATA_VERSION_END) == 0;
    if (!metadata) {
      requireBordersUpTo(begin, end, attempt.options.readEnd());
    }
    byte[] from = KeyLimits.asBorder(begin);
    byte[] to = KeyLimits.asBorder(end);
    if (!KeyBytes.isBefore(from, to)) {
      return;
    }
    int parts = 1;
    if (attempt.options.readYourWritesDisabled) {
      attempt.readConflicts.addApart(from, to);
    } else {
      parts = attempt.readConflicts.addVisible(from, to, attempt.writes);
    }
    attempt.approximateSize += parts * CommitSize.ofRange(from, to);
  }

  void addWriteConflict(byte[] begin, byte[] end) {
    attempt.requireNotCommitting();
    requireBordersUpTo(begin, end, attempt.options.writeEnd());
    byte[] from = KeyLimits.asBorder(begin);
    byte[] to = KeyLimits.asBorder(end);
    if (!KeyBytes.isBefore(from, to)) {
      return;
    }
    attempt.approximateSize += CommitSize.ofRange(from, to);
    if (attempt.options.readYourWritesDisabled) {
      attempt.directWrites.addConflict(from, to);
    } else {
      attempt.writes.addConflict(from, to);
    }
  }

  /** Refuses special keys: the engine has no special keys that can be written. */
  private void requireNotSpecial(byte[] key) {
    if (KeyLimits.isSpecial(key)) {
      throw FdbErrors.exception(
          attempt.options.specialKeyWrites
              ? FdbErrors.SPECIAL_KEYS_NO_WRITE_MODULE_FOUND
              : FdbErrors.SPECIAL_KEYS_WRITE_DISABLED);
    }
  }

  private void requireWritable(byte[] key) {
    if (KeyBytes.compare(key, attempt.options.writeEnd()) >= 0) {
      throw FdbErrors.exception(FdbErrors.KEY_OUTSIDE_LEGAL_RANGE);
    }
  }

  private static void requireBordersUpTo(byte[] begin, byte[] end, byte[] max) {
    if (KeyBytes.compare(begin, max) > 0 || KeyBytes.compare(end, max) > 0) {
      throw FdbErrors.exception(FdbErrors.KEY_OUTSIDE_LEGAL_RANGE);
    }
  }

  private void requireKeySize(byte[] key) {
    if (key.length > KeyLimits.writeKeyBytesMax(key, attempt.options.rawAccess)) {
      throw FdbErrors.exception(FdbErrors.KEY_TOO_LARGE);
    }
  }

  private static void requireValueSize(byte[] value) {
    if (value.length > KeyLimits.VALUE_BYTES_MAX) {
      throw FdbErrors.exception(FdbErrors.VALUE_TOO_LARGE);
    }
  }

  /** Fails when a caller's range is inverted; unlike other errors of writes, at once. */
  static void requireInOrder(byte[] begin, byte[] end) throws FDBException {
    if (KeyBytes.compare(begin, end) > 0) {
      throw FdbErrors.exception(FdbErrors.INVERTED_RANGE);
    }
  }
}
