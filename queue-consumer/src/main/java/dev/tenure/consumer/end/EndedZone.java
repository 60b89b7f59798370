package dev.tenure.consumer.end;

import dev.tenure.consumer.inflight.ItemLocation;
import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The operations that end an item, on a zone in FoundationDB or in an external store. */
public sealed interface EndedZone {

  CompletableFuture<ZoneOutcome> complete(LeasedItem leased);

  CompletableFuture<ZoneOutcome> requeue(
      LeasedItem leased, Duration delay, Optional<Failure> failure);

  CompletableFuture<ZoneOutcome> moveToDeadLetter(
      LeasedItem leased, DeadLetterKind kind, String reason, Optional<Failure> failure);

  /** A zone in a transaction. */
  record InTransaction(QueueZone zone) implements EndedZone {
    @Override
    public CompletableFuture<ZoneOutcome> complete(LeasedItem leased) {
      return zone.complete(leased);
    }

    @Override
    public CompletableFuture<ZoneOutcome> requeue(
        LeasedItem leased, Duration delay, Optional<Failure> failure) {
      return zone.requeue(leased.item().id(), leased.lease().id(), delay, failure);
    }

    @Override
    public CompletableFuture<ZoneOutcome> moveToDeadLetter(
        LeasedItem leased, DeadLetterKind kind, String reason, Optional<Failure> failure) {
      return zone.moveToDeadLetter(leased.item().id(), leased.lease().id(), kind, reason, failure);
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
    public CompletableFuture<ZoneOutcome> complete(LeasedItem leased) {
      return home.store()
          .complete(home.address(), leased.item().id(), leased.lease().id(), effects);
    }

    @Override
    public CompletableFuture<ZoneOutcome> requeue(
        LeasedItem leased, Duration delay, Optional<Failure> failure) {
      return home.store()
          .requeue(home.address(), leased.item().id(), leased.lease().id(), delay, failure);
    }

    @Override
    public CompletableFuture<ZoneOutcome> moveToDeadLetter(
        LeasedItem leased, DeadLetterKind kind, String reason, Optional<Failure> failure) {
      return home.store()
          .moveToDeadLetter(
              home.address(), leased.item().id(), leased.lease().id(), kind, reason, failure);
    }
  }
}
