package dev.tenure.consumer;

import dev.tenure.consumer.Completion.Applied;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.FdbErrorPredicates;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Commits what became of items, many to a transaction. Each lane is self-clocked: while one
 * transaction is on its way the next one's ends collect, so a busy lane batches and an idle one
 * does not wait. Ends with effects of one tenant share a lane, so they never conflict with one
 * another; all others share their cluster's. Thread-safe.
 */
final class Completer {
  private static final Duration POSTPONE_LEAST = Duration.ofMillis(50);
  private static final Duration POSTPONE_MOST = Duration.ofSeconds(1);

  private final Environment environment;
  private final Health health;
  private final Map<CompletionLane.Key, CompletionLane> lanes = new HashMap<>();
  private final RunOptions run =
      RunOptions.defaults()
          .withName("complete")
          .withAttemptsMax(5)
          .withDelays(Duration.ofMillis(5), Duration.ofMillis(100));

  Completer(Environment environment, Health health) {
    this.environment = environment;
    this.health = health;
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
    if (completion.held().home() instanceof Home.OfCluster) {
      endLocal(completion);
      return;
    }
    CompletionLane.Key key = key(completion);
    CompletionLane lane;
    boolean begin;
    synchronized (this) {
      lane = lanes.computeIfAbsent(key, absent -> lane(completion));
      begin = lane.add(completion);
    }
    if (begin) {
      environment.executor().execute(() -> flush(key, lane));
    }
  }

  private static CompletionLane.Key key(Completion completion) {
    Home home = completion.held().home();
    return new CompletionLane.Key(
        home.cluster().name(), completion.ending().effectsToApply().map(effects -> home.tenant()));
  }

  private CompletionLane lane(Completion completion) {
    Tuning tuning = environment.options().tuning();
    boolean effects = completion.ending().effectsToApply().isPresent();
    return new CompletionLane(
        completion.held().home().cluster(),
        effects ? tuning.effectsMax() : tuning.completionsMax());
  }

  private void flush(CompletionLane.Key key, CompletionLane lane) {
    List<Completion> batch;
    synchronized (this) {
      batch = lane.next();
      if (batch.isEmpty()) {
        lanes.remove(key);
      }
    }
    if (!batch.isEmpty() && !environment.lifeCycle().over()) {
      environment.whenDone(
          commit(lane.cluster(), batch), environment.executor(), (done, error) -> flush(key, lane));
    }
  }

  /** Commits them together, or those that can be; never fails. */
  private CompletableFuture<Void> commit(QueueCluster cluster, List<Completion> batch) {
    batch.forEach(completion -> completion.held().committing(true));
    return cluster
        .database()
        .run(run, context -> new CompletionTransaction(environment, cluster, context, batch).run())
        .whenComplete(
            (done, error) -> batch.forEach(completion -> completion.held().committing(false)))
        .thenAccept(applied -> committed(batch, applied))
        .exceptionallyCompose(error -> separate(cluster, batch, FdbErrorPredicates.unwrap(error)));
  }

  private static void committed(List<Completion> batch, List<Applied> applied) {
    for (int i = 0; i < batch.size(); i++) {
      batch.get(i).result().complete(applied.get(i));
    }
  }

  /** Keeps those that cannot be committed from holding up the others. */
  private CompletableFuture<Void> separate(
      QueueCluster cluster, List<Completion> batch, Throwable error) {
    if (batch.size() == 1) {
      alone(batch.get(0), error);
      return CompletableFuture.completedFuture(null);
    }
    if (error instanceof CulpritException culprit) {
      List<Completion> others = new ArrayList<>(batch);
      Completion guilty = others.remove(culprit.index());
      return commit(cluster, others).thenCompose(done -> commit(cluster, List.of(guilty)));
    }
    if (DatabaseTrouble.isCause(error) && !FdbErrorPredicates.conflict(error)) {
      batch.forEach(completion -> postpone(completion, error));
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
    for (Completion completion : batch) {
      chain = chain.thenCompose(done -> commit(cluster, List.of(completion)));
    }
    return chain;
  }

  private void alone(Completion completion, Throwable error) {
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
      alone(completion, RecordLayerException.of(error));
    } else if (outcome != null) {
      completion.result().complete(new Applied(outcome, false));
    }
  }
}
