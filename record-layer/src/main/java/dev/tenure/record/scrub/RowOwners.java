package dev.tenure.record.scrub;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.index.IndexAudit;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.OpenIndex;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads the records that the rows of one slice name. Each record is loaded once, even when several
 * rows name it.
 */
final class RowOwners {
  private final IndexAudit.Entries part;
  private final OpenIndex index;
  private final Map<Place, CompletableFuture<Optional<Owner>>> known = new ConcurrentHashMap<>();

  private record Place(int extent, Tuple primaryKey) {}

  /**
   * A record.
   *
   * @param keys the keys of the entries that the record may have
   */
  record Owner(String type, NavigableSet<byte[]> keys) {}

  RowOwners(IndexAudit.Entries part, OpenIndex index) {
    this.part = part;
    this.index = index;
  }

  /** The record to which an entry belongs. */
  CompletableFuture<Optional<Owner>> of(IndexEntry entry) {
    return known.computeIfAbsent(
        new Place(entry.extent(), entry.primaryKey()),
        place ->
            index.record(entry, Isolation.SERIALIZABLE).thenApply(found -> found.map(this::owner)));
  }

  private Owner owner(IndexedRecord record) {
    return new Owner(record.type().name(), part.keysNowOrBefore(index.keys(), record));
  }
}
