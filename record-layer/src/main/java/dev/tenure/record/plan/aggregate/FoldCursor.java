package dev.tenure.record.plan.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Operator;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.plan.node.PlanRun;
import dev.tenure.record.plan.node.Row;
import dev.tenure.record.tuple.PackedTuples;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Folds the rows of a group into one row, and returns it when a row of another group comes. The
 * continuation has the open group, its number of records, and a number and a value for each
 * aggregate. The group is null when none is open.
 */
final class FoldCursor implements RecordCursor<Row> {
  private final FoldGroups fold;
  private final List<AggregateState> tallies;
  private final RecordCursor<FoldGroups.Input> source;
  private Continuation behind = Continuation.START;
  private @Nullable Tuple group;
  private long records;
  private @Nullable CursorResult<Row> result;

  FoldCursor(FoldGroups fold, PlanRun run, Continuation from) {
    this.fold = fold;
    this.tallies = fold.groups().aggregates().stream().map(AggregateState::new).toList();
    if (!from.isStart()) {
      Continuation node = from.require(Operator.GROUPS, tallies.size(), 1);
      behind = node.children().get(0);
      resume(node.state());
    } else if (fold.groups().columns().isEmpty()) {
      group = new Tuple();
    }
    this.source = fold.inputs(run, behind);
  }

  private void resume(byte[] state) {
    Tuple items = PackedTuples.unpack(state, 0).orElseThrow(FoldCursor::refused);
    if (items.size() != 2 + 2 * tallies.size() || !(items.get(1) instanceof Long held)) {
      throw refused();
    }
    group = group(items.get(0));
    records = held;
    for (int i = 0; i < tallies.size(); i++) {
      if (!(items.get(2 + 2 * i) instanceof Long number)
          || !tallies.get(i).canHold(items.get(3 + 2 * i))) {
        throw refused();
      }
      tallies.get(i).set(number, items.get(3 + 2 * i));
    }
  }

  private @Nullable Tuple group(@Nullable Object held) {
    if (held == null) {
      return null;
    }
    if (held instanceof List<?> columns && columns.size() == fold.groups().columns().size()) {
      return Tuple.fromList(columns);
    }
    throw refused();
  }

  private static RecordLayerException refused() {
    return new RecordLayerException(
        RecordLayerException.Code.CONTINUATION_REFUSED,
        "continuation does not hold a group with its aggregates");
  }

  @Override
  public CompletableFuture<CursorResult<Row>> next() {
    return AsyncLoop.whileTrue(this::step)
        .thenApply(nothing -> Objects.requireNonNull(result, "result"));
  }

  /** Reads a row, or finishes the last group. Returns true while there is no result yet. */
  private CompletableFuture<Boolean> step() {
    if (behind.isEnd()) {
      Tuple last = group;
      boolean isRow = last != null && isThere();
      Row row = isRow ? row(Objects.requireNonNull(last, "group")) : null;
      group = null;
      result =
          row == null
              ? CursorResult.Stop.exhausted()
              : new CursorResult.Value<>(row, continuation());
      return CompletableFuture.completedFuture(false);
    }
    return source.next().thenApply(this::take);
  }

  private boolean take(CursorResult<FoldGroups.Input> read) {
    behind = read.continuation();
    if (!read.hasNext()) {
      if (read.reason().isLimit()) {
        result = new CursorResult.Stop<>(read.reason(), continuation());
      }
      return !read.reason().isLimit();
    }
    FoldGroups.Input input = read.value();
    Tuple open = group;
    Row row = null;
    if (open == null || !open.equals(input.group())) {
      row = open != null && isThere() ? row(open) : null;
      group = input.group();
      records = 0;
      tallies.forEach(tally -> tally.set(0, null));
    }
    add(input);
    if (row == null) {
      return true;
    }
    result = new CursorResult.Value<>(row, continuation());
    return false;
  }

  private void add(FoldGroups.Input input) {
    Part part = fold.parts().get(input.part());
    long number = part.numberOf(input.row());
    if (part.tellsRecords()) {
      if (number <= 0) {
        return; // what is left of a group that had records
      }
      records += number;
    }
    for (int i = 0; i < tallies.size(); i++) {
      AggregateState tally = tallies.get(i);
      switch (part.roles().get(i)) {
        case COLUMN -> tally.add(fold.groups().valueOf(i, input.row()), number);
        case SUM -> tally.addSum(number);
        case NUMBER -> tally.addNumber(number);
        case NOTHING -> {}
      }
    }
  }

  private boolean isThere() {
    return records > 0 || fold.groups().columns().isEmpty();
  }

  private Row row(Tuple of) {
    List<@Nullable Object> values = new ArrayList<>(tallies.size());
    tallies.forEach(tally -> values.add(tally.result(of)));
    IndexEntry entry =
        new IndexEntry("", of, Tuple.fromList(values), IndexEntry.NO_RECORD, new Tuple());
    return new Row(IndexEntry.NO_RECORD, of, entry, null, null);
  }

  private Continuation continuation() {
    List<@Nullable Object> items = new ArrayList<>();
    items.add(group);
    items.add(group == null ? 0 : records);
    for (AggregateState tally : tallies) {
      items.add(group == null ? 0 : tally.number());
      items.add(group == null ? null : tally.value());
    }
    byte[] state = Tuple.fromList(items).pack();
    return Continuation.of(Operator.GROUPS, tallies.size(), state, List.of(behind));
  }

  @Override
  public void close() {
    source.close();
  }
}
