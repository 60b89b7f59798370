package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.TenantPointers;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Counts what a cluster holds of one tenant, by reads of bounded length. */
final class ContentsCount {
  private static final int ROWS_AT_ONCE = 1_000;
  private static final ScanOptions SNAPSHOT =
      ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT);

  private final QueueCluster cluster;
  private final TenantId tenant;

  ContentsCount(QueueCluster cluster, TenantId tenant) {
    this.cluster = cluster;
    this.tenant = tenant;
  }

  CompletableFuture<TenantContents> run() {
    return cluster
        .read(context -> cluster.applicationId(context, tenant.application()))
        .thenCompose(
            id ->
                id.isEmpty()
                    ? CompletableFuture.completedFuture(TenantContents.NONE)
                    : run(new TenantPointers(cluster.space(), id.get(), tenant)));
  }

  private CompletableFuture<TenantContents> run(TenantPointers pointers) {
    return ofStore(pointers.applicationId())
        .thenCompose(
            store ->
                pointers(pointers)
                    .thenCompose(
                        counted ->
                            nudges(pointers)
                                .thenApply(
                                    nudges ->
                                        new TenantContents(
                                            store.records(),
                                            store.bytes(),
                                            store.items(),
                                            store.deadLetters(),
                                            counted,
                                            nudges))));
  }

  private CompletableFuture<TenantContents> ofStore(long applicationId) {
    return cluster
        .read(
            context ->
                cluster
                    .openStore(context, applicationId, tenant, OpenMode.OPEN)
                    .thenCompose(ContentsCount::ofStore))
        .exceptionally(
            error -> {
              if (QueueCluster.isTenantNotFound(error)) {
                return TenantContents.NONE;
              }
              throw TenantStores.failed(error);
            });
  }

  private static CompletableFuture<TenantContents> ofStore(RecordStore store) {
    CompletableFuture<Integer> records =
        store
            .scanAll(Continuation.START, SNAPSHOT.withRowsMax(TenantContents.RECORDS_MAX))
            .asList()
            .thenApply(found -> found.size());
    CompletableFuture<Long> items =
        sum(store, QueueSchema.COUNT_INDEX)
            .thenCombine(sum(store, QueueSchema.FOLLOWER_COUNT_INDEX), Long::sum);
    CompletableFuture<Long> letters = QueueZone.countDeadLetters(store, Optional.empty());
    return store
        .estimatedBytes()
        .thenCombine(records, (bytes, count) -> new TenantContents(count, bytes, 0, 0, 0, 0))
        .thenCombine(
            items.thenCombine(
                letters, (count, dead) -> new TenantContents(0, 0, count, dead, 0, 0)),
            (one, other) ->
                new TenantContents(
                    one.records(), one.bytes(), other.items(), other.deadLetters(), 0, 0));
  }

  private static CompletableFuture<Long> sum(RecordStore store, String index) {
    return store
        .scanCounts(index, TupleRange.all(), Continuation.START, SNAPSHOT)
        .asList()
        .thenApply(rows -> rows.stream().mapToLong(row -> row.value().getLong(0)).sum());
  }

  private CompletableFuture<Long> pointers(TenantPointers pointers) {
    return new Pages<String>() {
      @Override
      CompletableFuture<Integer> page(RecordContext context) {
        return pointers
            .zones(context, Optional.ofNullable(last), ROWS_AT_ONCE)
            .thenApply(
                zones -> {
                  last = zones.size() < ROWS_AT_ONCE ? null : zones.last();
                  return zones.size();
                });
      }
    }.count();
  }

  private CompletableFuture<Long> nudges(TenantPointers pointers) {
    AtomicLong count = new AtomicLong();
    return AsyncLoop.forEach(
            IntStream.range(0, cluster.shards()).boxed().toList(),
            shard ->
                new Pages<byte[]>() {
                  @Override
                  CompletableFuture<Integer> page(RecordContext context) {
                    return pointers
                        .walkNudges(context, shard, last, ROWS_AT_ONCE, false)
                        .thenApply(
                            walked -> {
                              last = walked.last();
                              return walked.ofTenant();
                            });
                  }
                }.count().thenAccept(count::addAndGet))
        .thenApply(done -> count.get());
  }

  /** Adds up pages, each in one transaction, until a page is the last one. */
  private abstract class Pages<K> {
    /** The key after which the count continues. */
    @Nullable K last;

    private long count;

    abstract CompletableFuture<Integer> page(RecordContext context);

    CompletableFuture<Long> count() {
      return AsyncLoop.whileTrue(
              () ->
                  cluster
                      .read(this::page)
                      .thenApply(
                          counted -> {
                            count += counted;
                            return last != null;
                          }))
          .thenApply(done -> count);
    }
  }
}
