package dev.tenure.consumer.end;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.Effects;
import dev.tenure.consumer.environment.Meter;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What is to become of a in-flight item, how that is written, and how it is counted and told. */
public sealed interface Ending {

  /** Ends the lease in the zone's transaction, if the lease still is the item's. */
  CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease);

  /** What counts the items that have ended so. */
  Meter counted();

  /**
   * Tells the listener that the item has ended so.
   *
   * @param ran from the start of the handler until its outcome
   */
  void tell(ConsumerListener listener, InFlightItem inFlight, Duration ran);

  /** The failed attempt that led to this end. */
  default Optional<Failure> failed() {
    return Optional.empty();
  }

  /** The effects to be applied once the lease has been found valid. */
  default Optional<Effects> effectsToApply() {
    return Optional.empty();
  }

  /** Whether it removes its item and does nothing else. */
  default boolean isMereCompletion() {
    return false;
  }

  /** Algorithm 3, line 7. */
  record Done(Optional<Effects> effects) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.complete(id, lease);
    }

    @Override
    public Meter counted() {
      return Meter.COMPLETED;
    }

    @Override
    public void tell(ConsumerListener listener, InFlightItem inFlight, Duration ran) {
      listener.itemCompleted(inFlight.item(), inFlight.tenant(), ran);
    }

    @Override
    public Optional<Effects> effectsToApply() {
      return effects;
    }

    @Override
    public boolean isMereCompletion() {
      return effects.isEmpty();
    }
  }

  record Discarded(String reason, Optional<Failure> failure) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.complete(id, lease);
    }

    @Override
    public Meter counted() {
      return Meter.DISCARDED;
    }

    @Override
    public void tell(ConsumerListener listener, InFlightItem inFlight, Duration ran) {
      listener.itemDiscarded(inFlight.item(), inFlight.tenant(), reason);
    }

    @Override
    public Optional<Failure> failed() {
      return failure;
    }
  }

  /** Algorithm 3, line 5. */
  record Retry(Duration delay, Failure failure) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.requeue(id, lease, delay, Optional.of(failure));
    }

    @Override
    public Meter counted() {
      return Meter.REQUEUED;
    }

    @Override
    public void tell(ConsumerListener listener, InFlightItem inFlight, Duration ran) {
      listener.itemRequeued(inFlight.item(), inFlight.tenant(), delay);
    }

    @Override
    public Optional<Failure> failed() {
      return Optional.of(failure);
    }
  }

  record Snooze(Duration delay) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.requeue(id, lease, delay, Optional.empty());
    }

    @Override
    public Meter counted() {
      return Meter.SNOOZED;
    }

    @Override
    public void tell(ConsumerListener listener, InFlightItem inFlight, Duration ran) {
      listener.itemRequeued(inFlight.item(), inFlight.tenant(), delay);
    }
  }

  /** Back to whoever can run it now; nothing is counted. */
  record Release() implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.requeue(id, lease, Duration.ZERO, Optional.empty());
    }

    @Override
    public Meter counted() {
      return Meter.RELEASED;
    }

    @Override
    public void tell(ConsumerListener listener, InFlightItem inFlight, Duration ran) {}
  }

  /**
   * @param failure what the item's history keeps; of an item that is parked it is no failed attempt
   */
  record SetAside(DeadLetterKind kind, String reason, Optional<Failure> failure) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.moveToDeadLetter(id, lease, kind, reason, failure);
    }

    @Override
    public Meter counted() {
      return kind == DeadLetterKind.PARKED ? Meter.PARKED : Meter.DEAD_LETTERED;
    }

    @Override
    public void tell(ConsumerListener listener, InFlightItem inFlight, Duration ran) {
      if (kind == DeadLetterKind.PARKED) {
        listener.itemParked(inFlight.item(), inFlight.tenant(), reason);
      } else {
        listener.itemDeadLettered(inFlight.item(), inFlight.tenant(), reason);
      }
    }

    @Override
    public Optional<Failure> failed() {
      return kind == DeadLetterKind.PARKED ? Optional.empty() : failure;
    }
  }
}
