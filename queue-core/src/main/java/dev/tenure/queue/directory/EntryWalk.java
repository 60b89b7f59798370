package dev.tenure.queue.directory;

import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.PrimaryKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Reads all entries page by page, one shard after another. */
record EntryWalk(Entries entries) {

  /**
   * Entries of one shard.
   *
   * @param next the place from which the next page continues; empty behind the last shard
   */
  record Page(List<StoredEntry> entries, Optional<Place> next) {}

  /**
   * A place in the walk.
   *
   * @param after the key of the last record; empty at the beginning of the shard
   */
  record Place(int shard, String after) {
    static final Place BEGIN = new Place(0, "");

    /** The place as text, with which a caller continues. */
    String text() {
      return shard + "/" + after;
    }

    static Place parse(String text) {
      int slash = text.indexOf('/');
      try {
        return new Place(
            Integer.parseInt(text.substring(0, Math.max(0, slash))), text.substring(slash + 1));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "a place in the directory is a number, a slash and a key, got a text of "
                + text.length()
                + " characters",
            e);
      }
    }
  }

  CompletableFuture<Page> page(Place from, int max) {
    List<? extends DataShard> shards = entries.shards();
    if (from.shard() < 0 || from.shard() >= shards.size()) {
      throw new IllegalArgumentException(
          "shard " + from.shard() + " of the directory, there are 0 to " + (shards.size() - 1));
    }
    PrimaryKey after = from.after().isEmpty() ? null : new PrimaryKey(from.after());
    return entries
        .told("a walk", shards.get(from.shard()).scan(after, max))
        .thenApply(records -> new Page(tenants(records), next(from, records, max)));
  }

  private static List<StoredEntry> tenants(List<DataRecord> records) {
    return records.stream()
        .filter(record -> !record.isDummy() && StoredEntry.isOfTenant(record.key()))
        .map(StoredEntry::of)
        .toList();
  }

  private Optional<Place> next(Place from, List<DataRecord> records, int max) {
    if (records.size() == max) {
      return Optional.of(new Place(from.shard(), records.get(records.size() - 1).key().value()));
    }
    return from.shard() + 1 < entries.shards().size()
        ? Optional.of(new Place(from.shard() + 1, ""))
        : Optional.empty();
  }
}
