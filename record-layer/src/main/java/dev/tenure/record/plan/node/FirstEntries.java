package dev.tenure.record.plan.node;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexKeys;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.plan.cost.Estimate;
import dev.tenure.record.plan.match.AccessPath;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Removes the repetitions of a scan that returns a record once for each of its entries in the
 * range. A row is kept if its entry is the first of the record's entries in the range. This is
 * computed from the record, so that no rows are kept in memory.
 *
 * @param source the plan below; it returns rows of the path's entries with their records
 */
public record FirstEntries(
    PlanNode source, AccessPath path, AccessPath.Direction direction, double rows)
    implements PlanNode {

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    BoundIndex index = path.index().orElseThrow();
    IndexKeys keys = run.source().index(index.name()).keys();
    return path.bounds()
        .range(run.bindings())
        .map(
            range ->
                run.open(
                        source,
                        run.wanted().before(source.estimate().rows(), rows, Estimate.EVEN),
                        from)
                    .filter(row -> isFirst(row, run, keys, keys.range(range))))
        .orElseGet(() -> run.open(source, from));
  }

  private boolean isFirst(Row row, PlanRun run, IndexKeys keys, Range range) {
    BoundIndex index = path.index().orElseThrow();
    QueryRecord loaded = row.required();
    IndexedRecord record = loaded.indexed(run.source().metaData().type(loaded.type()));
    byte @Nullable [] first = null;
    for (Tuple tuple : index.tuplesOf(record)) {
      byte[] key = keys.key(index.entryKey(index.indexed(tuple), record));
      if (isIn(key, range) && (first == null || isBefore(key, first))) {
        first = key;
      }
    }
    IndexEntry entry = Objects.requireNonNull(row.entry(), "entry");
    return first != null && Arrays.equals(first, keys.key(index.entryKey(entry.key(), record)));
  }

  private static boolean isIn(byte[] key, Range range) {
    return Arrays.compareUnsigned(range.begin, key) <= 0
        && Arrays.compareUnsigned(key, range.end) < 0;
  }

  private boolean isBefore(byte[] one, byte[] other) {
    int order = Arrays.compareUnsigned(one, other);
    return direction == AccessPath.Direction.FORWARD ? order < 0 : order > 0;
  }

  @Override
  public Estimate estimate() {
    return source.estimate().filtered(rows);
  }

  @Override
  public Delivered delivered() {
    return Delivered.records();
  }

  @Override
  public List<PlanNode> children() {
    return List.of(source);
  }

  @Override
  public String text() {
    return "once for each record";
  }
}
