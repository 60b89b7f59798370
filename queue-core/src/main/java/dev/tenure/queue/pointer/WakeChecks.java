package dev.tenure.queue.pointer;

import dev.tenure.record.RecordContext;
import dev.tenure.record.RunOptions;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The second part of an enqueue (paper section 6): after a commit that saw its pointer awake, looks
 * once whether a visit put it to sleep meanwhile, and then nudges it. Off the producer's path, many
 * zones to a transaction, one transaction at a time. An optimization that can fail nobody: without
 * it the confirming visit finds the item within six seconds. Thread-safe.
 */
final class WakeChecks {
  private static final int ZONES_PER_TRANSACTION = 128;

  /** Beyond this many the checks are dropped: the confirming visits do their work. */
  private static final int PENDING_MAX = 10_000;

  private final PointerSpace space;
  private final RunOptions options =
      RunOptions.defaults().withName("wake-check").withAttemptsMax(5).withIdempotent(true);
  private final Deque<Check> pending = new ArrayDeque<>();
  private boolean running;

  private record Check(PointerRef ref, Instant vesting, String itemId) {}

  WakeChecks(PointerSpace space) {
    this.space = space;
  }

  void add(PointerRef ref, Instant vesting, String itemId) {
    synchronized (this) {
      if (pending.size() >= PENDING_MAX) {
        return;
      }
      pending.add(new Check(ref, vesting, itemId));
      if (running) {
        return;
      }
      running = true;
    }
    space.database().executor().execute(this::next);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failed check is made up for by a later visit
  private void next() {
    List<Check> batch = new ArrayList<>();
    synchronized (this) {
      while (!pending.isEmpty() && batch.size() < ZONES_PER_TRANSACTION) {
        batch.add(pending.poll());
      }
      if (batch.isEmpty()) {
        running = false;
        return;
      }
    }
    space
        .database()
        .run(options, context -> check(context, batch))
        .whenCompleteAsync((done, error) -> next(), space.database().executor());
  }

  private CompletableFuture<Void> check(RecordContext context, List<Check> batch) {
    CompletableFuture<?>[] all =
        batch.stream().map(check -> check(context, check)).toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(all);
  }

  private CompletableFuture<Void> check(RecordContext context, Check check) {
    PointerRef ref = check.ref();
    return space
        .entries()
        .read(context, ref.applicationId(), ref.tenant().user(), ref.zone())
        .thenCompose(
            found ->
                found.exists() && found.sleep() instanceof PointerEntries.Sleep.Asleep
                    ? nudge(context, check)
                    : CompletableFuture.completedFuture(null));
  }

  private CompletableFuture<Void> nudge(RecordContext context, Check check) {
    PointerWaker waker = PointerWaker.nudgingOnly(space, context, check.ref());
    return waker
        .prepare()
        .thenAccept(
            ready -> {
              waker.wake(check.vesting(), check.itemId());
              space.meters().lateNudge();
            });
  }
}
