package dev.tenure.record.cursor;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Scans of numbers in memory that cost what scans cost: each row is charged and takes time, and its
 * result may be there later. What is done later is done in an order drawn from a seed, on one
 * thread.
 */
final class MemoryScans {
  private final RandomGenerator random;
  private final List<Runnable> later = new ArrayList<>();
  private long millis;
  int opened;
  int closed;

  /** Time that passes with each row. */
  final InstantSource clock = this::now;

  MemoryScans(RandomGenerator random) {
    this.random = random;
  }

  private Instant now() {
    return Instant.ofEpochMilli(millis);
  }

  /** A result now or later. */
  <T> CompletableFuture<T> later(Supplier<T> result) {
    if (random.nextInt(3) > 0) {
      return CompletableFuture.completedFuture(result.get());
    }
    CompletableFuture<T> future = new CompletableFuture<>();
    later.add(() -> future.complete(result.get()));
    return future;
  }

  /** Does what is waited for. */
  <T> T join(CompletableFuture<T> future) {
    while (!future.isDone()) {
      later.remove(random.nextInt(later.size())).run();
    }
    return future.join();
  }

  /** One execution of a cursor, within the options' limits but for a row of each scan. */
  <T> List<CursorResult<T>> run(BudgetedSource<T> source, Continuation from, ScanOptions options) {
    opened = 0;
    ScanBudget budget = new ScanBudget(options.limits(), clock);
    List<CursorResult<T>> results =
        join(CursorLaw.results(Cursors.page(options, from, at -> source.open(budget, at))));
    long most = options.recordsMax() == 0 ? Long.MAX_VALUE : options.recordsMax() + opened;
    assertTrue(budget.records() <= most, () -> budget.records() + " rows, at most " + most);
    return results;
  }

  /** Opens a cursor whose scans share a budget. */
  interface BudgetedSource<T> {
    RecordCursor<T> open(ScanBudget budget, Continuation from);
  }

  RecordCursor<Integer> scan(
      String name, List<Integer> rows, ScanBudget budget, Continuation from) {
    return from.isEnd() ? new EndedCursor<>() : new Scan(name, rows, budget, from);
  }

  /** Positions are indexes into the rows. */
  private final class Scan implements RecordCursor<Integer> {
    private final List<Integer> rows;
    private final LeafScan scan;
    private int next;
    private boolean open = true;

    Scan(String name, List<Integer> rows, ScanBudget budget, Continuation from) {
      long fingerprint = Fingerprint.of(name);
      this.rows = rows;
      this.next = from.isStart() ? 0 : ByteBuffer.wrap(from.position(fingerprint, name)).getInt();
      this.scan = new LeafScan(fingerprint, from, budget, 0);
      opened++;
    }

    @Override
    public CompletableFuture<CursorResult<Integer>> next() {
      Optional<CursorResult.Stop<Integer>> stop = scan.stop();
      return stop.isPresent() ? CompletableFuture.completedFuture(stop.get()) : later(this::read);
    }

    private CursorResult<Integer> read() {
      if (next == rows.size()) {
        return CursorResult.Stop.exhausted();
      }
      millis += CursorLaw.ROW_TIME.toMillis();
      int row = rows.get(next++);
      byte[] position = ByteBuffer.allocate(Integer.BYTES).putInt(next).array();
      return new CursorResult.Value<>(row, scan.read(position, CursorLaw.ROW_BYTES));
    }

    @Override
    public void close() {
      closed += open ? 1 : 0;
      open = false;
    }
  }
}
