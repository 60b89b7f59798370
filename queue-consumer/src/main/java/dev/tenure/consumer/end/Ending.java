package dev.tenure.consumer.end;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.Effects;
import dev.tenure.consumer.environment.Meter;
import dev.tenure.consumer.inflight.InFlightItem;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The end of an in-flight item: how it is written, counted, and told to the listener. */
public sealed interface Ending {

  /** Writes the end in the zone, if the item still has this lease. */
  CompletableFuture<ZoneOutcome> apply(EndedZone zone, LeasedItem leased);

  /** The meter that counts items with this end. */
  Meter counted();

  /**
   * Tells the listener of the end.
   *
   * @param ran the time from the start of the handler to its outcome
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

  /** Whether the end only removes its item. */
  default boolean isMereCompletion() {
    return false;
  }

  /** The item is completed (Algorithm 3, line 7). */
  record Done(Optional<Effects> effects) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(EndedZone zone, LeasedItem leased) {
      return zone.complete(leased);
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
    public CompletableFuture<ZoneOutcome> apply(EndedZone zone, LeasedItem leased) {
      return zone.complete(leased);
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

  /** The item is tried again after a delay (Algorithm 3, line 5). */
  record Retry(Duration delay, Failure failure) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(EndedZone zone, LeasedItem leased) {
      return zone.requeue(leased, delay, Optional.of(failure));
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
    public CompletableFuture<ZoneOutcome> apply(EndedZone zone, LeasedItem leased) {
      return zone.requeue(leased, delay, Optional.empty());
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

  /** The lease is given back, so that any consumer may run the item now. No attempt is counted. */
  record Release() implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(EndedZone zone, LeasedItem leased) {
      return zone.requeue(leased, Duration.ZERO, Optional.empty());
    }

    @Override
    public Meter counted() {
      return Meter.RELEASED;
    }

    @Override
    public void tell(ConsumerListener listener, InFlightItem inFlight, Duration ran) {}
  }

  /**
   * The item becomes a dead letter or is parked.
   *
   * @param failure the entry of the item's history; for a parked item it does not count as a failed
   *     attempt
   */
  record SetAside(DeadLetterKind kind, String reason, Optional<Failure> failure) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(EndedZone zone, LeasedItem leased) {
      return zone.moveToDeadLetter(leased, kind, reason, failure);
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
