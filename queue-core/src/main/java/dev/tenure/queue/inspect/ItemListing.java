package dev.tenure.queue.inspect;

import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.FailedAttempt;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import java.time.Instant;
import java.util.ArrayList;
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
        ids(zone, filter, from),
        limit,
        id -> find(zone, id).thenApply(found -> found.filter(filter::accepts)));
  }

  /** Items that may run, in the order of the vesting index, then followers by id. */
  private static RecordCursor<String> ids(QueueZone zone, ItemFilter filter, Continuation from) {
    List<CursorSource<String>> parts = new ArrayList<>();
    if (filter.runnable()) {
      parts.add(at -> zone.scanIds(at, Listing.scanOptions()).map(IndexedItem::id));
    }
    if (filter.followers()) {
      parts.add(at -> zone.scanFollowerIds(at, Listing.scanOptions()));
    }
    return Cursors.concat(from, parts);
  }

  /** The item without its failed attempts. */
  private static CompletableFuture<Optional<ItemView>> find(QueueZone zone, String id) {
    return zone.findBySnapshot(id)
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(
                        found.map(item -> view(item, zone.now(), List.of())))
                    : zone.findFollowerBySnapshot(id)
                        .thenApply(follower -> follower.map(ItemListing::blocked)));
  }

  static CompletableFuture<Optional<ItemView>> item(QueueZone zone, String id) {
    return zone.findBySnapshot(id)
        .thenCompose(
            found ->
                found.isPresent()
                    ? zone.failures(id)
                        .thenApply(failures -> Optional.of(view(found.get(), zone.now(), failures)))
                    : followerOrLetter(zone, id));
  }

  private static CompletableFuture<Optional<ItemView>> followerOrLetter(QueueZone zone, String id) {
    return zone.findFollowerBySnapshot(id)
        .thenCompose(
            follower ->
                follower.isPresent()
                    ? CompletableFuture.completedFuture(follower.map(ItemListing::blocked))
                    : zone.findDeadLetter(id).thenApply(letter -> letter.map(ItemListing::view)));
  }

  private static ItemView blocked(WorkItem follower) {
    return new ItemView(follower, ItemState.BLOCKED, List.of(), Optional.empty());
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
