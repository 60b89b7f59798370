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
import org.jspecify.annotations.Nullable;

/**
 * The counts of an operator and of the operators below it, in one execution. An operator that
 * occurs twice in a plan has separate counts for each place. A request counts for the operator that
 * sends it, when it is sent. The keys of an answer count for the same operator, when the answer
 * arrives. Safe for use by many threads.
 */
public final class OperatorCounts {
  /**
   * The reads of an operator.
   *
   * @param requests the gets and range reads that were sent
   * @param keys the keys that were returned
   * @param bytes the bytes of these keys and their values
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

  /**
   * Creates the counts of an execution on a store. {@link #below} returns the counts of its plan.
   */
  public OperatorCounts(PlanSource plain) {
    this.plain = plain;
    this.meter = TransactionMeter.ofReads(plain.clock());
    this.source = plain.metered(meter);
  }

  /** The counts of an operator directly below this one; all zero until it is opened. */
  public synchronized OperatorCounts below(PlanNode plan) {
    return below.computeIfAbsent(plan, unused -> added());
  }

  private OperatorCounts added() {
    OperatorCounts counts = new OperatorCounts(plain);
    inOrder.add(counts);
    return counts;
  }

  /** Opens the operator to which these counts belong. */
  RecordCursor<Row> open(PlanNode plan, PlanRun run, Continuation from) {
    opened.incrementAndGet();
    return new Counted(plan.open(run.counted(source, this), from), rows);
  }

  /** The number of times that the operator was opened: once, or once for each value of a list. */
  public long opened() {
    return opened.get();
  }

  /** The rows that the operator has returned. */
  public long rows() {
    return rows.get();
  }

  /** The reads of this operator alone. */
  public Reads own() {
    Map<RecordCounter, Long> counts = meter.counts();
    return new Reads(
        counts.getOrDefault(RecordCounter.READS, 0L)
            + counts.getOrDefault(RecordCounter.RANGE_READS, 0L),
        counts.getOrDefault(RecordCounter.KEYS_READ, 0L),
        counts.getOrDefault(RecordCounter.BYTES_READ, 0L));
  }

  /** The reads of this operator and of all operators below it. */
  public synchronized Reads whole() {
    return inOrder.stream().map(OperatorCounts::whole).reduce(own(), Reads::and);
  }

  /** A cursor with the same rows, which counts each row that it returns. */
  private record Counted(RecordCursor<Row> source, AtomicLong rows) implements RecordCursor<Row> {
    @Override
    public CompletableFuture<CursorResult<Row>> next() {
      return source.next().thenApply(this::counted);
    }

    @Override
    public @Nullable CursorResult<Row> atHand() {
      CursorResult<Row> result = source.atHand();
      return result == null ? null : counted(result);
    }

    private CursorResult<Row> counted(CursorResult<Row> result) {
      if (result.hasNext()) {
        rows.incrementAndGet();
      }
      return result;
    }

    @Override
    public void close() {
      source.close();
    }
  }
}
