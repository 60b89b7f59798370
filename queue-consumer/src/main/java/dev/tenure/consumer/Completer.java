package dev.tenure.consumer;

import dev.tenure.consumer.Completion.Applied;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.FdbErrorPredicates;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Commits what became of items, many to a transaction. Ends with effects of one tenant share a
 * lane, so they never conflict with one another; all others share their cluster's. Thread-safe.
 */
final class Completer implements Batches.Committer<Completer.Lane, Completion> {
  private static final Duration POSTPONE_LEAST = Duration.ofMillis(50);
  private static final Duration POSTPONE_MOST = Duration.ofSeconds(1);

  private final Environment environment;
  private final Health health;
  private final Batches<Lane, Completion> batches;
  private final RunOptions run =
      RunOptions.defaults()
          .withName("complete")
          .withAttemptsMax(5)
          .withDelays(Duration.ofMillis(5), Duration.ofMillis(100));

  /** Ends with effects of one tenant have a lane, ends without have one for the cluster. */
  record Lane(QueueCluster cluster, Optional<TenantId> tenant) {}

  Completer(Environment environment, Health health) {
    this.environment = environment;
    this.health = health;
    this.batches = new Batches<>(environment, this);
  }

  /**
   * Writes the end. Fails with {@link EffectsException} when only its effects stand in the way,
   * with another error when it cannot be written while the lease lasts.
   */
  CompletableFuture<Applied> end(Held held, Ending ending) {
    Completion completion = new Completion(held, ending);
    add(completion);
    return completion.result();
  }

  private void add(Completion completion) {
    Home home = completion.held().home();
    if (home instanceof Home.OfCluster) {
      endLocal(completion);
    } else {
      Optional<TenantId> tenant =
          completion.ending().effectsToApply().map(effects -> home.tenant());
      batches.add(new Lane(home.cluster(), tenant), completion);
    }
  }

  @Override
  public int batchMax(Lane lane) {
    Tuning tuning = environment.options().tuning();
    return lane.tenant().isPresent() ? tuning.effectsMax() : tuning.completionsMax();
  }

  @Override
  public CompletableFuture<Void> commit(Lane lane, List<Completion> batch) {
    batch.forEach(completion -> completion.held().committing(true));
    return lane.cluster()
        .database()
        .run(run, context -> transaction(lane, context, batch).run())
        .whenComplete(
            (done, error) -> batch.forEach(completion -> completion.held().committing(false)))
        .thenAccept(applied -> committed(batch, applied));
  }

  private CompletionTransaction transaction(
      Lane lane, RecordContext context, List<Completion> batch) {
    return new CompletionTransaction(
        environment, new BatchTransaction(lane.cluster(), context), batch);
  }

  private static void committed(List<Completion> batch, List<Applied> applied) {
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).result().complete(applied.get(i));
    }
  }

  @Override
  public void failed(Completion completion, Throwable error) {
    if (error instanceof CulpritException culprit) {
      completion.result().completeExceptionally(culprit.verdict());
    } else if (DatabaseTrouble.isCause(error)) {
      postpone(completion, error);
    } else if (DatabaseTrouble.isRefusal(error)
        && completion.ending().effectsToApply().isPresent()) {
      completion.result().completeExceptionally(new EffectsException(error));
    } else {
      completion.result().completeExceptionally(error);
    }
  }

  /** Again later, while the lease lasts. */
  private void postpone(Completion completion, Throwable error) {
    if (!FdbErrorPredicates.conflict(error)) {
      noteRefusal(completion);
    }
    Instant until = completion.held().lease().until();
    if (!environment.deadlines().now().isBefore(until)) {
      completion.result().completeExceptionally(error);
      return;
    }
    int doublings = Math.min(completion.postpone(), 10);
    Duration delay = POSTPONE_LEAST.multipliedBy(1L << doublings);
    Duration capped = delay.compareTo(POSTPONE_MOST) < 0 ? delay : POSTPONE_MOST;
    environment.deadlines().after(capped, () -> add(completion));
  }

  /** The database is not well. */
  private void noteRefusal(Completion completion) {
    if (completion.refuse()) {
      String cluster = completion.held().home().cluster().name();
      health.refused(cluster);
      environment.whenDoneInline(completion.result(), (applied, error) -> health.settled(cluster));
    }
  }

  /** Local items are few: each has a transaction of its own. */
  private void endLocal(Completion completion) {
    Held held = completion.held();
    held.committing(true);
    environment.whenDone(
        held.home()
            .run(run, zone -> completion.ending().apply(zone, held.item().id(), held.leaseId())),
        environment.executor(),
        (outcome, error) -> endedLocal(completion, outcome, error));
  }

  private void endedLocal(
      Completion completion, @Nullable ZoneOutcome outcome, @Nullable Throwable error) {
    completion.held().committing(false);
    if (error != null) {
      failed(completion, RecordLayerException.of(error));
    } else if (outcome != null) {
      completion.result().complete(new Applied(outcome, false));
    }
  }
}
