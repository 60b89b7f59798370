package dev.tenure.consumer.run;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.Registration;
import dev.tenure.consumer.Registration.HandlerCall;
import dev.tenure.consumer.end.Ending;
import dev.tenure.consumer.end.FailurePolicy;
import dev.tenure.consumer.end.ItemEnds;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.Meter;
import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.RunningHandler;
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
 * Makes one attempt at an item: decodes it, calls its handler within the time bound, and decides
 * the item's end (Algorithm 3, line 2). Any exception or error of application code ends the attempt
 * as failed. The worker's slot is given back exactly once. Thread-safe.
 */
public final class AttemptRunner {
  private final Environment environment;
  private final Handlers handlers;
  private final FailurePolicy failurePolicy;
  private final ItemEnds ends;
  private final WorkerSlots slots;
  private final Tracing tracing;
  private final Consumer<InFlightItem> leaveSlot;

  /** An item whose handler is being called, with the objects of that call. */
  private record RunningAttempt(
      InFlightItem inFlight, Registration<?> registration, HandlerCall call) {
    WorkPolicy policy() {
      return registration.policy();
    }
  }

  /**
   * @param leaveSlot gives the item's slot back; calls after the first do nothing
   */
  AttemptRunner(
      Environment environment,
      Handlers handlers,
      FailurePolicy failurePolicy,
      ItemEnds ends,
      WorkerSlots slots,
      Tracing tracing,
      Consumer<InFlightItem> leaveSlot) {
    this.environment = environment;
    this.handlers = handlers;
    this.failurePolicy = failurePolicy;
    this.ends = ends;
    this.slots = slots;
    this.tracing = tracing;
    this.leaveSlot = leaveSlot;
  }

  /** Runs an item whose phase is RUNNING. Never throws. */
  void run(InFlightItem inFlight) {
    try {
      begin(inFlight);
    } catch (Throwable e) { // code of the application may throw anything
      fail(inFlight, e, policy(inFlight));
    }
  }

  private WorkPolicy policy(InFlightItem inFlight) {
    return handlers
        .find(inFlight.item().type())
        .map(Registration::policy)
        .orElse(WorkPolicy.defaults());
  }

  private void begin(InFlightItem inFlight) {
    if (!inFlight.startedAt().isBefore(inFlight.lease().until())) {
      // Nobody has begun it: given back, it is no attempt that vanished.
      finish(inFlight, new Ending.Release());
      return;
    }
    Optional<Registration<?>> found = handlers.find(inFlight.item().type());
    if (found.isEmpty()) {
      finish(inFlight, failurePolicy.parked("its type has no handler here"));
      return;
    }
    Registration<?> registration = found.get();
    Optional<Ending> givenUp = failurePolicy.beforeStart(inFlight, registration.policy());
    if (givenUp.isPresent()) {
      finish(inFlight, givenUp.get());
      return;
    }
    WorkItem item = inFlight.item();
    HandlerCall call;
    try {
      call = registration.decode(item.schemaVersion(), item.body().orElseThrow());
    } catch (PayloadException e) {
      finish(inFlight, () -> ends.endFailed(inFlight, failurePolicy.unreadable(e), e));
      return;
    }
    tellStarted(inFlight);
    attempt(
        new RunningAttempt(inFlight, registration, call), registration.policy().inlineRetries());
  }

  private void tellStarted(InFlightItem inFlight) {
    slots.started();
    environment.meters().count(Meter.STARTED);
    Duration waited = Duration.between(inFlight.vested(), inFlight.startedAt());
    if (!inFlight.home().isLocal()) {
      environment.meters().top().started(inFlight.tenant(), waited);
    }
    Duration atLeastZero = waited.isNegative() ? Duration.ZERO : waited;
    environment
        .listener()
        .tell(listener -> listener.itemStarted(inFlight.item(), inFlight.tenant(), atLeastZero));
  }

  private void attempt(RunningAttempt running, int retriesLeft) {
    InFlightItem inFlight = running.inFlight();
    HandlerAttempt attempt =
        new HandlerAttempt(inFlight, environment, slots, tracing.begin(inFlight));
    if (!inFlight.attach(attempt)) {
      attempt.traced().end(null);
      leaveSlot.accept(inFlight);
      return;
    }
    Scheduler.Scheduled overrun =
        environment
            .time()
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
  private static CompletionStage<Outcome> called(HandlerCall call, HandlerAttempt attempt) {
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

  /**
   * Continues at once if the handler has already finished; otherwise later, on the consumer's
   * executor and not on the handler's thread.
   */
  private void whenFinished(
      CompletionStage<Outcome> stage, BiConsumer<@Nullable Outcome, @Nullable Throwable> then) {
    if (stage instanceof CompletableFuture<Outcome> future && future.isDone()) {
      environment.whenDoneInline(future, then);
    } else {
      environment.whenDone(stage, environment.executor(), then);
    }
  }

  private void finished(
      RunningAttempt running,
      HandlerAttempt attempt,
      @Nullable Outcome outcome,
      @Nullable Throwable error,
      int retriesLeft) {
    InFlightItem inFlight = running.inFlight();
    if (error == null && outcome != null) {
      judge(running, outcome);
      return;
    }
    Throwable why =
        error != null ? error : new NullPointerException("the handler returned no outcome");
    if (attempt.cancelled()) {
      // The consumer stops: that the handler gave up is not its fault.
      finish(inFlight, new Ending.Release());
    } else if (retriesLeft > 0 && !FailurePolicy.permanent(why, running.policy())) {
      again(running, retriesLeft - 1);
    } else {
      fail(inFlight, why, running.policy());
    }
  }

  private void judge(RunningAttempt running, Outcome outcome) {
    Ending ending;
    try {
      ending =
          failurePolicy.of(
              tracing.traced(outcome, running.inFlight()), running.inFlight(), running.policy());
    } catch (Throwable e) { // a stage may hold what is no outcome
      fail(running.inFlight(), e, running.policy());
      return;
    }
    finish(running.inFlight(), ending);
  }

  private void again(RunningAttempt running, int retriesLeft) {
    try {
      attempt(running, retriesLeft);
    } catch (Throwable e) { // code of the application may throw anything
      fail(running.inFlight(), e, running.policy());
    }
  }

  private void overrun(RunningAttempt running, HandlerAttempt attempt) {
    if (attempt.settle()) {
      WorkPolicy policy = running.policy();
      Throwable error =
          new TimeoutException(
              "the handler ran longer than its bound of " + policy.executionBound());
      fail(running.inFlight(), error, policy);
      attempt.cancel();
      attempt.traced().end(error);
    }
  }

  private void finish(InFlightItem inFlight, Ending ending) {
    finish(inFlight, () -> ends.end(inFlight, ending));
  }

  private void fail(InFlightItem inFlight, Throwable error, WorkPolicy policy) {
    Ending ending = failurePolicy.failed(error, inFlight, policy);
    finish(inFlight, () -> ends.endFailed(inFlight, ending, error));
  }

  private void finish(InFlightItem inFlight, Runnable end) {
    try {
      if (inFlight.beginEnding(InFlightItem.ItemPhase.RUNNING)) {
        end.run();
      }
    } finally {
      leaveWhenQuiet(inFlight);
    }
  }

  /** Gives the item's slot back once no thread is busy with the item any more. */
  private void leaveWhenQuiet(InFlightItem inFlight) {
    RunningHandler handler = inFlight.handler();
    if (handler == null) {
      leaveSlot.accept(inFlight);
    } else if (!handler.whenQuiet(() -> leaveSlot.accept(inFlight))) {
      // Work that outlasts its handler has the handler's bound.
      var unused = environment.time().after(policy(inFlight).executionBound(), handler::cancel);
    }
  }

  /** Cancels the handler. Its outcome, should it still give one, is ignored. */
  void abandon(InFlightItem inFlight) {
    RunningHandler handler = inFlight.handler();
    leaveWhenQuiet(inFlight);
    if (handler != null) {
      handler.abandon();
    }
  }
}
