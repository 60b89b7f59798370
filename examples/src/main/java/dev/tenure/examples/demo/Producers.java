package dev.tenure.examples.demo;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.proto.IndexNote;
import dev.tenure.examples.proto.Note;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.store.SaveMode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Saves the paragraphs, each with its item in one transaction, by several producers at the same
 * time. A paragraph that was saved before a crash is skipped, since its item was enqueued with it.
 */
final class Producers {
  private static final int PRODUCERS = 32;

  /** With more items than this waiting for a handler producers hold back: see {@link #hold}. */
  private static final int OUTSTANDING_MAX = 64;

  private static final long HOLD_MILLIS = 1;

  private final Deployment deployment;
  private final DemoRun run;
  private final Paragraphs paragraphs;
  private final PickupTimes pickups;
  private final Executor executor;
  private final ScheduledExecutorService timer;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong made = new AtomicLong();
  private final AtomicLong saved = new AtomicLong();
  private final AtomicLong found = new AtomicLong();
  private final AtomicLong aborted = new AtomicLong();
  private volatile boolean stopped;

  Producers(
      Deployment deployment,
      DemoRun run,
      Paragraphs paragraphs,
      PickupTimes pickups,
      Executor executor,
      ScheduledExecutorService timer) {
    this.deployment = deployment;
    this.run = run;
    this.paragraphs = paragraphs;
    this.pickups = pickups;
    this.executor = executor;
    this.timer = timer;
  }

  /** Thrown by a transaction that is aborted on purpose. */
  private static final class AbortedOnPurpose extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AbortedOnPurpose() {
      super("aborted on purpose", null, false, false);
    }
  }

  /** Creates the tenants, and then saves all paragraphs. Completes when all are saved. */
  CompletableFuture<Void> start() {
    return producers(run.tenants(), this::make)
        .thenCompose(done -> producers(run.items(), this::save));
  }

  /** Begins no further transaction. Transactions under way continue. */
  void stop() {
    stopped = true;
  }

  /** The number of tenants created or found so far. */
  long made() {
    return made.get();
  }

  /** The number of items saved, or found saved, so far. */
  long saved() {
    return saved.get();
  }

  /** The number of these items that an earlier, killed run had saved. */
  long found() {
    return found.get();
  }

  /** The number of transactions aborted on purpose so far. */
  long aborted() {
    return aborted.get();
  }

  private interface Step {
    CompletableFuture<?> run(long number);
  }

  private CompletableFuture<Void> producers(long count, Step step) {
    next.set(0);
    CompletableFuture<?>[] producers = new CompletableFuture<?>[PRODUCERS];
    for (int i = 0; i < PRODUCERS; i++) {
      producers[i] = produce(count, step);
    }
    return CompletableFuture.allOf(producers);
  }

  private CompletableFuture<Void> produce(long count, Step step) {
    if (pickups.outstanding() >= OUTSTANDING_MAX) {
      return hold().thenComposeAsync(done -> produce(count, step), executor);
    }
    long number = next.getAndIncrement();
    if (number >= count || stopped) {
      return CompletableFuture.completedFuture(null);
    }
    return step.run(number).thenComposeAsync(done -> produce(count, step), executor);
  }

  /**
   * Producers that save as fast as they can would measure the length of the backlog they build;
   * held back a little they measure how soon an item is picked up.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // nobody cancels it
  private CompletableFuture<Void> hold() {
    CompletableFuture<Void> held = new CompletableFuture<>();
    timer.schedule(() -> held.complete(null), HOLD_MILLIS, TimeUnit.MILLISECONDS);
    return held;
  }

  private CompletableFuture<Void> make(long number) {
    return deployment
        .createTenant(DemoSchema.tenant((int) number))
        .thenAccept(tenant -> made.incrementAndGet());
  }

  private CompletableFuture<Void> save(long number) {
    CompletableFuture<Void> first =
        run.aborted(number) ? abort(number) : CompletableFuture.completedFuture(null);
    return first
        .thenCompose(
            done ->
                deployment.run(
                    DemoSchema.tenant(run.tenantOf(number)), tx -> saveIfAbsent(tx, number)))
        .thenAccept(
            savedNow -> {
              saved.incrementAndGet();
              found.addAndGet(savedNow ? 0 : 1);
              if (savedNow && run.delay(number).isZero()) {
                pickups.committed(number);
              }
            });
  }

  private CompletableFuture<Boolean> saveIfAbsent(TenantTransaction tx, long number) {
    return tx.store()
        .load(DemoSchema.NOTE, Tuple.from(number))
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(false)
                    : save(tx, number, number, false).thenApply(done -> true));
  }

  /** Saves and enqueues as {@link #save} does, under a number of its own, and then fails. */
  private CompletableFuture<Void> abort(long number) {
    return deployment
        .<Void>run(
            DemoSchema.tenant(run.tenantOf(number)),
            tx ->
                save(tx, number, run.items() + number, true)
                    .thenCompose(done -> CompletableFuture.failedFuture(new AbortedOnPurpose())))
        .exceptionally(
            error -> {
              if (FdbErrorPredicates.unwrap(error) instanceof AbortedOnPurpose) {
                aborted.incrementAndGet();
                return null;
              }
              throw new IllegalStateException("item " + number + " could not be aborted", error);
            });
  }

  private CompletableFuture<Void> save(
      TenantTransaction tx, long number, long key, boolean toBeAborted) {
    Note note =
        Note.newBuilder()
            .setNumber(key)
            .setText(paragraphs.text(number))
            .setAborted(toBeAborted)
            .build();
    NewItem item =
        NewItem.of(DemoSchema.INDEX_NOTE, IndexNote.newBuilder().setNumber(key).build())
            .withDelay(run.delay(number))
            .withPriority(run.priority(number));
    return tx.store()
        .save(note, SaveMode.INSERT)
        .thenCompose(stored -> tx.zone().enqueue(item))
        .thenAccept(enqueued -> {});
  }
}
