package dev.tenure.campaigns.simulation.queues;

import dev.tenure.campaigns.simulation.application.Application;
import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.consumer.Effects;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The handlers of one consumer process, one for each kind of work. */
final class SimulatedHandlers {
  private static final int FLAKY_ATTEMPTS = 2;
  private static final int LATE_MILLIS_MAX = 5_000;
  private static final Duration SNOOZE = Duration.ofMillis(500);

  private final SimulatedWorld world;
  private final SimulatedProcess process;
  private final Set<String> effectsApplied = new HashSet<>();

  SimulatedHandlers(SimulatedWorld world, SimulatedProcess process) {
    this.world = world;
    this.process = process;
  }

  Handlers handlers() {
    Handlers.Builder builder = Handlers.builder();
    for (WorkKind kind : WorkKind.values()) {
      if (kind != WorkKind.STRANGE) {
        builder.on(kind.type(), (number, context) -> handle(kind, number, context));
      }
    }
    return builder.build();
  }

  private CompletionStage<Outcome> handle(WorkKind kind, String number, WorkContext context) {
    return switch (kind) {
      case EFFECT, CHAIN -> completed(effects(kind, number, context));
      case FLAKY -> flaky(number, context);
      case SLOW -> slow(() -> effects(WorkKind.SLOW, number, context), context);
      case SPOILED -> slow(() -> spoil(number), context);
      case HANGING ->
          context.item().errors() == 0
              ? hanging(number, context)
              : completed(effects(kind, number, context));
      case ERRING -> erring(number, context);
      case SNOOZING ->
          completed(
              context.item().leases() <= 1
                  ? Outcome.snooze(SNOOZE)
                  : effects(kind, number, context));
      case PLAIN -> completed(finish(number, Outcome.done()));
      case UNWANTED -> completed(finish(number, Outcome.discard("not wanted")));
      case POISON -> throw new PermanentException("order " + number + " is poison");
      case GARBLED, STRANGE ->
          throw new InvariantViolation("a handler was called for " + kind + " " + number);
    };
  }

  private CompletionStage<Outcome> erring(String number, WorkContext context) {
    if (context.item().errors() == 0) {
      world.edges.hit(Edge.ERROR_THROWN);
      throw new StackOverflowError("planted, for order " + number);
    }
    return completed(effects(WorkKind.ERRING, number, context));
  }

  /** Half of them come back some time after they were told to give up. */
  private CompletionStage<Outcome> hanging(String number, WorkContext context) {
    if (process.random().nextBoolean()) {
      return new CompletableFuture<>();
    }
    long late = process.random().nextLong(LATE_MILLIS_MAX);
    return context
        .cancellation()
        .thenCompose(
            cancelled -> later(late, () -> effects(WorkKind.HANGING, number, context), context));
  }

  private CompletableFuture<Outcome> later(
      long millis, Supplier<Outcome> outcome, WorkContext context) {
    CompletableFuture<Outcome> later = new CompletableFuture<>();
    Runnable comeBack =
        () -> {
          if (context.cancelled()) {
            world.edges.hit(Edge.LATE_RETURN);
          }
          try {
            later.complete(outcome.get());
          } catch (PermanentException e) {
            later.completeExceptionally(e);
          }
        };
    var unused = process.timer().schedule(comeBack, millis, TimeUnit.MILLISECONDS);
    return later;
  }

  private CompletionStage<Outcome> flaky(String number, WorkContext context) {
    int failures = 1 + Math.floorMod(number.hashCode(), FLAKY_ATTEMPTS);
    if (context.item().errors() < failures) {
      return CompletableFuture.failedFuture(
          new IllegalStateException("attempt " + context.attempt() + " of " + number));
    }
    return completed(effects(WorkKind.FLAKY, number, context));
  }

  private static Outcome spoil(String number) {
    throw new PermanentException("order " + number + " is spoiled");
  }

  private CompletionStage<Outcome> slow(Supplier<Outcome> outcome, WorkContext context) {
    long leaseMillis = world.options.times().itemLease().toMillis();
    long millis = process.random().nextLong(leaseMillis * 2);
    return later(millis, outcome, context);
  }

  private Outcome finish(String number, Outcome outcome) {
    world.ledger.finish(number);
    return outcome;
  }

  /** Local items belong to no tenant: they are just done. */
  private Outcome effects(WorkKind kind, String number, WorkContext context) {
    if (context.local()) {
      return finish(number, Outcome.done());
    }
    Effects effects =
        transaction -> {
          if (!effectsApplied.add(number)) {
            world.edges.hit(Edge.EFFECTS_REPEATED);
          }
          if (kind == WorkKind.CHAIN) {
            world.edges.hit(Edge.ITEM_CHAINED);
          }
          Instant bound = world.scheduler.now().plus(Tuning.defaults().effectsBound());
          return Application.applyEffects(transaction, number, kind, context.item())
              .whenComplete(
                  (done, error) -> {
                    // Effects that outlast their bound, or their transaction, find it closed.
                    boolean late = !world.scheduler.now().isBefore(bound) || isClosed(transaction);
                    if (error != null && !late) {
                      world.expectGivingUp("the effects of " + number, error);
                    }
                  });
        };
    return Outcome.done(effects);
  }

  private static boolean isClosed(TenantTransaction transaction) {
    try {
      transaction.context().addLastWrite(() -> {});
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  private static CompletionStage<Outcome> completed(Outcome outcome) {
    return CompletableFuture.completedFuture(outcome);
  }
}
