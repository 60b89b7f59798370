package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.upkeep.Walk;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Pages of all entries, in a walk over the shards; and positions of walks as texts. */
final class EntryList {
  private static final int PAGE_MAX = 100;

  private EntryList() {}

  /** The entries that were found, and the position at which the list continues. */
  record Found<T>(List<T> found, Optional<String> next) {}

  static CompletableFuture<EntryPage> page(
      Entries entries, EntryFilter filter, Optional<WalkPosition> from, int max) {
    return page(entries, filter::accepts, StoredEntry::toEntry, from, max)
        .thenApply(page -> new EntryPage(page.found(), page.next()));
  }

  static <T> CompletableFuture<Found<T>> page(
      Entries entries,
      Predicate<StoredEntry> accepts,
      Function<StoredEntry, T> told,
      Optional<WalkPosition> from,
      int max) {
    ConcurrentSkipListMap<TenantId, T> found = new ConcurrentSkipListMap<>();
    return entries
        .upkeep(
            "a list",
            upkeep ->
                new Walk(upkeep, "list", options(max), page -> {})
                    .data(
                        (protocol, record) -> {
                          if (isEntry(record)) {
                            StoredEntry entry = StoredEntry.of(record);
                            if (accepts.test(entry)) {
                              found.put(entry.tenant(), told.apply(entry));
                            }
                          }
                          return CompletableFuture.completedFuture(null);
                        })
                    .run(from))
        .thenApply(next -> new Found<>(List.copyOf(found.values()), next.map(EntryList::text)));
  }

  static boolean isEntry(DataRecord record) {
    return !record.isDummy() && StoredEntry.isOfTenant(record.key());
  }

  /** A walk over as many records. Those of one scan are looked at in parallel. */
  static WalkOptions options(int max) {
    return WalkOptions.defaults().withPage(Math.min(max, PAGE_MAX)).withRecordsMax(max);
  }

  static String text(WalkPosition position) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(position.toBytes());
  }

  /**
   * The position that a text tells.
   *
   * @throws IllegalArgumentException when it tells none
   */
  static WalkPosition parse(String text) {
    try {
      return WalkPosition.fromBytes(Base64.getUrlDecoder().decode(text));
    } catch (RecordLayerException e) {
      throw new IllegalArgumentException(
          "the text of " + text.length() + " characters is no position in the directory", e);
    }
  }
}
