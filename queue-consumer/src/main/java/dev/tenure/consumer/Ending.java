package dev.tenure.consumer;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What is to become of a held item, and how that is written. */
sealed interface Ending {

  /** Ends the lease in the zone's transaction, if the lease still is the item's. */
  CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease);

  /** Algorithm 3, line 7. */
  record Done(Optional<Effects> effects) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.complete(id, lease);
    }
  }

  record Discarded(String reason, Optional<Failure> failure) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.complete(id, lease);
    }
  }

  /** Algorithm 3, line 5. */
  record Retry(Duration delay, Failure failure) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.requeue(id, lease, delay, Optional.of(failure));
    }
  }

  record Snooze(Duration delay) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.requeue(id, lease, delay, Optional.empty());
    }
  }

  /** Back to whoever can run it now; nothing is counted. */
  record Release() implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.requeue(id, lease, Duration.ZERO, Optional.empty());
    }
  }

  record SetAside(DeadLetterKind kind, String reason, Optional<Failure> failure) implements Ending {
    @Override
    public CompletableFuture<ZoneOutcome> apply(QueueZone zone, String id, LeaseId lease) {
      return zone.moveToDeadLetter(id, lease, kind, reason, failure);
    }
  }

  /** The failed attempt that led to this end. */
  default Optional<Failure> failed() {
    if (this instanceof Retry retry) {
      return Optional.of(retry.failure());
    }
    if (this instanceof SetAside setAside) {
      return setAside.failure();
    }
    return this instanceof Discarded discarded ? discarded.failure() : Optional.empty();
  }

  /** Whether it removes its item and does nothing else. */
  default boolean isMereCompletion() {
    return this instanceof Done done && done.effects().isEmpty();
  }

  /** The effects to be applied once the lease has been found valid. */
  default Optional<Effects> effectsToApply() {
    return this instanceof Done done ? done.effects() : Optional.empty();
  }
}
