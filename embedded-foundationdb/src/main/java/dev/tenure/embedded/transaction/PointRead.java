package dev.tenure.embedded.transaction;

import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.range.HashedKey;
import dev.tenure.embedded.range.KnownRows;
import dev.tenure.embedded.range.StoredRanges;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyWrite;
import dev.tenure.embedded.write.WriteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The read of one key through the transaction's own writes and the rows that it has already read.
 */
final class PointRead implements StoredRead<byte[]> {
  private final TransactionAttempt attempt;
  private final byte[] key;
  private final HashedKey hashed;
  private final boolean snapshot;

  PointRead(TransactionAttempt attempt, byte[] key, boolean snapshot) {
    this.attempt = attempt;
    this.key = key;
    this.hashed = new HashedKey(key);
    this.snapshot = snapshot;
  }

  /**
   * Whether the read needs stored rows, because neither own writes nor known rows give the value.
   */
  boolean needsStored(@Nullable WriteBuffer seen) {
    if (seen != null && !showsStored(seen)) {
      return false;
    }
    return attempt.known.find(hashed) == null && !isHidden(seen);
  }

  private boolean showsStored(WriteBuffer seen) {
    KeyWrite write = seen.at(key);
    return write == null ? !seen.isCleared(key) : write.isDependent();
  }

  private boolean isHidden(@Nullable WriteBuffer seen) {
    if (seen == null || attempt.options.bypassUnreadable) {
      return false;
    }
    KeyWrite write = seen.at(key);
    return write == null ? seen.isUnreadable(key) : write.isUnreadable();
  }

  byte @Nullable [] withoutStored(@Nullable WriteBuffer seen) {
    if (isHidden(seen)) {
      throw FdbErrors.exception(FdbErrors.ACCESSED_UNREADABLE);
    }
    byte[] known = attempt.known.find(hashed);
    return finish(known == null ? null : presentIn(known), seen);
  }

  @SuppressWarnings("ReferenceEquality") // ABSENT is told from an empty value
  private static byte @Nullable [] presentIn(byte[] known) {
    return known == KnownRows.ABSENT ? null : known;
  }

  @Override
  public byte @Nullable [] over(StoredRanges stored, @Nullable WriteBuffer seen) {
    if (seen == null || seen.isTransparent()) {
      byte[] value = knownOr(stored);
      if (seen != null) {
        addConflict();
      }
      return value == null ? null : value.clone();
    }
    return needsStored(seen) ? finish(knownOr(stored), seen) : withoutStored(seen);
  }

  private byte @Nullable [] knownOr(StoredRanges stored) {
    byte[] known = attempt.known.find(hashed);
    if (known != null) {
      return presentIn(known);
    }
    byte[] value = stored.reader().get(key);
    attempt.known.add(hashed, value);
    return value;
  }

  private byte @Nullable [] finish(byte @Nullable [] stored, @Nullable WriteBuffer seen) {
    byte[] value = stored;
    if (seen != null) {
      KeyWrite write = seen.at(key);
      if (write != null) {
        value = write.over(stored);
      } else if (!showsStored(seen)) {
        value = null;
      }
      if (showsStored(seen)) {
        addConflict();
      }
    }
    return value == null ? null : value.clone();
  }

  private void addConflict() {
    if (!snapshot) {
      attempt.approximateSize += CommitSize.ofKey(key);
      attempt.readConflicts.add(key, KeyBytes.after(key));
    }
  }
}
