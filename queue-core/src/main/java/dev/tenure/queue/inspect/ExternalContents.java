package dev.tenure.queue.inspect;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.external.store.ZoneCounts;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.query.text.QueryTextException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What the external stores hold of a tenant. */
record ExternalContents(ExternalStores stores, TenantId tenant) {
  /** Rows of a page in which an id is looked for. */
  private static final int SEARCHED = 100;

  /**
   * What one zone holds.
   *
   * @param next the time until its next item vests
   */
  record Zone(ZoneCounts counts, Optional<Duration> next) {

    /** The summary of the zone, of which the cluster knows pointer and pause. */
    ZoneSummary summary(ZoneSummary known, Instant now) {
      return new ZoneSummary(
          known.zone(),
          counts.itemsByType(),
          counts.deadLetters(),
          next.map(now::plus),
          known.paused(),
          known.pointer());
    }
  }

  /** The zones by their whole names; those of stores that do not answer are left out. */
  CompletableFuture<Map<String, Zone>> zones(int max) {
    Map<String, Zone> found = new TreeMap<>();
    return AsyncLoop.forEach(
            stores.stores().entrySet(),
            store ->
                zones(store.getKey(), store.getValue(), max, found)
                    .exceptionally(unanswered -> null))
        .thenApply(done -> found);
  }

  private CompletableFuture<Void> zones(
      String name, ExternalStore store, int max, Map<String, Zone> found) {
    return store
        .zonesOf(tenant, Optional.empty(), max)
        .thenCompose(
            zones ->
                AsyncLoop.forEach(
                    zones,
                    counts ->
                        store
                            .look(new ZoneAddress(tenant, counts.zone()))
                            .thenAccept(
                                next ->
                                    found.put(
                                        new ExternalZoneName(name, counts.zone()).text(),
                                        new Zone(counts, next)))));
  }

  /**
   * Items of a zone, or its dead letters, in the order of their ids. State and type select some of
   * them; a filter or an order is refused.
   */
  CompletableFuture<Page<ItemView>> items(
      ExternalZoneName name,
      ItemFilter filter,
      int limit,
      Optional<String> continuation,
      Instant now) {
    QueueLimits.checkBetween("limit", limit, 1, QueueLimits.BATCH_ITEMS_MAX);
    if (filter.query().filter().isPresent() || filter.query().orderBy().isPresent()) {
      throw new QueryTextException(
          "filter", 1, "the items of a zone in an external store have neither filter nor order");
    }
    ExternalStore store = stores.require(name.store());
    ZoneAddress zone = new ZoneAddress(tenant, name.zone());
    CompletableFuture<List<ItemView>> views =
        filter.setAside()
            ? store
                .deadLetters(zone, continuation, limit)
                .thenApply(letters -> letters.stream().map(ItemListing::view).toList())
            : store
                .items(zone, continuation, limit)
                .thenApply(
                    items ->
                        items.stream()
                            .map(item -> ItemListing.view(item, now, List.of()))
                            .toList());
    return views.thenApply(rows -> page(rows, filter, limit));
  }

  CompletableFuture<ExternalItem> find(ExternalZoneName name, String id) {
    ExternalStore store = stores.require(name.store());
    ZoneAddress zone = new ZoneAddress(tenant, name.zone());
    return search(id, after -> store.items(zone, after, SEARCHED), WorkItem::id)
        .thenCompose(
            item ->
                item.isPresent()
                    ? CompletableFuture.completedFuture(new ExternalItem(item, Optional.empty()))
                    : search(
                            id,
                            after -> store.deadLetters(zone, after, SEARCHED),
                            letter -> letter.item().id())
                        .thenApply(letter -> new ExternalItem(Optional.empty(), letter)));
  }

  /** Looks through the ids that differ from this one in the last character, or are longer. */
  private static <T> CompletableFuture<Optional<T>> search(
      String id,
      Function<Optional<String>, CompletableFuture<List<T>>> page,
      Function<T, String> idOf) {
    String prefix = id.substring(0, id.offsetByCodePoints(id.length(), -1));
    List<T> found = new ArrayList<>();
    List<String> last = new ArrayList<>(prefix.isEmpty() ? List.of() : List.of(prefix));
    return AsyncLoop.whileTrue(
            () ->
                page.apply(last.stream().findFirst())
                    .thenApply(
                        rows -> {
                          rows.stream()
                              .filter(row -> idOf.apply(row).equals(id))
                              .forEach(found::add);
                          if (!found.isEmpty() || rows.size() < SEARCHED) {
                            return false;
                          }
                          last.clear();
                          last.add(idOf.apply(rows.get(SEARCHED - 1)));
                          return last.get(0).startsWith(prefix);
                        }))
        .thenApply(done -> found.stream().findFirst());
  }

  private static Page<ItemView> page(List<ItemView> rows, ItemFilter filter, int limit) {
    Optional<String> next =
        rows.size() < limit ? Optional.empty() : Optional.of(rows.get(limit - 1).item().id());
    List<ItemView> wanted =
        rows.stream()
            .filter(row -> filter.state().isEmpty() || filter.state().get() == row.state())
            .filter(row -> filter.type().isEmpty() || filter.type().get().equals(row.item().type()))
            .toList();
    return new Page<>(wanted, next, rows.size());
  }
}
