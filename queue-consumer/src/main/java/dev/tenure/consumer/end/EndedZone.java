package dev.tenure.consumer.end;

import dev.tenure.consumer.inflight.ItemLocation;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The operations that end an item, on a zone in FoundationDB or in an external store. */
public sealed interface EndedZone {

  CompletableFuture<ZoneOutcome> complete(String id, LeaseId lease);

  CompletableFuture<ZoneOutcome> requeue(
      String id, LeaseId lease, Duration delay, Optional<Failure> failure);

  CompletableFuture<ZoneOutcome> moveToDeadLetter(
      String id, LeaseId lease, DeadLetterKind kind, String reason, Optional<Failure> failure);

  /** A zone in a transaction. */
  record InTransaction(QueueZone zone) implements EndedZone {
    @Override
    public CompletableFuture<ZoneOutcome> complete(String id, LeaseId lease) {
      return zone.complete(id, lease);
    }

    @Override
    public CompletableFuture<ZoneOutcome> requeue(
        String id, LeaseId lease, Duration delay, Optional<Failure> failure) {
      return zone.requeue(id, lease, delay, failure);
    }

    @Override
    public CompletableFuture<ZoneOutcome> moveToDeadLetter(
        String id, LeaseId lease, DeadLetterKind kind, String reason, Optional<Failure> failure) {
      return zone.moveToDeadLetter(id, lease, kind, reason, failure);
    }
  }

  /**
   * A zone in an external store.
   *
   * @param effects of a completion, for the store's transaction
   */
  record InStore(ItemLocation.OfExternal home, Optional<ExternalEffects> effects)
      implements EndedZone {
    @Override
    public CompletableFuture<ZoneOutcome> complete(String id, LeaseId lease) {
      return home.store().complete(home.address(), id, lease, effects);
    }

    @Override
    public CompletableFuture<ZoneOutcome> requeue(
        String id, LeaseId lease, Duration delay, Optional<Failure> failure) {
      return home.store().requeue(home.address(), id, lease, delay, failure);
    }

    @Override
    public CompletableFuture<ZoneOutcome> moveToDeadLetter(
        String id, LeaseId lease, DeadLetterKind kind, String reason, Optional<Failure> failure) {
      return home.store().moveToDeadLetter(home.address(), id, lease, kind, reason, failure);
    }
  }
}
