package dev.tenure.consumer.run;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.end.Ending;
import dev.tenure.consumer.end.FailurePolicy;
import dev.tenure.consumer.end.ItemEnds;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.consumer.inflight.ItemLocation;
import dev.tenure.consumer.inflight.RunningHandler;
import dev.tenure.consumer.upkeep.LeaseKeeper;
import java.util.ArrayList;
import java.util.List;

/**
 * Algorithm 3: runs leased items, as many at a time as there are workers. What is to become of an
 * item is committed by {@link ItemEnds}. Thread-safe.
 */
public final class Worker {
  private final Environment environment;
  private final ItemEnds ends;
  private final WorkerSlots slots;
  private final AttemptRunner attempts;
  private final LeaseKeeper leaseKeeper;
  private final FairQueue<ItemLocation, InFlightItem> ready = new FairQueue<>();
  private int running;

  public Worker(
      Environment environment,
      Handlers handlers,
      FailurePolicy failurePolicy,
      ItemEnds ends,
      WorkerSlots slots,
      Tracing tracing) {
    this.environment = environment;
    this.ends = ends;
    this.slots = slots;
    this.attempts =
        new AttemptRunner(
            environment, handlers, failurePolicy, ends, slots, tracing, this::leaveSlot);
    this.leaseKeeper = new LeaseKeeper(environment, this::release, this::lose);
  }

  public synchronized int running() {
    return running;
  }

  /** Algorithm 2, line 6: items just leased, each with a slot taken. */
  public void accept(List<InFlightItem> items) {
    items.forEach(leaseKeeper::keep);
    synchronized (this) {
      items.forEach(inFlight -> ready.add(inFlight.home(), inFlight));
    }
    if (environment.lifeCycle().running()) {
      startNext();
    } else {
      releaseWaiting();
    }
  }

  private void startNext() {
    List<InFlightItem> starting = new ArrayList<>();
    synchronized (this) {
      while (running < environment.options().workers()) {
        InFlightItem next = ready.poll();
        if (next == null) {
          break;
        }
        starting.add(next);
        running++;
      }
    }
    starting.forEach(inFlight -> environment.executor().execute(() -> start(inFlight)));
  }

  private void start(InFlightItem inFlight) {
    if (environment.lifeCycle().over() || !inFlight.begin(environment.time().now())) {
      leaveSlot();
    } else {
      attempts.run(inFlight);
    }
  }

  /** Gives an item back that no handler was called for. */
  private void release(InFlightItem inFlight) {
    if (inFlight.beginEnding(InFlightItem.ItemPhase.WAITING)) {
      slots.leave(inFlight);
      ends.end(inFlight, new Ending.Release());
    }
  }

  /** The lease is gone: whatever the handler does now changes nothing (lines 10 to 12). */
  private void lose(InFlightItem inFlight) {
    if (inFlight.lose() == InFlightItem.ItemPhase.RUNNING) {
      attempts.abandon(inFlight);
      ends.lost(inFlight);
    }
  }

  private void leaveSlot(InFlightItem inFlight) {
    if (inFlight.leaveSlot()) {
      slots.leave(inFlight);
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
  public void releaseWaiting() {
    List<InFlightItem> waiting;
    synchronized (this) {
      waiting = ready.drain();
    }
    waiting.forEach(this::release);
  }

  /** Asks the handlers of these items to give up; what they say until they are released counts. */
  public void cancel(List<InFlightItem> items) {
    for (InFlightItem inFlight : items) {
      RunningHandler handler = inFlight.handler();
      if (handler != null) {
        handler.cancel();
      }
    }
  }

  /** Gives back the items that still run; what their handlers do from now on is ignored. */
  public void releaseRunning(List<InFlightItem> items) {
    for (InFlightItem inFlight : items) {
      if (inFlight.beginEnding(InFlightItem.ItemPhase.RUNNING)) {
        ends.end(inFlight, new Ending.Release());
        attempts.abandon(inFlight);
      }
    }
  }

  /** As if this process had crashed: handlers are interrupted, nothing is written. */
  public void drop(List<InFlightItem> items) {
    synchronized (this) {
      var unused = ready.drain();
    }
    for (InFlightItem inFlight : items) {
      if (inFlight.lose() == InFlightItem.ItemPhase.RUNNING) {
        attempts.abandon(inFlight);
      }
    }
  }
}
