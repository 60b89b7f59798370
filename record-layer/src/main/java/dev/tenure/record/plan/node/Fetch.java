package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.plan.cost.Estimate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Loads the record of each row that has none, several at once, in the order of the rows. */
public record Fetch(PlanNode source) implements PlanNode {
  @Override
  public RecordCursor<Row> open(PlanRun run, Continuation from) {
    return run.open(source, run.wanted(), from)
        .mapAsync(row -> load(run, row), run.width(), run.wanted().expected());
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
    return source.estimate().plusOfEach(Estimate.GET);
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
