package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexMaintainer;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.tuple.TupleRange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Maintains an index that has one value for each group. */
interface GroupMaintainer extends IndexMaintainer {

  GroupColumns columns();

  /** The value of two groups combined. */
  Tuple combine(Tuple left, Tuple right);

  /** The value of a group; empty when the index has no row for it. */
  default CompletableFuture<Optional<Tuple>> value(
      OpenIndex open, Tuple group, Isolation isolation) {
    IndexKeys keys = open.keys();
    byte[] key = keys.key(group);
    return open.reader(isolation)
        .get(key)
        .thenApply(
            found ->
                Optional.ofNullable(found)
                    .map(bytes -> entry(group, bytes, keys.describe(key)).value()));
  }

  /** The groups in a range, with their values. */
  default RecordCursor<IndexEntry> groups(
      OpenIndex open, TupleRange range, Continuation from, ScanOptions options) {
    return scan(open, IndexScan.range(range), from, options);
  }

  /** The number of first group columns that may bound a range of {@link #groups}. */
  default int rangeColumns() {
    return columns().groupCount();
  }

  @Override
  default int clearableColumns() {
    return rangeColumns();
  }
}
