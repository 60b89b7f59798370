package dev.tenure.consumer;

import java.util.ArrayList;
import java.util.List;

/**
 * Algorithm 3: runs leased items, as many at a time as there are workers. What is to become of an
 * item is committed by {@link ItemEnds}. Thread-safe.
 */
final class Worker {
  private final Environment environment;
  private final ItemEnds ends;
  private final Places places;
  private final AttemptRunner attempts;
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
    this.ends = ends;
    this.places = places;
    this.attempts =
        new AttemptRunner(environment, handlers, verdicts, ends, places, tracing, this::leaveSlot);
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
    if (environment.lifeCycle().over() || !held.begin(environment.deadlines().now())) {
      leaveSlot();
    } else {
      attempts.run(held);
    }
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
    if (held.lose() == Held.Phase.RUNNING) {
      attempts.abandon(held);
      ends.lost(held);
    }
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
        attempts.abandon(held);
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
        attempts.abandon(held);
      }
    }
  }
}
