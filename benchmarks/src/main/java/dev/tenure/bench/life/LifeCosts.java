package dev.tenure.bench.life;

import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.bench.fleet.Site;
import dev.tenure.bench.report.Table;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.pointer.VisitResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Counts the keys that each step of an item's life reads and writes. A separate process with warm
 * caches makes each step once. The counts of its transactions are divided by the number of items.
 */
final class LifeCosts {
  static final List<Integer> BATCHES = List.of(1, 8, 128);

  private static final Duration MIN_INACTIVE = Duration.ofSeconds(30);

  /** For the last transaction to be answered. */
  private static final Duration SETTLING = Duration.ofMillis(600);

  private static final int WARM = 0;

  private final long seed;
  private final int items;
  private final Table table =
      new Table(
          "life",
          List.of(
              "step",
              "items",
              "transactions",
              "reads",
              "range_reads",
              "keys_read",
              "keys_written",
              "ranges_cleared"));

  /**
   * Creates the measurement.
   *
   * @param items the number of items completed for each size of batch, in addition to one; even
   */
  LifeCosts(long seed, int items) {
    this.seed = seed;
    this.items = items;
  }

  /** Measures. The table has one row for each step; each number is per item. */
  Table measure() {
    enqueues();
    BATCHES.forEach(this::visit);
    BATCHES.forEach(this::completion);
    return table;
  }

  private void enqueues() {
    try (LifeFixture fixture = new LifeFixture(seed, MIN_INACTIVE, 2)) {
      Site site = fixture.fleet().open("site", ServiceTimes.none());
      enqueue(fixture, site, 1, 1);
      visitAll(fixture, site);
      TransactionCounts before = TransactionCounts.of(site, "enqueue");
      enqueue(fixture, site, WARM, 1);
      before = add("enqueue, pointer absent", 1, site, "enqueue", before);
      enqueue(fixture, site, WARM, 1);
      add("enqueue, pointer awake", 1, site, "enqueue", before);
      add(
          "enqueue, the check after it",
          1,
          site,
          "wake-check",
          new TransactionCounts(0, 0, 0, 0, 0, 0));
      for (int batch : BATCHES) {
        before = TransactionCounts.of(site, "enqueue");
        enqueue(fixture, site, WARM, batch);
        add("enqueue together, pointer awake", batch, site, "enqueue", before);
      }
      visitAll(fixture, site);
      before = TransactionCounts.of(site, "enqueue");
      enqueue(fixture, site, WARM, 1);
      add("enqueue, pointer asleep", 1, site, "enqueue", before);
    }
  }

  private static void enqueue(LifeFixture fixture, Site site, int tenant, int items) {
    fixture.fleet().scheduler().join(LifeFixture.enqueue(site, tenant, items, Duration.ZERO));
    fixture.fleet().scheduler().runFor(Duration.ofMillis(1));
  }

  private static void visitAll(LifeFixture fixture, Site site) {
    VisitResult result = fixture.visit(site, 1_000);
    if (!(result instanceof VisitResult.Taken taken) || taken.moreVested()) {
      throw new IllegalStateException("the visit did not take all items: " + result);
    }
  }

  private void visit(int items) {
    try (LifeFixture fixture = new LifeFixture(seed, MIN_INACTIVE, 1)) {
      Site site = fixture.fleet().open("site", ServiceTimes.none());
      enqueue(fixture, site, WARM, items + 1);
      fixture.visit(site, 1);
      TransactionCounts before = TransactionCounts.of(site, "visit");
      fixture.visit(site, items);
      add("visit", items, site, "visit", before);
    }
  }

  private void completion(int batch) {
    try (LifeFixture fixture = new LifeFixture(seed, MIN_INACTIVE, 1)) {
      Site site = fixture.fleet().open("site", ServiceTimes.none());
      enqueue(fixture, site, WARM, 1 + items / 2);
      enqueue(fixture, site, WARM, items / 2);
      Site at = fixture.fleet().open("consumer", ServiceTimes.twoDatacenters());
      Handlers handlers =
          Handlers.builder()
              .on(
                  LifeFixture.TYPE,
                  (text, context) -> CompletableFuture.completedFuture(Outcome.done()))
              .build();
      ConsumerOptions options =
          ConsumerOptions.defaults("consumer")
              .withTuning(Tuning.defaults().withCompletionsMax(batch));
      Consumer consumer = at.start(options, handlers, new ConsumerListener() {});
      fixture
          .fleet()
          .scheduler()
          .runUntil(() -> consumer.status().items().completed() > items, "the items");
      fixture.fleet().scheduler().runFor(SETTLING);
      TransactionCounts done = TransactionCounts.of(at, "complete");
      add("completion, at most " + batch + " together", items + 1, done);
      consumer.halt();
    }
  }

  private TransactionCounts add(
      String step, int items, Site site, String run, TransactionCounts before) {
    TransactionCounts now = TransactionCounts.of(site, run);
    add(step, items, now.minus(before));
    return now;
  }

  private void add(String step, int items, TransactionCounts counts) {
    double each = items;
    table.add(
        step,
        items,
        counts.transactions() / each,
        counts.reads() / each,
        counts.rangeReads() / each,
        counts.keysRead() / each,
        counts.keysWritten() / each,
        counts.rangesCleared() / each);
  }
}
