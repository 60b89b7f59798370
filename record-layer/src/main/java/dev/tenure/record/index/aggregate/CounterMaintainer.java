package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.PendingCounts;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one number for each group. The changes of a transaction are summed up and written at its
 * commit. With clear-when-zero, a group has a row while its number is not 0; otherwise from the
 * first record on that was ever in it. So the existence of a row does not depend on how changes
 * were divided among transactions. Numbers are signed 64-bit integers: a larger sum wraps around,
 * and is correct again when it returns into the range.
 */
record CounterMaintainer(GroupColumns columns, Counter counter) implements GroupMaintainer {

  @Override
  public void update(IndexKeys keys, RecordChange change, WriteBatch batch) {
    if (counter.isTakenBack() && columns.index().isUnchanged(change)) {
      return;
    }
    NavigableMap<byte[], Long> changes = new TreeMap<>(Arrays::compareUnsigned);
    if (counter.isTakenBack()) {
      add(keys, change.before(), -1, changes);
    }
    boolean clears = clearsWhenZero();
    Set<byte[]> known = clears ? Set.of() : new TreeSet<>(changes.navigableKeySet());
    add(keys, change.after(), 1, changes);
    changes.forEach(
        (key, amount) -> {
          if (amount == 0 && (clears || known.contains(key))) {
            return;
          }
          if (counter == Counter.SUM) {
            batch.sum(key, amount, clearsWhenZero());
          } else {
            batch.count(key, amount, clearsWhenZero());
          }
        });
  }

  private void add(
      IndexKeys keys,
      @Nullable IndexedRecord record,
      int factor,
      NavigableMap<byte[], Long> changes) {
    if (record == null) {
      return;
    }
    for (GroupColumns.Row row : counter.rows(columns, record)) {
      long amount = factor * counter.amount(columns, row, record);
      changes.merge(keys.key(row.group()), amount, Long::sum);
    }
  }

  private boolean clearsWhenZero() {
    return columns.index().index().has(Index.CLEAR_WHEN_ZERO);
  }

  @Override
  public IndexEntry entry(Tuple key, byte[] value, String where) {
    return columns.entry(key, Tuple.from(PendingCounts.decode(value, where)), where);
  }

  @Override
  public boolean isIdempotent() {
    return false;
  }

  @Override
  public Optional<IndexAudit> audit() {
    return Optional.of(IndexAudit.of(new CounterAudit(columns, counter)));
  }

  @Override
  public CompletableFuture<Optional<Tuple>> value(
      OpenIndex open, Tuple group, Isolation isolation) {
    byte[] key = open.keys().key(group);
    long pending = open.pending().counts().pending(key);
    boolean isPending = open.pending().counts().isPending(key);
    String where = open.keys().describe(key);
    return open.reader(isolation)
        .get(key)
        .thenApply(
            stored -> {
              long number = pending + (stored == null ? 0 : PendingCounts.decode(stored, where));
              boolean absent = number == 0 && (clearsWhenZero() || (stored == null && !isPending));
              return absent ? Optional.empty() : Optional.of(Tuple.from(number));
            });
  }

  @Override
  public Tuple combine(Tuple left, Tuple right) {
    return Tuple.from(left.getLong(0) + right.getLong(0));
  }

  /** Scans the groups, after writing the changes of this transaction. */
  @Override
  public RecordCursor<IndexEntry> scan(
      OpenIndex open, IndexScan scan, Continuation from, ScanOptions options) {
    open.pending().counts().flush(open.context());
    return GroupMaintainer.super.scan(open, scan, from, options);
  }

  @Override
  public List<IndexCandidate> candidates() {
    return List.of(
        IndexCandidate.byGroup(columns.index(), counter.typeName(), columns.groupCount()));
  }
}
