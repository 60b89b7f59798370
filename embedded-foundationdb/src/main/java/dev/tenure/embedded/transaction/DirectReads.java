package dev.tenure.embedded.transaction;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import dev.tenure.embedded.range.ConflictRules;
import dev.tenure.embedded.range.RangeBatch;
import dev.tenure.embedded.range.RangeLimits;
import dev.tenure.embedded.range.Selector;
import dev.tenure.embedded.range.StoredRanges;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reads of a transaction that does not read its own writes. They give stored rows only and
 * remember none. Their conflict ranges may reach into keys that the transaction may not read.
 */
final class DirectReads {
  private final TransactionAttempt attempt;
  private final StoredRanges stored;
  private final byte[] readEnd;

  DirectReads(TransactionAttempt attempt, StoredRanges stored) {
    this.attempt = attempt;
    this.stored = stored;
    this.readEnd = attempt.options.readEnd();
  }

  byte @Nullable [] get(byte[] key, boolean snapshot) {
    if (!snapshot) {
      addConflict(new Range(key, KeyBytes.after(key)));
    }
    byte[] value = stored.reader().get(key);
    return value == null ? null : value.clone();
  }

  byte[] getKey(Selector selector, boolean snapshot) {
    byte[] key = stored.keyOf(selector);
    if (!snapshot) {
      addConflict(ConflictRules.ofKey(selector, key));
    }
    return KeyBytes.least(key, readEnd).clone();
  }

  RangeBatch getRange(
      Selector begin, Selector end, RangeLimits limits, boolean snapshot, boolean reverse) {
    Selector to = reverse && end.offset() > 1 ? readable(end, snapshot) : end;
    RangeBatch batch = stored.read(begin, to, limits, reverse);
    if (!snapshot) {
      addConflict(ConflictRules.ofStoredRange(begin, to, batch, reverse));
    }
    return reverse ? batch : readable(batch);
  }

  private Selector readable(Selector end, boolean snapshot) {
    return Selector.firstAtOrAfter(getKey(end, snapshot));
  }

  private RangeBatch readable(RangeBatch batch) {
    List<KeyValue> rows = batch.rows();
    int keep = rows.size();
    while (keep > 0 && KeyBytes.compare(rows.get(keep - 1).getKey(), readEnd) >= 0) {
      keep--;
    }
    return keep == rows.size()
        ? batch
        : new RangeBatch(rows.subList(0, keep), false, batch.reachedBegin(), batch.reachedEnd());
  }

  private void addConflict(Range range) {
    if (KeyBytes.isBefore(range.begin, range.end)) {
      attempt.readConflicts.addApart(range.begin, range.end);
    }
  }
}
