package dev.tenure.record.plan;

import dev.tenure.record.async.Hooks;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.meter.QuerySummary;
import dev.tenure.record.plan.node.OperatorCounts;
import dev.tenure.record.plan.node.PlanSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a plan. When they end, this cursor gives the listeners of the source the counts of
 * the plan.
 */
final class ToldCursor implements RecordCursor<QueryRow> {
  private final QueryPlan plan;
  private final PlanSource source;
  private final OperatorCounts counts;
  private final RecordCursor<QueryRow> cursor;
  private final Instant began;
  private final AtomicLong rows = new AtomicLong();
  private final AtomicBoolean told = new AtomicBoolean();

  ToldCursor(
      QueryPlan plan, PlanSource source, OperatorCounts counts, RecordCursor<QueryRow> cursor) {
    this.plan = plan;
    this.source = source;
    this.counts = counts;
    this.cursor = cursor;
    this.began = source.clock().instant();
  }

  @Override
  public CompletableFuture<CursorResult<QueryRow>> next() {
    return cursor.next().whenComplete(this::note);
  }

  @Override
  public @Nullable CursorResult<QueryRow> atHand() {
    CursorResult<QueryRow> result = cursor.atHand();
    if (result != null) {
      note(result, null);
    }
    return result;
  }

  private void note(@Nullable CursorResult<QueryRow> result, @Nullable Throwable error) {
    if (result == null) {
      tell("FAILED");
    } else if (result.hasNext()) {
      rows.incrementAndGet();
    } else {
      tell(result.reason().name());
    }
  }

  private void tell(String stop) {
    if (!told.compareAndSet(false, true)) {
      return;
    }
    OperatorCounts.Reads reads = counts.whole();
    QuerySummary summary =
        new QuerySummary(
            plan.label().name(),
            plan.label().shape(),
            rows.get(),
            reads.requests(),
            reads.keys(),
            reads.bytes(),
            Duration.between(began, source.clock().instant()),
            stop,
            () -> plan.counted(counts));
    source.listeners().forEach(listener -> Hooks.run(() -> listener.ended(summary)));
  }

  @Override
  public void close() {
    cursor.close();
    tell("CLOSED");
  }
}
