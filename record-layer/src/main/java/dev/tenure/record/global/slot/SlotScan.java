package dev.tenure.record.global.slot;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.PrimaryKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Scans a shard during a slot move, and returns its records wherever they lie: in this shard, the
 * source, or in a target to which they have moved. The scan reads the source before the targets, so
 * a record that the source no longer has is already in its target.
 */
final class SlotScan {
  private final DataShard source;
  private final List<? extends DataShard> targets;
  private final Sight sight;
  private final TreeMap<PrimaryKey, DataRecord> found = new TreeMap<>();

  /** The record as operations see it; empty when they see none, or see it in the other shard. */
  interface Sight {
    CompletableFuture<Optional<DataRecord>> of(DataRecord record, boolean isInSource);
  }

  SlotScan(DataShard source, List<? extends DataShard> targets, Sight sight) {
    this.source = source;
    this.targets = targets;
    this.sight = sight;
  }

  CompletableFuture<List<DataRecord>> scan(@Nullable PrimaryKey after, int most) {
    return source
        .scan(after, most)
        .thenCompose(
            page ->
                AsyncLoop.all(targets.stream().map(each -> each.scan(after, most)).toList())
                    .thenCompose(
                        pages -> {
                          List<List<DataRecord>> all = new ArrayList<>(pages);
                          all.add(page);
                          PrimaryKey end = end(all, most);
                          return add(page, true, end)
                              .thenCompose(
                                  added -> AsyncLoop.forEach(pages, each -> add(each, false, end)))
                              .thenCompose(
                                  added ->
                                      end == null || found.size() >= most
                                          ? CompletableFuture.completedFuture(
                                              found.values().stream().limit(most).toList())
                                          : scan(end, most));
                        }));
  }

  /** The last key that all pages cover; null when they cover all keys. */
  private @Nullable PrimaryKey end(List<List<DataRecord>> pages, int most) {
    PrimaryKey end = null;
    for (List<DataRecord> each : pages) {
      if (each.size() == most) {
        PrimaryKey last = each.get(most - 1).key();
        end = end == null || last.compareTo(end) < 0 ? last : end;
      }
    }
    return end;
  }

  /**
   * Adds those of the records that operations see. A record of the source takes precedence over one
   * of a target with the same key.
   */
  private CompletableFuture<Void> add(
      List<DataRecord> records, boolean isInSource, @Nullable PrimaryKey end) {
    List<DataRecord> near =
        records.stream().filter(each -> end == null || each.key().compareTo(end) <= 0).toList();
    return AsyncLoop.all(near.stream().map(each -> sight.of(each, isInSource)).toList())
        .thenAccept(
            seen -> seen.forEach(each -> each.ifPresent(one -> found.putIfAbsent(one.key(), one))));
  }

  /** As {@link #scan}, for records that the shards find by a key instead of a scan. */
  CompletableFuture<List<DataRecord>> gather(
      Function<DataShard, CompletableFuture<List<DataRecord>>> find) {
    return find.apply(source)
        .thenCompose(own -> add(own, true, null))
        .thenCompose(added -> AsyncLoop.all(targets.stream().map(find).toList()))
        .thenCompose(pages -> AsyncLoop.forEach(pages, each -> add(each, false, null)))
        .thenApply(added -> List.copyOf(found.values()));
  }
}
