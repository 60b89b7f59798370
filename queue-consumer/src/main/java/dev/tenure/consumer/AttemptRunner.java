package dev.tenure.consumer;

import dev.tenure.consumer.Registration.Call;
import dev.tenure.queue.PayloadException;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.trace.TracePropagation;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 3, line 2: decodes an item, calls its handler within its bound, and decides what is to
 * become of the item. Whatever code of the application throws ends the attempt as a failed one, and
 * the worker's slot is given back once. Thread-safe.
 */
final class AttemptRunner {
  private final Environment environment;
  private final Handlers handlers;
  private final Verdicts verdicts;
  private final ItemEnds ends;
  private final Places places;
  private final Tracing tracing;
  private final Consumer<Held> leaveSlot;

  /** An item whose handler is being called, and what that takes. */
  private record Running(Held held, Registration<?> registration, Call call) {
    WorkPolicy policy() {
      return registration.policy();
    }
  }

  /**
   * @param leaveSlot gives the item's slot back, at most once however often it is called
   */
  AttemptRunner(
      Environment environment,
      Handlers handlers,
      Verdicts verdicts,
      ItemEnds ends,
      Places places,
      Tracing tracing,
      Consumer<Held> leaveSlot) {
    this.environment = environment;
    this.handlers = handlers;
    this.verdicts = verdicts;
    this.ends = ends;
    this.places = places;
    this.tracing = tracing;
    this.leaveSlot = leaveSlot;
  }

  /** Runs an item whose phase is RUNNING. Never throws. */
  void run(Held held) {
    try {
      begin(held);
    } catch (Throwable e) { // code of the application may throw anything
      fail(held, e, policy(held));
    }
  }

  private WorkPolicy policy(Held held) {
    return handlers
        .find(held.item().type())
        .map(Registration::policy)
        .orElse(WorkPolicy.defaults());
  }

  private void begin(Held held) {
    if (!held.startedAt().isBefore(held.lease().until())) {
      // Nobody has begun it: given back, it is no attempt that vanished.
      finish(held, new Ending.Release());
      return;
    }
    Optional<Registration<?>> found = handlers.find(held.item().type());
    if (found.isEmpty()) {
      finish(held, verdicts.parked("its type has no handler here"));
      return;
    }
    Registration<?> registration = found.get();
    Optional<Ending> givenUp = verdicts.beforeStart(held, registration.policy());
    if (givenUp.isPresent()) {
      finish(held, givenUp.get());
      return;
    }
    WorkItem item = held.item();
    Call call;
    try {
      call = registration.decode(item.schemaVersion(), item.body().orElseThrow());
    } catch (PayloadException e) {
      finish(held, () -> ends.endFailed(held, verdicts.parked(FailureText.of(e)), e));
      return;
    }
    tellStarted(held);
    attempt(new Running(held, registration, call), registration.policy().inlineRetries());
  }

  private void tellStarted(Held held) {
    places.started();
    environment.meters().count(Meter.STARTED);
    Duration waited = Duration.between(held.vested(), held.startedAt());
    if (!held.home().isLocal()) {
      environment.meters().top().started(held.tenant(), waited);
    }
    Duration atLeastZero = waited.isNegative() ? Duration.ZERO : waited;
    environment
        .notices()
        .tell(listener -> listener.itemStarted(held.item(), held.tenant(), atLeastZero));
  }

  private void attempt(Running running, int retriesLeft) {
    Held held = running.held();
    Attempt attempt = new Attempt(held, environment, tracing.begin(held));
    if (!held.attach(attempt)) {
      attempt.traced().end(null);
      leaveSlot.accept(held);
      return;
    }
    Deadlines.Deadline overrun =
        environment
            .deadlines()
            .after(running.policy().executionBound(), () -> overrun(running, attempt));
    whenFinished(
        called(running.call(), attempt),
        (outcome, error) -> {
          overrun.cancel();
          attempt.traced().end(error);
          if (attempt.settle()) {
            finished(running, attempt, outcome, error, retriesLeft);
          }
        });
  }

  @SuppressWarnings("NullAway") // code of the application may return null though it must not
  private static CompletionStage<Outcome> called(Call call, Attempt attempt) {
    TracePropagation.Scope scope = attempt.traced().open();
    try {
      CompletionStage<Outcome> stage = call.run(attempt);
      return stage != null
          ? stage
          : CompletableFuture.failedFuture(
              new NullPointerException("the handler returned no stage"));
    } catch (Throwable e) { // code of the application may throw anything
      return CompletableFuture.failedFuture(e);
    } finally {
      scope.close();
    }
  }

  /** At once when the handler is done already, else on our executor and not on its thread. */
  private void whenFinished(
      CompletionStage<Outcome> stage, BiConsumer<@Nullable Outcome, @Nullable Throwable> then) {
    if (stage instanceof CompletableFuture<Outcome> future && future.isDone()) {
      environment.whenDoneInline(future, then);
    } else {
      environment.whenDone(stage, environment.executor(), then);
    }
  }

  private void finished(
      Running running,
      Attempt attempt,
      @Nullable Outcome outcome,
      @Nullable Throwable error,
      int retriesLeft) {
    Held held = running.held();
    if (error == null && outcome != null) {
      judge(running, outcome);
      return;
    }
    Throwable why =
        error != null ? error : new NullPointerException("the handler returned no outcome");
    if (attempt.cancelled()) {
      // The consumer stops: that the handler gave up is not its fault.
      finish(held, new Ending.Release());
    } else if (retriesLeft > 0 && !Verdicts.permanent(why, running.policy())) {
      again(running, retriesLeft - 1);
    } else {
      fail(held, why, running.policy());
    }
  }

  private void judge(Running running, Outcome outcome) {
    Ending ending;
    try {
      ending = verdicts.of(outcome, running.held(), running.policy());
    } catch (Throwable e) { // a stage may hold what is no outcome
      fail(running.held(), e, running.policy());
      return;
    }
    finish(running.held(), ending);
  }

  private void again(Running running, int retriesLeft) {
    try {
      attempt(running, retriesLeft);
    } catch (Throwable e) { // code of the application may throw anything
      fail(running.held(), e, running.policy());
    }
  }

  private void overrun(Running running, Attempt attempt) {
    if (attempt.settle()) {
      WorkPolicy policy = running.policy();
      Throwable error =
          new TimeoutException(
              "the handler ran longer than its bound of " + policy.executionBound());
      fail(running.held(), error, policy);
      attempt.cancel();
      attempt.traced().end(error);
    }
  }

  private void finish(Held held, Ending ending) {
    finish(held, () -> ends.end(held, ending));
  }

  private void fail(Held held, Throwable error, WorkPolicy policy) {
    Ending ending = verdicts.failed(error, held, policy);
    finish(held, () -> ends.endFailed(held, ending, error));
  }

  private void finish(Held held, Runnable end) {
    try {
      if (held.beginEnding(Held.Phase.RUNNING)) {
        end.run();
      }
    } finally {
      leaveWhenQuiet(held);
    }
  }

  /** The item's slot is free once no thread is busy with it any more. */
  private void leaveWhenQuiet(Held held) {
    Attempt attempt = held.attempt();
    if (attempt == null) {
      leaveSlot.accept(held);
    } else if (!attempt.whenQuiet(() -> leaveSlot.accept(held))) {
      // Work that outlasts its handler has the handler's bound.
      var unused = environment.deadlines().after(policy(held).executionBound(), attempt::cancel);
    }
  }

  /** Whatever the handler says from now on is ignored; it is told to give up. */
  void abandon(Held held) {
    Attempt attempt = held.attempt();
    leaveWhenQuiet(held);
    if (attempt != null) {
      attempt.settle();
      attempt.cancel();
      attempt.traced().end(null);
    }
  }
}
