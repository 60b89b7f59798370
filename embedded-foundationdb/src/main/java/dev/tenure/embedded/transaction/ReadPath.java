package dev.tenure.embedded.transaction;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.commit.EngineKeys;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.range.ConflictRules;
import dev.tenure.embedded.range.RangeBatch;
import dev.tenure.embedded.range.RangeLimits;
import dev.tenure.embedded.range.ReadView;
import dev.tenure.embedded.range.Selector;
import dev.tenure.embedded.range.StoredRanges;
import dev.tenure.embedded.storage.KeyBytes;
import dev.tenure.embedded.write.KeyLimits;
import dev.tenure.embedded.write.WriteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the reads of an attempt: checks that the read is allowed, reads the rows, and adds
 * the conflict ranges. The arrays that it returns belong to the caller.
 */
final class ReadPath {
  private final TransactionAttempt attempt;

  ReadPath(TransactionAttempt attempt) {
    this.attempt = attempt;
  }

  /** The value of a key, or null. */
  CompletableFuture<byte[]> get(byte[] key, boolean snapshot) {
    synchronized (attempt) {
      if (KeyLimits.isSpecial(key)) {
        int spoiled = attempt.spoiledBy();
        return spoiled != TransactionAttempt.NONE
            ? TransactionAttempt.failed(spoiled)
            : new SpecialKeys(attempt).get(key);
      }
      int refusal = attempt.refusal();
      if (refusal != TransactionAttempt.NONE) {
        return TransactionAttempt.failed(refusal);
      }
      boolean outside = KeyBytes.compare(key, attempt.options.readEnd()) >= 0;
      if (outside && !EngineKeys.isMetadataVersion(key)) {
        return TransactionAttempt.failed(FdbErrors.KEY_OUTSIDE_LEGAL_RANGE);
      }
      if (key.length > KeyLimits.readKeyBytesMax(key)) {
        return CompletableFuture.completedFuture(null);
      }
      return read(key, snapshot, true);
    }
  }

  /** Reads a key that may be read; called under the attempt's monitor. */
  CompletableFuture<byte[]> read(byte[] key, boolean snapshot, boolean spoils) {
    attempt.noteRead();
    if (attempt.options.readYourWritesDisabled) {
      return StoredRead.start(
          attempt,
          (stored, seen) -> new DirectReads(attempt, stored).get(key, snapshot),
          null,
          spoils);
    }
    WriteBuffer seen = seenWrites(snapshot);
    PointRead read = new PointRead(attempt, key, snapshot);
    if (attempt.readPoint.isOpen() || read.needsStored(seen)) {
      return StoredRead.start(attempt, read, seen, spoils);
    }
    try {
      return CompletableFuture.completedFuture(read.withoutStored(seen));
    } catch (FDBException failure) {
      return StoredRead.failed(attempt, failure, spoils);
    }
  }

  private @Nullable WriteBuffer seenWrites(boolean snapshot) {
    return snapshot && attempt.options.snapshotReadsOwnWrites <= 0 ? null : attempt.writes;
  }

  private ReadView view(StoredRanges stored, @Nullable WriteBuffer seen) {
    return new ReadView(stored, attempt.known, seen, attempt.options.readEnd());
  }

  CompletableFuture<byte[]> getKey(KeySelector keySelector, boolean snapshot) {
    Selector selector = Selector.ofKeyRead(keySelector);
    synchronized (attempt) {
      int refusal = attempt.refusal();
      if (refusal != TransactionAttempt.NONE) {
        return TransactionAttempt.failed(refusal);
      }
      byte[] base = KeyLimits.asBorder(keySelector.getKey());
      if (KeyBytes.compare(base, attempt.options.readEnd()) > 0) {
        return TransactionAttempt.failed(FdbErrors.KEY_OUTSIDE_LEGAL_RANGE);
      }
      attempt.noteRead();
      if (attempt.options.readYourWritesDisabled) {
        return StoredRead.start(
            attempt,
            (stored, seen) -> new DirectReads(attempt, stored).getKey(selector, snapshot),
            null,
            true);
      }
      return start(
          (stored, seen) -> resolve(view(stored, seen), selector, snapshot),
          seenWrites(snapshot),
          isAtBorder(selector));
    }
  }

  /**
   * Starts a read. A read at a border of the key space, or of own writes, may need no stored rows.
   */
  private <T> CompletableFuture<T> start(
      StoredRead<T> read, @Nullable WriteBuffer seen, boolean atBorder) {
    boolean mayNeedNone = atBorder || (seen != null && !seen.isTransparent());
    return mayNeedNone
        ? StoredRead.startWithoutVersion(attempt, read, seen)
        : StoredRead.start(attempt, read, seen, true);
  }

  private boolean isAtBorder(Selector selector) {
    return selector.key().length == 0
        || KeyBytes.compare(selector.key(), attempt.options.readEnd()) >= 0;
  }

  private byte[] resolve(ReadView view, Selector selector, boolean snapshot) {
    byte[] key = view.keyOf(selector);
    if (!snapshot && view.writes() != null) {
      Range conflict = ConflictRules.ofKey(selector, key);
      addConflict(conflict, view.writes());
    }
    return key.clone();
  }

  private void addConflict(Range range, WriteBuffer seen) {
    if (KeyBytes.isBefore(range.begin, range.end)) {
      int parts = attempt.readConflicts.addVisible(range.begin, range.end, seen);
      attempt.approximateSize += parts * CommitSize.ofRange(range.begin, range.end);
    }
  }

  /** One batch of a range read. */
  CompletableFuture<RangeBatch> getRange(
      KeySelector from, KeySelector to, RangeLimits limits, boolean snapshot, boolean reverse) {
    synchronized (attempt) {
      if (SpecialKeys.holds(from, to)) {
        int spoiled = attempt.spoiledBy();
        return spoiled != TransactionAttempt.NONE
            ? TransactionAttempt.failed(spoiled)
            : new SpecialKeys(attempt).getRange(from, to, limits, reverse);
      }
      Selector begin = Selector.of(from);
      Selector end = Selector.of(to);
      int refusal = rangeRefusal(from, to, limits);
      if (refusal != TransactionAttempt.NONE) {
        return TransactionAttempt.failed(refusal);
      }
      if (limits.isReached() || (begin.offset() >= end.offset() && begin.isAtOrAfter(end.key()))) {
        return CompletableFuture.completedFuture(RangeBatch.EMPTY);
      }
      attempt.noteRead();
      if (attempt.options.readYourWritesDisabled) {
        return StoredRead.start(
            attempt,
            (stored, seen) ->
                owned(
                    new DirectReads(attempt, stored)
                        .getRange(begin, end, limits, snapshot, reverse)),
            null,
            true);
      }
      boolean atBorder = (begin.key().length > 0 && isAtBorder(begin)) || (end.key().length == 0);
      return start(
          (stored, seen) ->
              owned(scan(view(stored, seen), begin, end, limits.copy(), snapshot, reverse)),
          seenWrites(snapshot),
          atBorder);
    }
  }

  /** The error code of a range read, or {@link TransactionAttempt#NONE}. */
  int rangeRefusal(KeySelector from, KeySelector to, RangeLimits limits) {
    int refusal = attempt.refusal();
    if (refusal != TransactionAttempt.NONE) {
      return refusal;
    }
    byte[] readEnd = attempt.options.readEnd();
    if (KeyBytes.compare(KeyLimits.asBorder(from.getKey()), readEnd) > 0
        || KeyBytes.compare(KeyLimits.asBorder(to.getKey()), readEnd) > 0) {
      return FdbErrors.KEY_OUTSIDE_LEGAL_RANGE;
    }
    return limits.isReached() || limits.isLegal()
        ? TransactionAttempt.NONE
        : FdbErrors.RANGE_LIMITS_INVALID;
  }

  private RangeBatch scan(
      ReadView view,
      Selector begin,
      Selector end,
      RangeLimits limits,
      boolean snapshot,
      boolean reverse) {
    RangeBatch batch = view.read(begin, end, limits, reverse);
    if (!snapshot && view.writes() != null) {
      Range conflict = ConflictRules.ofRange(begin, end, batch, reverse, view.readEnd());
      addConflict(conflict, view.writes());
    }
    return batch;
  }

  /**
   * The batch with copied arrays, which the caller may change; the arrays of stored rows are
   * shared.
   */
  private static RangeBatch owned(RangeBatch batch) {
    return new RangeBatch(
        owned(batch.rows()), batch.more(), batch.reachedBegin(), batch.reachedEnd());
  }

  static List<KeyValue> owned(List<KeyValue> shared) {
    List<KeyValue> rows = new ArrayList<>(shared.size());
    for (KeyValue row : shared) {
      rows.add(new KeyValue(row.getKey().clone(), row.getValue().clone()));
    }
    return rows;
  }
}
