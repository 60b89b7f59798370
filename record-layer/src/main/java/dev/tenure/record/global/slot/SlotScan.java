package dev.tenure.record.global.slot;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.Shard;
import dev.tenure.record.global.Versioned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The records that operations find in a shard, though some of them have moved to other shards, and
 * others lie there still. The source is asked before the targets: a record that the source does not
 * have any more has moved by then.
 */
abstract class SlotScan<K extends Comparable<K>, R extends Versioned<K>> {
  private final Shard<K, R> source;
  private final List<? extends Shard<K, R>> targets;
  private final TreeMap<K, R> found = new TreeMap<>();

  SlotScan(Shard<K, R> source, List<? extends Shard<K, R>> targets) {
    this.source = source;
    this.targets = targets;
  }

  /** The record as operations see it; empty when they see none, or see it elsewhere. */
  abstract CompletableFuture<Optional<R>> visible(R record, boolean isInSource);

  CompletableFuture<List<R>> scan(@Nullable K after, int most) {
    return source
        .scan(after, most)
        .thenCompose(
            page ->
                AsyncLoop.all(targets.stream().map(each -> each.scan(after, most)).toList())
                    .thenCompose(
                        pages -> {
                          List<List<R>> all = new ArrayList<>(pages);
                          all.add(page);
                          K end = end(all, most);
                          return add(page, true, end)
                              .thenCompose(
                                  added ->
                                      AsyncLoop.forEach(pages, each -> add(each, false, end)))
                              .thenCompose(
                                  added ->
                                      end == null || found.size() >= most
                                          ? CompletableFuture.completedFuture(
                                              found.values().stream().limit(most).toList())
                                          : scan(end, most));
                        }));
  }

  /** How far all pages reach; null when they reach the end. */
  private @Nullable K end(List<List<R>> pages, int most) {
    K end = null;
    for (List<R> each : pages) {
      if (each.size() == most) {
        K last = each.get(most - 1).key();
        end = end == null || last.compareTo(end) < 0 ? last : end;
      }
    }
    return end;
  }

  /** Adds the visible ones of some records; the source comes first, and keeps its places. */
  private CompletableFuture<Void> add(List<R> records, boolean isInSource, @Nullable K end) {
    List<R> near =
        records.stream().filter(each -> end == null || each.key().compareTo(end) <= 0).toList();
    return AsyncLoop.all(near.stream().map(each -> visible(each, isInSource)).toList())
        .thenAccept(
            seen ->
                seen.forEach(each -> each.ifPresent(one -> found.putIfAbsent(one.key(), one))));
  }

  /** As {@link #scan}, for the records that the shards find in another way. */
  CompletableFuture<List<R>> gather(
      java.util.function.Function<Shard<K, R>, CompletableFuture<List<R>>> find) {
    return find.apply(source)
        .thenCompose(own -> add(own, true, null))
        .thenCompose(added -> AsyncLoop.all(targets.stream().map(find).toList()))
        .thenCompose(pages -> AsyncLoop.forEach(pages, each -> add(each, false, null)))
        .thenApply(added -> List.copyOf(found.values()));
  }
}
