package dev.tenure.campaigns.simulation.deployments;

import com.apple.foundationdb.FDBException;
import com.google.protobuf.ByteString;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.consumer.Effects;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** The handlers of one consumer process, one for each job. */
final class JobHandlers {
  private static final int TOO_OLD = 1007;
  private static final int NOT_COMMITTED = 1020;
  private static final int TOO_LARGE = 2101;

  /**
   * Slow effects are within their bound of 4 s. Effects that begin within 2 s of their transaction
   * share it: some two of them take longer than a transaction may.
   */
  private static final int EFFECTS_MILLIS_LEAST = 1_500;

  private static final int EFFECTS_MILLIS_MOST = 3_700;

  private static final Duration RETRY = Duration.ofMillis(300);

  /** Less than the bound of its execution. */
  private static final long SLOW_MILLIS_MAX = 9_000;

  private static final int LATE_MILLIS_MAX = 5_000;

  private final DeploymentWorld world;
  private final SimulatedProcess process;

  JobHandlers(DeploymentWorld world, SimulatedProcess process) {
    this.world = world;
    this.process = process;
  }

  Handlers of(Release release) {
    Handlers.Builder builder = Handlers.builder();
    for (Job job : Job.values()) {
      if (release.has(job)) {
        JobCodec codec = new JobCodec(job, id -> begin(job, id));
        builder.on(release.type(job, codec), (id, context) -> handle(job, id, context));
      }
    }
    return builder.build();
  }

  private void begin(Job job, String id) {
    world.attempts.begin(id, world.scheduler.now());
    if (job == Job.CODEC_SNEAKY || job == Job.CODEC_ERRING) {
      world.edges.hit(Edge.CODEC_MISBEHAVED);
    }
  }

  @SuppressWarnings("NullAway") // a handler may return null though it must not
  private CompletionStage<Outcome> handle(Job job, String id, WorkContext context) {
    CompletionStage<Outcome> stage = run(job, id, context);
    return stage == null ? null : world.attempts.watch(process, context, stage);
  }

  private CompletionStage<Outcome> run(Job job, String id, WorkContext context) {
    return switch (job) {
      case PLAIN, NEWCOMER -> completed(Outcome.done());
      case EFFECT -> completed(Outcome.done(tx -> save(tx, job, id)));
      case SLOW -> slow(job, id);
      case SLOW_EFFECTS -> slowEffects(job, id);
      case THROWING,
          SNEAKY,
          ERRING,
          SPEECHLESS,
          STAGELESS,
          OUTCOMELESS,
          DEAD_WITHOUT_REASON,
          RETRIED_WITHOUT_REASON,
          DISCARDED_WITHOUT_REASON,
          ENDLESS,
          LATE -> {
        world.edges.hit(Edge.MISBEHAVED);
        yield misbehave(job, id, context);
      }
      case EFFECTS_TOO_OLD,
          EFFECTS_IN_CONFLICT,
          EFFECTS_TOO_LARGE,
          EFFECTS_REFUSED,
          EFFECTS_ENDLESS,
          EFFECTS_ERRING ->
          completed(
              Outcome.done(
                  tx -> {
                    world.edges.hit(Edge.EFFECTS_MISBEHAVED);
                    return badEffects(job, id, tx);
                  }));
      case CODEC_SNEAKY, CODEC_ERRING, CODEC_UNREADABLE ->
          throw new IllegalStateException("a handler was called for " + job + " " + id);
    };
  }

  private CompletionStage<Outcome> slowEffects(Job job, String id) {
    int millis = process.random().nextInt(EFFECTS_MILLIS_LEAST, EFFECTS_MILLIS_MOST);
    Effects effects = tx -> later(Duration.ofMillis(millis)).thenCompose(done -> save(tx, job, id));
    return completed(Outcome.done(effects));
  }

  private CompletionStage<Outcome> slow(Job job, String id) {
    long most = Math.min(world.plan.itemLease().toMillis() * 3 / 2, SLOW_MILLIS_MAX);
    Duration takes = Duration.ofMillis(process.random().nextLong(most));
    Effects effects = tx -> save(tx, job, id);
    return later(takes).thenApply(done -> Outcome.done(effects));
  }

  @SuppressWarnings("NullAway") // what must not be null is, as planted
  private CompletionStage<Outcome> misbehave(Job job, String id, WorkContext context) {
    return switch (job) {
      case THROWING -> throw new IllegalStateException("planted, for " + id);
      case SNEAKY -> throw Sneaky.exception(new IOException("planted, for " + id));
      case ERRING -> throw new StackOverflowError("planted, for " + id);
      case SPEECHLESS -> CompletableFuture.failedFuture(new SpeechlessException());
      case OUTCOMELESS -> completed(null);
      case DEAD_WITHOUT_REASON -> completed(Outcome.deadLetter(null));
      case RETRIED_WITHOUT_REASON -> completed(Outcome.retryAfter(RETRY, null));
      case DISCARDED_WITHOUT_REASON -> completed(Outcome.discard(null));
      case ENDLESS -> new CompletableFuture<>();
      case LATE -> late(context);
      default -> null;
    };
  }

  /** Comes back some time after it was told to give up. */
  private CompletionStage<Outcome> late(WorkContext context) {
    Duration later = Duration.ofMillis(process.random().nextLong(LATE_MILLIS_MAX));
    return context
        .cancellation()
        .thenCompose(cancelled -> later(later))
        .thenApply(done -> Outcome.done());
  }

  private static CompletionStage<Void> badEffects(Job job, String id, TenantTransaction tx) {
    return switch (job) {
      case EFFECTS_TOO_OLD -> failing(TOO_OLD);
      case EFFECTS_IN_CONFLICT -> failing(NOT_COMMITTED);
      case EFFECTS_TOO_LARGE -> failing(TOO_LARGE);
      case EFFECTS_ENDLESS -> new CompletableFuture<>();
      case EFFECTS_ERRING -> throw new StackOverflowError("planted in effects, for " + id);
      default -> saveTwice(tx, id);
    };
  }

  private static CompletionStage<Void> failing(int code) {
    return CompletableFuture.failedFuture(new FDBException("planted in effects", code));
  }

  /** Two orders of one item, of which an index allows one. */
  private static CompletionStage<Void> saveTwice(TenantTransaction tx, String id) {
    SimulatedOrder.Builder order = SimulatedOrder.newBuilder().setItem("item of " + id);
    return tx.store()
        .save(order.setNumber(id + "/1").build())
        .thenCompose(saved -> tx.store().save(order.setNumber(id + "/2").build()))
        .thenApply(saved -> null);
  }

  private static CompletionStage<Void> save(TenantTransaction tx, Job job, String id) {
    SimulatedEffect effect =
        SimulatedEffect.newBuilder()
            .setNumber(id)
            .setType(job.type())
            .setLeaseId(ByteString.EMPTY)
            .build();
    return tx.store().save(effect).thenApply(saved -> null);
  }

  private CompletableFuture<Void> later(Duration delay) {
    CompletableFuture<Void> later = new CompletableFuture<>();
    var unused =
        process
            .timer()
            .schedule(() -> later.complete(null), delay.toMillis(), TimeUnit.MILLISECONDS);
    return later;
  }

  private static CompletionStage<Outcome> completed(Outcome outcome) {
    return CompletableFuture.completedFuture(outcome);
  }

  /** Fails once more when it is asked why. */
  private static final class SpeechlessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
      throw new IllegalStateException("planted: there are no words for it");
    }
  }
}
