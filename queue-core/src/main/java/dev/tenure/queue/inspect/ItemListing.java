package dev.tenure.queue.inspect;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.Predicates.equal;

import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.proto.QueueDeadLetter;
import dev.tenure.queue.proto.QueueFollower;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.FailedAttempt;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorSource;
import dev.tenure.record.cursor.Cursors;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.OrderColumn;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.text.FilterText;
import dev.tenure.record.query.text.TextFields;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The items of one zone as views, from one query for each record type that holds items. */
final class ItemListing {
  private static final int BODIES_AT_ONCE = 10;
  private static final OrderColumn BY_ID = ascending(field("id"));

  private final String zone;
  private final ItemFilter filter;
  private final Instant now;
  private final List<RecordQuery> queries = new ArrayList<>();

  /**
   * A listing.
   *
   * @param now the time that decides the states of items, the same for all pages
   * @throws dev.tenure.record.query.text.QueryTextException when filter or order cannot be read
   */
  ItemListing(String zone, ItemFilter filter, Instant now) {
    this.zone = zone;
    this.filter = filter;
    this.now = now;
    if (filter.setAside()) {
      add(
          QueueDeadLetter.getDescriptor().getName(),
          filter.query(),
          ItemFields.deadLetters(),
          field("type"),
          BY_ID);
      return;
    }
    add(
        QueueItem.getDescriptor().getName(),
        filter.query(),
        ItemFields.items(now),
        field("type"),
        ascending(field("priority")),
        ascending(field("vesting_millis")));
    KeyExpression type = nest("item", field("type"));
    // blocked items come behind all others, whatever the order of those
    ListQuery unordered = new ListQuery(filter.query().filter(), Optional.empty());
    add(QueueFollower.getDescriptor().getName(), unordered, ItemFields.followers(), type, BY_ID);
  }

  private void add(
      String recordType,
      ListQuery asked,
      TextFields fields,
      KeyExpression workType,
      OrderColumn... order) {
    List<QueryPredicate> conditions = new ArrayList<>();
    conditions.add(equal(field("zone"), zone));
    filter.state().ifPresent(state -> conditions.add(FilterText.parse("state = " + state, fields)));
    filter.type().ifPresent(type -> conditions.add(equal(workType, type)));
    RecordQuery query = asked.query(recordType, conditions, fields, order);
    if (!query.condition().map(ItemFields::isNever).orElse(false)) {
      queries.add(query);
    }
  }

  /** The results of the queries, one query after the other. */
  RecordCursor<ItemView> rows(
      TenantTransaction transaction, Continuation from, ScanOptions options) {
    QueueZone in = transaction.zone(zone);
    List<CursorSource<ItemView>> parts = new ArrayList<>();
    for (RecordQuery query : queries) {
      parts.add(
          at ->
              records(in, transaction.store(), query, at, options)
                  .mapAsync(found -> view(in, found), BODIES_AT_ONCE));
    }
    return parts.isEmpty() ? Cursors.empty() : Cursors.concat(from, parts);
  }

  /** The records of a query; those of items as their leases, wherever they lie, make them. */
  private static RecordCursor<StoredRecord> records(
      QueueZone zone,
      RecordStore store,
      RecordQuery query,
      Continuation from,
      ScanOptions options) {
    boolean ofItems = query.types().contains(QueueItem.getDescriptor().getName());
    if (!ofItems || store.contentFormat() == 0) {
      return Listing.records(store, query, from, options);
    }
    LeaseConditions conditions = LeaseConditions.of(query);
    return Listing.records(store, conditions.query(), from, options)
        .filterAsync(
            found -> zone.withLease((QueueItem) found.message()).thenApply(conditions::holds),
            BODIES_AT_ONCE);
  }

  private CompletableFuture<ItemView> view(QueueZone in, StoredRecord found) {
    if (filter.setAside()) {
      return CompletableFuture.completedFuture(view(QueueZone.deadLetter(found)));
    }
    boolean isFollower = found.message() instanceof QueueFollower;
    return in.item(found)
        .thenApply(item -> isFollower ? blocked(item) : view(item, now, List.of()));
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

  static ItemView view(WorkItem item, Instant now, List<FailedAttempt> failures) {
    return new ItemView(item, state(item, now), failures, Optional.empty());
  }

  static ItemView view(DeadLetter letter) {
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
