package dev.tenure.consumer;

import dev.tenure.consumer.Registration.Call;
import dev.tenure.queue.PayloadException;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.trace.TracePropagation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 3: runs leased items, as many at a time as there are workers, each within its bound.
 * What is to become of an item is decided here and committed by {@link ItemEnds}. Thread-safe.
 */
final class Worker {
  private final Environment environment;
  private final Handlers handlers;
  private final Verdicts verdicts;
  private final ItemEnds ends;
  private final Places places;
  private final Tracing tracing;
  private final LeaseKeeper leaseKeeper;
  private final FairQueue<Home, Held> ready = new FairQueue<>();
  private int running;

  Worker(
      Environment environment,
      Handlers handlers,
      Verdicts verdicts,
      ItemEnds ends,
      Places places,
      Tracing tracing) {
    this.environment = environment;
    this.handlers = handlers;
    this.verdicts = verdicts;
    this.ends = ends;
    this.places = places;
    this.tracing = tracing;
    this.leaseKeeper = new LeaseKeeper(environment, this::release, this::lose);
  }

  synchronized int running() {
    return running;
  }

  /** Algorithm 2, line 6: items just leased, each with a place taken. */
  void accept(List<Held> items) {
    items.forEach(leaseKeeper::keep);
    synchronized (this) {
      items.forEach(held -> ready.add(held.home(), held));
    }
    if (environment.lifeCycle().running()) {
      startNext();
    } else {
      releaseWaiting();
    }
  }

  private void startNext() {
    List<Held> starting = new ArrayList<>();
    synchronized (this) {
      while (running < environment.options().workers()) {
        Held next = ready.poll();
        if (next == null) {
          break;
        }
        starting.add(next);
        running++;
      }
    }
    starting.forEach(held -> environment.executor().execute(() -> start(held)));
  }

  private void start(Held held) {
    Instant now = environment.deadlines().now();
    if (environment.lifeCycle().over() || !held.begin(now)) {
      leaveSlot();
    } else if (!now.isBefore(held.lease().until())) {
      lose(held);
    } else {
      handlers
          .find(held.item().type())
          .ifPresentOrElse(
              registration -> start(held, registration),
              () -> finish(held, verdicts.parked("its type has no handler here")));
    }
  }

  private void start(Held held, Registration<?> registration) {
    Optional<Ending> givenUp = verdicts.beforeStart(held, registration.policy());
    if (givenUp.isPresent()) {
      finish(held, givenUp.get());
      return;
    }
    Call call;
    try {
      WorkItem item = held.item();
      call = registration.decode(item.schemaVersion(), item.body().orElseThrow());
    } catch (PayloadException e) {
      finish(held, verdicts.parked(FailureText.of(e)));
      return;
    } catch (RuntimeException | Error e) {
      finish(held, verdicts.failed(e, held, registration.policy()));
      return;
    }
    places.started();
    environment.meters().started.increment();
    Duration waited = Duration.between(held.vested(), held.startedAt());
    if (held.home() instanceof Home.OfTenant) {
      environment.meters().top.started(held.tenant(), waited);
    }
    environment.notices().started(held, waited.isNegative() ? Duration.ZERO : waited);
    run(held, registration, call, registration.policy().inlineRetries());
  }

  /** Line 2: one attempt, bounded. */
  private void run(Held held, Registration<?> registration, Call call, int retriesLeft) {
    Attempt attempt = new Attempt(held, environment.workerExecutor(), tracing.begin(held));
    if (!held.attach(attempt)) {
      attempt.traced().end(null);
      leaveSlot(held);
      return;
    }
    Deadlines.Deadline overrun =
        environment
            .deadlines()
            .after(
                registration.policy().executionBound(), () -> overrun(held, attempt, registration));
    whenFinished(
        called(call, attempt),
        (outcome, error) -> {
          overrun.cancel();
          attempt.traced().end(error);
          if (!attempt.settle()) {
            return;
          }
          if (error == null && outcome != null) {
            finish(held, attempt, verdicts.of(outcome, held, registration.policy()));
            return;
          }
          Throwable why =
              error != null ? error : new NullPointerException("the handler returned no outcome");
          if (attempt.cancelled()) {
            // The consumer stops: that the handler gave up is not its fault.
            finish(held, attempt, new Ending.Release());
          } else if (retriesLeft > 0 && !Verdicts.permanent(why, registration.policy())) {
            run(held, registration, call, retriesLeft - 1);
          } else {
            finish(held, attempt, verdicts.failed(why, held, registration.policy()));
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
    } catch (RuntimeException | Error e) {
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

  private void overrun(Held held, Attempt attempt, Registration<?> registration) {
    if (attempt.settle()) {
      attempt.cancel();
      Throwable error =
          new TimeoutException(
              "the handler ran longer than its bound of " + registration.policy().executionBound());
      attempt.traced().end(error);
      finish(held, attempt, verdicts.failed(error, held, registration.policy()));
    }
  }

  private void finish(Held held, Attempt attempt, Ending ending) {
    if (held.beginEnding(Held.Phase.RUNNING)) {
      ends.end(held, ending);
    }
    attempt.whenQuiet(() -> leaveSlot(held));
  }

  private void finish(Held held, Ending ending) {
    if (held.beginEnding(Held.Phase.RUNNING)) {
      ends.end(held, ending);
    }
    leaveSlot(held);
  }

  /** Gives an item back that no handler was called for. */
  private void release(Held held) {
    if (held.beginEnding(Held.Phase.WAITING)) {
      places.leave(held);
      ends.end(held, new Ending.Release());
    }
  }

  /** The lease is gone: whatever the handler does now changes nothing (lines 10 to 12). */
  private void lose(Held held) {
    Held.Phase before = held.lose();
    if (before == Held.Phase.WAITING) {
      places.leave(held);
    } else if (before == Held.Phase.RUNNING) {
      abandon(held);
    } else {
      return;
    }
    ends.lost(held);
  }

  private void abandon(Held held) {
    Attempt attempt = held.attempt();
    if (attempt == null) {
      leaveSlot(held);
      return;
    }
    attempt.settle();
    attempt.traced().end(null);
    attempt.cancel();
    attempt.whenQuiet(() -> leaveSlot(held));
  }

  private void leaveSlot(Held held) {
    if (held.leaveSlot()) {
      places.leave(held);
      leaveSlot();
    }
  }

  private void leaveSlot() {
    synchronized (this) {
      running--;
    }
    if (!environment.lifeCycle().over()) {
      startNext();
    }
  }

  /** Gives back what no handler was called for. */
  void releaseWaiting() {
    List<Held> waiting;
    synchronized (this) {
      waiting = ready.drain();
    }
    waiting.forEach(this::release);
  }

  /** Asks the handlers of these items to give up; what they say until they are released counts. */
  void cancel(List<Held> items) {
    for (Held held : items) {
      Attempt attempt = held.attempt();
      if (attempt != null) {
        attempt.cancel();
      }
    }
  }

  /** Gives back the items that still run; what their handlers do from now on is ignored. */
  void releaseRunning(List<Held> items) {
    for (Held held : items) {
      if (held.beginEnding(Held.Phase.RUNNING)) {
        ends.end(held, new Ending.Release());
        abandon(held);
      }
    }
  }

  /** As if this process had crashed: handlers are interrupted, nothing is written. */
  void drop(List<Held> items) {
    synchronized (this) {
      var unused = ready.drain();
    }
    for (Held held : items) {
      if (held.lose() == Held.Phase.RUNNING) {
        abandon(held);
      }
    }
  }
}
