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
import java.util.Objects;
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
    List<GroupColumns.Row> before =
        counter.isTakenBack() ? rows(change.before()) : List.<GroupColumns.Row>of();
    List<GroupColumns.Row> after = rows(change.after());
    if (before.size() <= 1 && after.size() <= 1) {
      updateOne(keys, change, before, after, batch);
    } else {
      updateEach(keys, change, before, after, batch);
    }
  }

  private List<GroupColumns.Row> rows(@Nullable IndexedRecord record) {
    return record == null ? List.of() : counter.rows(columns, record);
  }

  /** The update of a record that has at most one row before and after: that of most records. */
  private void updateOne(
      IndexKeys keys,
      RecordChange change,
      List<GroupColumns.Row> before,
      List<GroupColumns.Row> after,
      WriteBatch batch) {
    byte[] old = before.isEmpty() ? null : keys.key(before.get(0).group());
    byte[] now = after.isEmpty() ? null : keys.key(after.get(0).group());
    long less = old == null ? 0 : amount(before.get(0), change.before());
    long more = now == null ? 0 : amount(after.get(0), change.after());
    boolean same = old != null && now != null && Arrays.equals(old, now);
    if (old != null) {
      addUnlessZero(old, same ? more - less : -less, batch);
    }
    if (now != null && !same && (more != 0 || !clearsWhenZero())) {
      add(now, more, batch);
    }
  }

  private void updateEach(
      IndexKeys keys,
      RecordChange change,
      List<GroupColumns.Row> before,
      List<GroupColumns.Row> after,
      WriteBatch batch) {
    NavigableMap<byte[], Long> changes = new TreeMap<>(Arrays::compareUnsigned);
    for (GroupColumns.Row row : before) {
      changes.merge(keys.key(row.group()), -amount(row, change.before()), Long::sum);
    }
    Set<byte[]> known = new TreeSet<>(changes.navigableKeySet());
    for (GroupColumns.Row row : after) {
      changes.merge(keys.key(row.group()), amount(row, change.after()), Long::sum);
    }
    changes.forEach(
        (key, amount) -> {
          if (clearsWhenZero() || known.contains(key)) {
            addUnlessZero(key, amount, batch);
          } else {
            add(key, amount, batch);
          }
        });
  }

  private long amount(GroupColumns.Row row, @Nullable IndexedRecord record) {
    return counter.amount(columns, row, Objects.requireNonNull(record, "the record of a row"));
  }

  private void addUnlessZero(byte[] key, long amount, WriteBatch batch) {
    if (amount != 0) {
      add(key, amount, batch);
    }
  }

  private void add(byte[] key, long amount, WriteBatch batch) {
    if (counter == Counter.SUM) {
      batch.sum(key, amount, clearsWhenZero());
    } else {
      batch.count(key, amount, clearsWhenZero());
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
