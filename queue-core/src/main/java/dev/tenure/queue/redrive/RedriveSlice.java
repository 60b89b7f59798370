package dev.tenure.queue.redrive;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.RetryListener;
import dev.tenure.record.database.RunOptions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Changes the letters of one plan in one transaction. The plan was made before the transaction, and
 * stays the same when the transaction is retried. Meanwhile a letter of the plan may have been
 * redriven, by another caller or by an attempt with an unknown result, and have died again. It is
 * then a new letter, which differs in its time and its number of leases, and is left alone. For a
 * single use.
 */
final class RedriveSlice {
  private final String zone;
  private final RedriveAction action;
  private final List<Named> letters;
  private volatile Changes attempt = Changes.NONE;
  private volatile Changes maybe = Changes.NONE;

  /** A letter of the plan. An item is leased at least once more before it dies again. */
  private record Named(String id, Instant at, int leases) {
    static Named of(DeadLetter letter) {
      return new Named(letter.item().id(), letter.at(), letter.item().leases());
    }
  }

  /** The result of the transaction. */
  record Changes(int changed, int gone) {
    static final Changes NONE = new Changes(0, 0);
  }

  RedriveSlice(String zone, RedriveAction action, List<DeadLetter> letters) {
    this.zone = zone;
    this.action = action;
    this.letters = letters.stream().map(Named::of).toList();
  }

  /** Commits the changes. Returns the number of changed letters and of letters that were gone. */
  CompletableFuture<Changes> commit(QueueCluster cluster, TenantId tenant) {
    if (letters.isEmpty()) {
      return CompletableFuture.completedFuture(Changes.NONE);
    }
    RunOptions run =
        RunOptions.defaults().withName("redrive-slice").withRetryListener(this::retrying);
    return cluster.run(run, tenant, this::change).thenApply(this::settled);
  }

  /**
   * The changes of the slice. If an attempt with an unknown result was in fact committed, the next
   * attempt found nothing to change, and the earlier attempt's changes count.
   */
  private Changes settled(Changes last) {
    return last.changed() == 0 && maybe.changed() > 0 ? maybe : last;
  }

  private void retrying(RetryListener.Retry retry) {
    if (retry.maybeCommitted() && attempt.changed() > 0) {
      maybe = attempt;
    }
  }

  private CompletableFuture<Changes> change(TenantTransaction transaction) {
    QueueZone in = transaction.zone(zone);
    int[] changed = new int[1];
    attempt = Changes.NONE;
    return AsyncLoop.forEach(
            letters, letter -> change(in, letter).thenAccept(done -> changed[0] += done ? 1 : 0))
        .thenApply(
            done -> {
              attempt = new Changes(changed[0], letters.size() - changed[0]);
              return attempt;
            });
  }

  private CompletableFuture<Boolean> change(QueueZone in, Named letter) {
    return in.findDeadLetter(letter.id())
        .thenCompose(
            found ->
                found.map(Named::of).equals(Optional.of(letter))
                    ? act(in, letter.id())
                    : CompletableFuture.completedFuture(false));
  }

  private CompletableFuture<Boolean> act(QueueZone in, String id) {
    return switch (action) {
      case REDRIVE -> in.redrive(id).thenApply(outcome -> outcome == ZoneOutcome.DONE);
      case DELETE -> in.removeDeadLetter(id);
    };
  }
}
