package dev.tenure.queue.inspect;

import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.FailedAttempt;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.cursor.Continuation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Items of one zone as views. */
final class ItemListing {

  private ItemListing() {}

  static CompletableFuture<Page<ItemView>> page(
      QueueZone zone, ItemFilter filter, int limit, Continuation from) {
    if (filter.setAside()) {
      return Listing.page(
          zone.scanDeadLetters(from, Listing.scanOptions()),
          limit,
          letter ->
              CompletableFuture.completedFuture(Optional.of(view(letter)).filter(filter::accepts)));
    }
    return Listing.page(
        zone.scanIds(from, Listing.scanOptions()),
        limit,
        entry ->
            zone.findBySnapshot(entry.id())
                .thenApply(
                    found ->
                        found
                            .map(item -> view(item, zone.now(), List.of()))
                            .filter(filter::accepts)));
  }

  static CompletableFuture<Optional<ItemView>> item(QueueZone zone, String id) {
    return zone.findBySnapshot(id)
        .thenCompose(
            found ->
                found.isPresent()
                    ? zone.failures(id)
                        .thenApply(failures -> Optional.of(view(found.get(), zone.now(), failures)))
                    : zone.findDeadLetter(id).thenApply(letter -> letter.map(ItemListing::view)));
  }

  private static ItemView view(WorkItem item, Instant now, List<FailedAttempt> failures) {
    return new ItemView(item, state(item, now), failures, Optional.empty());
  }

  private static ItemView view(DeadLetter letter) {
    ItemState state = letter.kind() == DeadLetterKind.PARKED ? ItemState.PARKED : ItemState.DEAD;
    return new ItemView(letter.item(), state, letter.failures(), Optional.of(letter.reason()));
  }

  private static ItemState state(WorkItem item, Instant now) {
    if (!item.vesting().isAfter(now)) {
      return ItemState.READY;
    }
    if (item.lease().isPresent()) {
      return ItemState.LEASED;
    }
    return item.errors() > 0 ? ItemState.RETRYING : ItemState.DELAYED;
  }
}
