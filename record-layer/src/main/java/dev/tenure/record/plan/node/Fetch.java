package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.plan.cost.Estimate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Loads the record of each row that has none, several at once, in the order of the rows.
 *
 * @param rowsMax the number of rows after which no record is loaded; 0 for no bound
 */
public record Fetch(PlanNode source, int rowsMax) implements PlanNode {
  /** Creates an operator that loads the records of all rows. */
  public Fetch(PlanNode source) {
    this(source, 0);
  }

  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return loaded(
        run,
        rowsMax == 0
            ? run.open(source, run.wanted(), from)
            : Cursors.atMost(rowsMax, from, at -> run.open(source, run.wanted(), at)));
  }

  private static RecordCursor<Row> loaded(PlanRun run, RecordCursor<Row> rows) {
    return rows.mapAsync(row -> load(run, row), run.width());
  }

  private static CompletableFuture<Row> load(PlanRun run, Row row) {
    if (row.loaded().isPresent()) {
      return CompletableFuture.completedFuture(row);
    }
    String index = Optional.ofNullable(row.entry()).map(IndexEntry::index).orElse("");
    return run.source()
        .load(index, row.extent(), row.primaryKey(), run.options().isolation())
        .thenApply(row::with);
  }

  @Override
  public Estimate estimate() {
    Estimate loaded = source.estimate().plusOfEach(Estimate.GET);
    return rowsMax == 0 ? loaded : loaded.withoutRowsAhead();
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
    return "fetch";
  }
}
