package dev.tenure.record.plan.node;

import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.TransactionMeter;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What an operator has done in one execution, and those that it reads. An operator that stands at
 * two places of a plan is counted at each: its counts are found from above. A read counts for the
 * operator that has asked for it, when it is asked for, and its keys when they are answered, in
 * whatever order the answers come. Safe for use by many threads.
 */
public final class OperatorCounts {
  /**
   * What was read.
   *
   * @param requests gets and ranges that were asked for
   * @param keys that these have given
   * @param bytes of these keys and of their values
   */
  public record Reads(long requests, long keys, long bytes) {
    private Reads and(Reads other) {
      return new Reads(requests + other.requests, keys + other.keys, bytes + other.bytes);
    }
  }

  private final PlanSource plain;
  private final PlanSource source;
  private final TransactionMeter meter;
  private final AtomicLong opened = new AtomicLong();
  private final AtomicLong rows = new AtomicLong();
  private final IdentityHashMap<PlanNode, OperatorCounts> below = new IdentityHashMap<>();
  private final List<OperatorCounts> inOrder = new ArrayList<>();

  /** The counts of an execution on a store: {@link #below} has those of its plan. */
  public OperatorCounts(PlanSource plain) {
    this.plain = plain;
    this.meter = TransactionMeter.ofReads(plain.clock());
    this.source = plain.metered(meter);
  }

  /** The counts of what this operator reads; all zero before it has opened it. */
  public synchronized OperatorCounts below(PlanNode plan) {
    return below.computeIfAbsent(plan, unused -> added());
  }

  private OperatorCounts added() {
    OperatorCounts counts = new OperatorCounts(plain);
    inOrder.add(counts);
    return counts;
  }

  /** Opens the operator of these counts. */
  RecordCursor<Row> open(PlanNode plan, PlanRun run, Continuation from) {
    opened.incrementAndGet();
    return new Counted(plan.open(run.counted(source, this), from), rows);
  }

  /** How often the operator was opened: once, or once for each value of a list. */
  public long opened() {
    return opened.get();
  }

  /** The rows that the operator has given. */
  public long rows() {
    return rows.get();
  }

  /** What it has read itself. */
  public Reads own() {
    Map<RecordCounter, Long> counts = meter.counts();
    return new Reads(
        counts.getOrDefault(RecordCounter.READS, 0L)
            + counts.getOrDefault(RecordCounter.RANGE_READS, 0L),
        counts.getOrDefault(RecordCounter.KEYS_READ, 0L),
        counts.getOrDefault(RecordCounter.BYTES_READ, 0L));
  }

  /** What it has read, and those that it reads. */
  public synchronized Reads whole() {
    return inOrder.stream().map(OperatorCounts::whole).reduce(own(), Reads::and);
  }

  /** The same rows, each of which is counted when it is given. */
  private record Counted(RecordCursor<Row> source, AtomicLong rows) implements RecordCursor<Row> {
    @Override
    public CompletableFuture<CursorResult<Row>> next() {
      return source
          .next()
          .thenApply(
              result -> {
                if (result.hasNext()) {
                  rows.incrementAndGet();
                }
                return result;
              });
    }

    @Override
    public void close() {
      source.close();
    }
  }
}
