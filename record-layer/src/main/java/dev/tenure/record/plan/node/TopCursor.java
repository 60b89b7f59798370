package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Operator;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Returns the keys of the first rows by a merge key, in its order. It reads the whole source and
 * keeps at most as many keys as it will return. The continuation has these keys. While the source
 * is read, they are the first keys found up to now; afterwards, they are the keys that are still to
 * be returned.
 */
final class TopCursor implements RecordCursor<Row> {
  private final int rowsMax;
  private final MergeKey key;
  private final RecordCursor<Row> source;
  private final TreeMap<byte[], Tuple> held = new TreeMap<>(Arrays::compareUnsigned);
  private Continuation behind = Continuation.START;
  private @Nullable CursorResult<Row> result;

  TopCursor(Top top, PlanRun run, Continuation from) {
    this.rowsMax = top.rowsMax();
    this.key = top.key();
    if (!from.isStart()) {
      Continuation node = from.require(Operator.TOP, rowsMax, 1);
      behind = node.children().get(0);
      hold(node.state());
    }
    this.source = run.open(top.source(), behind);
  }

  private void hold(byte[] state) {
    Tuple items = PackedTuples.unpack(state, 0).orElseThrow(TopCursor::refused);
    if (items.size() % 2 != 0 || items.size() > 2 * rowsMax) {
      throw refused();
    }
    for (int i = 0; i < items.size(); i += 2) {
      if (!(items.get(i) instanceof byte[] packed)
          || !(items.get(i + 1) instanceof List<?> row)
          || row.isEmpty()
          || !(row.get(0) instanceof Long)) {
        throw refused();
      }
      held.put(packed, Tuple.fromList(row));
    }
  }

  private static RecordLayerException refused() {
    return new RecordLayerException(
        RecordLayerException.Code.CONTINUATION_REFUSED,
        "continuation does not hold the keys of first rows");
  }

  @Override
  public CompletableFuture<CursorResult<Row>> next() {
    return AsyncLoop.whileTrue(this::step)
        .thenApply(nothing -> Objects.requireNonNull(result, "result"));
  }

  /** Reads a row of the source, or returns one. The result is true while there is no result yet. */
  private CompletableFuture<Boolean> step() {
    if (behind.isEnd()) {
      result = give();
      return CompletableFuture.completedFuture(false);
    }
    return source.next().thenApply(this::take);
  }

  private boolean take(CursorResult<Row> read) {
    behind = read.continuation();
    if (read.hasNext()) {
      Row row = read.value();
      Tuple kept = Tuple.from((long) row.extent()).addAll(row.primaryKey());
      held.put(key.of(row).pack(), kept);
      if (held.size() > rowsMax) {
        held.pollLastEntry();
      }
      return true;
    }
    if (read.reason().isLimit()) {
      result = new CursorResult.Stop<>(read.reason(), continuation());
      return false;
    }
    return true;
  }

  private CursorResult<Row> give() {
    Map.Entry<byte[], Tuple> first = held.pollFirstEntry();
    if (first == null) {
      return CursorResult.Stop.exhausted();
    }
    Tuple row = first.getValue();
    return new CursorResult.Value<>(
        new Row((int) row.getLong(0), row.popFront(), null, null, null), continuation());
  }

  private Continuation continuation() {
    List<Object> items = new ArrayList<>();
    held.forEach(
        (packed, row) -> {
          items.add(packed);
          items.add(row);
        });
    byte[] state = Tuple.fromList(items).pack();
    return Continuation.of(Operator.TOP, rowsMax, state, List.of(behind));
  }

  @Override
  public void close() {
    source.close();
  }
}
