package dev.tenure.queue.inspect;

import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.DepthSample.TypeDepth;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.queue.zone.PeekRequest;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.store.RecordStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Takes one {@link DepthSample}, in one transaction. For a single use. */
final class DepthSampling {
  private static final int VESTED_MAX = 100;

  private final QueueCluster cluster;
  private final RecordContext context;
  private final int zonesMax;
  private final Map<String, TypeDepth> byType = new TreeMap<>();
  private int zones;
  private int unreadable;
  private long pointers;

  DepthSampling(QueueCluster cluster, RecordContext context, int zonesMax) {
    this.cluster = cluster;
    this.context = context;
    this.zonesMax = zonesMax;
  }

  CompletableFuture<DepthSample> run() {
    return cluster
        .space()
        .openClusterStore(context)
        .thenCompose(
            store ->
                AsyncLoop.forEach(
                    IntStream.range(0, cluster.shards()).boxed().toList(),
                    shard -> shard(store, shard)))
        .thenApply(done -> new DepthSample(byType, zones, unreadable, pointers));
  }

  private CompletableFuture<Void> shard(RecordStore store, int shard) {
    int rest = zonesMax - zones - unreadable;
    return cluster
        .space()
        .countPointers(store, shard)
        .thenAccept(count -> pointers += count)
        .thenCompose(
            done ->
                rest <= 0
                    ? CompletableFuture.completedFuture(null)
                    : cluster
                        .topLevel()
                        .pointers(store, shard, rest)
                        .thenCompose(refs -> AsyncLoop.forEach(refs, this::lookInto)));
  }

  /** Counts a zone that cannot be read; a retryable error of the database ends the sampling. */
  private CompletableFuture<Void> lookInto(PointerRef ref) {
    return cluster
        .begin(context, ref.tenant())
        .thenCompose(transaction -> count(transaction.zone(ref.zone())))
        .thenAccept(done -> zones++)
        .exceptionallyCompose(
            error -> {
              if (FdbErrorPredicates.retryable(error)) {
                return CompletableFuture.failedFuture(error);
              }
              unreadable++;
              return CompletableFuture.completedFuture(null);
            });
  }

  private CompletableFuture<Void> count(QueueZone zone) {
    return zone.countByType()
        .thenCombine(
            vested(zone),
            (counts, vested) -> {
              counts.forEach((type, items) -> add(type, items, Optional.empty()));
              for (IndexedItem item : vested) {
                add(item.type(), 0, Optional.of(item.vesting()));
              }
              return null;
            });
  }

  /** The first vested items; none of a paused zone, whose items wait for the operator. */
  private static CompletableFuture<List<IndexedItem>> vested(QueueZone zone) {
    return zone.settings()
        .thenCompose(
            settings ->
                settings.paused()
                    ? CompletableFuture.completedFuture(List.of())
                    : zone.peekIds(PeekRequest.first(VESTED_MAX)));
  }

  private void add(String type, long items, Optional<Instant> vested) {
    byType.merge(
        type,
        new TypeDepth(items, vested),
        (one, other) ->
            new TypeDepth(
                one.items() + other.items(), earlier(one.oldestVested(), other.oldestVested())));
  }

  private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    return one.isPresent() && (other.isEmpty() || one.get().isBefore(other.get())) ? one : other;
  }
}
