package dev.tenure.record.plan.skip;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Fingerprint;
import dev.tenure.record.cursor.LeafScan;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanBudget;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.tuple.PackedTuples;
import dev.tenure.record.tuple.TupleParts;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Returns each different value of an index's first column once. One read jumps from a value to the
 * next.
 */
final class FirstValues implements RecordCursor<Tuple> {
  private final OpenIndex index;
  private final ScanOptions options;
  private final LeafScan scan;
  private @Nullable Tuple last;

  FirstValues(OpenIndex index, ScanOptions options, ScanBudget budget, Continuation from) {
    this.index = index;
    this.options = options;
    String name =
        "first values of index " + index.bound().name() + " of store " + index.keys().store();
    long fingerprint = Fingerprint.of(name + (options.reverse() ? " reverse" : ""));
    this.scan = new LeafScan(fingerprint, from, budget, 0);
    this.last = from.isStart() ? null : value(from.position(fingerprint, name));
  }

  private static Tuple value(byte[] position) {
    return PackedTuples.unpack(position, 0)
        .filter(value -> value.size() == 1)
        .orElseThrow(
            () ->
                new RecordLayerException(
                    RecordLayerException.Code.CONTINUATION_REFUSED,
                    "continuation does not hold a value of the index's first column"));
  }

  @Override
  public CompletableFuture<CursorResult<Tuple>> next() {
    Optional<CursorResult.Stop<Tuple>> stop = scan.stop();
    if (stop.isPresent()) {
      return CompletableFuture.completedFuture(stop.get());
    }
    Range rest = index.keys().range(rest());
    return index
        .reader(options.isolation())
        .getRange(rest.begin, rest.end, 1, options.reverse(), StreamingMode.EXACT)
        .asList()
        .thenApply(this::result);
  }

  private TupleRange rest() {
    Tuple before = last;
    if (before == null) {
      return TupleRange.all();
    }
    return options.reverse()
        ? TupleRange.between(null, true, before, false)
        : TupleRange.between(before, false, null, true);
  }

  private CursorResult<Tuple> result(List<KeyValue> rows) {
    if (rows.isEmpty()) {
      return CursorResult.Stop.exhausted();
    }
    KeyValue row = rows.get(0);
    Tuple first = TupleParts.range(index.keys().entryKey(row.getKey()), 0, 1);
    last = first;
    return new CursorResult.Value<>(
        first, scan.read(first.pack(), (long) row.getKey().length + row.getValue().length));
  }

  @Override
  public void close() {}
}
