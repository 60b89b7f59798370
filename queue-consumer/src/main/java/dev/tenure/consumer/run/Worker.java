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
 * Runs leased items, at most as many at a time as there are workers (Algorithm 3). {@link ItemEnds}
 * commits the end of each item. Thread-safe.
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

  /** Accepts items that were just leased, each with a slot taken (Algorithm 2, line 6). */
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

  /** Gives back the lease of an item whose handler was not called. */
  private void release(InFlightItem inFlight) {
    if (inFlight.beginEnding(InFlightItem.ItemPhase.WAITING)) {
      slots.leave(inFlight);
      ends.end(inFlight, new Ending.Release());
    }
  }

  /**
   * Notes that the lease is lost. The handler's result has no effect from now on (lines 10 to 12).
   */
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

  /** Gives back the leases of all items whose handlers were not called. */
  public void releaseWaiting() {
    List<InFlightItem> waiting;
    synchronized (this) {
      waiting = ready.drain();
    }
    waiting.forEach(this::release);
  }

  /**
   * Cancels the handlers of these items. Outcomes that they give before the items are released
   * still count.
   */
  public void cancel(List<InFlightItem> items) {
    for (InFlightItem inFlight : items) {
      RunningHandler handler = inFlight.handler();
      if (handler != null) {
        handler.cancel();
      }
    }
  }

  /**
   * Gives back the leases of items that still run. The outcomes of their handlers are ignored from
   * now on.
   */
  public void releaseRunning(List<InFlightItem> items) {
    for (InFlightItem inFlight : items) {
      if (inFlight.beginEnding(InFlightItem.ItemPhase.RUNNING)) {
        ends.end(inFlight, new Ending.Release());
        attempts.abandon(inFlight);
      }
    }
  }

  /**
   * Drops the items as a crash of the process would: interrupts the handlers and writes nothing.
   */
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
