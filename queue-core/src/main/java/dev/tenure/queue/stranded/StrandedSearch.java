package dev.tenure.queue.stranded;

import dev.tenure.queue.cluster.ConsumerInfo.Stranded;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.database.RunOptions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Frees the stranded items of a cluster: its zones with a pointer are searched one after the other,
 * a few at a time, and the local items of each shard. Frees pointers, too, whose leases are
 * stranded. Leases on items of external zones follow the clock of their store. Thread-safe.
 */
public final class StrandedSearch {
  private static final int POINTERS_AT_ONCE = 500;
  private static final int ZONES_AT_ONCE = 8;
  private static final int LOCAL_PRIORITY_MIN = 1;

  private static final RunOptions RUN =
      RunOptions.defaults()
          .withName("free-stranded")
          .withAttemptsMax(3)
          .withIdempotent(true)
          .withContext(ContextOptions.defaults().withPriority(ContextOptions.Priority.BATCH));

  private final QueueCluster cluster;

  public StrandedSearch(QueueCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Searches all zones once.
   *
   * @param range of the times in which stranded leases may end
   * @return fails when the cluster does not answer, and not when a zone cannot be searched
   */
  public CompletableFuture<StrandedReport> run(Stranded range) {
    StrandedReport[] total = {StrandedReport.NONE};
    List<Integer> shards = IntStream.range(0, cluster.shards()).boxed().toList();
    return AsyncLoop.forEach(
            shards,
            shard ->
                local(shard, range)
                    .thenCombine(pointers(shard, range), StrandedReport::plus)
                    .thenAccept(report -> total[0] = total[0].plus(report)))
        .thenApply(done -> total[0]);
  }

  private CompletableFuture<StrandedReport> local(int shard, Stranded range) {
    return walk(
        new StrandedItems(range, LOCAL_PRIORITY_MIN),
        step ->
            cluster
                .database()
                .run(
                    RUN,
                    context -> {
                      cluster.time().guard(context);
                      return cluster
                          .space()
                          .openClusterStore(context)
                          .thenCompose(
                              store ->
                                  step.step(
                                      store,
                                      cluster.space().shardZone(store, shard),
                                      vesting(context)));
                    }));
  }

  private CompletableFuture<StrandedReport> pointers(int shard, Stranded range) {
    StrandedReport[] total = {StrandedReport.NONE};
    Continuation[] from = {Continuation.START};
    return AsyncLoop.whileTrue(
            () ->
                page(shard, range, from[0])
                    .thenCompose(
                        page -> {
                          from[0] = page.continuation();
                          return zones(page.items(), range)
                              .thenApply(
                                  report -> {
                                    total[0] = total[0].plus(report);
                                    return !from[0].isEnd();
                                  });
                        }))
        .thenApply(done -> total[0]);
  }

  private CompletableFuture<RecordCursor.Page<TopLevelEntry>> page(
      int shard, Stranded range, Continuation from) {
    return cluster.read(
        context ->
            cluster
                .space()
                .openClusterStore(context)
                .thenCompose(
                    store ->
                        cluster
                            .topLevel()
                            .page(store, shard, range.until(), from, POINTERS_AT_ONCE)));
  }

  private CompletableFuture<StrandedReport> zones(List<TopLevelEntry> entries, Stranded range) {
    List<TopLevelEntry.Pointer> zones =
        entries.stream()
            .filter(TopLevelEntry.Pointer.class::isInstance)
            .map(TopLevelEntry.Pointer.class::cast)
            .toList();
    List<List<TopLevelEntry.Pointer>> groups =
        Stream.iterate(0, at -> at < zones.size(), at -> at + ZONES_AT_ONCE)
            .map(at -> zones.subList(at, Math.min(zones.size(), at + ZONES_AT_ONCE)))
            .toList();
    StrandedReport[] total = {StrandedReport.NONE};
    return AsyncLoop.forEach(
            groups,
            group ->
                AsyncLoop.all(group.stream().map(pointer -> zone(pointer, range)).toList())
                    .thenAccept(
                        reports -> reports.forEach(report -> total[0] = total[0].plus(report))))
        .thenApply(done -> total[0]);
  }

  private CompletableFuture<StrandedReport> zone(TopLevelEntry.Pointer pointer, Stranded range) {
    CompletableFuture<StrandedReport> freed =
        pointer.vesting().isBefore(range.from())
            ? CompletableFuture.completedFuture(StrandedReport.NONE)
            : cluster.visits().freeStranded(pointer.ref()).thenApply(StrandedReport::of);
    boolean external = ExternalZoneName.isExternal(pointer.ref().zone());
    return freed
        .exceptionally(error -> StrandedReport.FAILED)
        .thenCompose(
            report ->
                external
                    ? CompletableFuture.completedFuture(report)
                    : items(pointer.ref(), range).thenApply(report::plus));
  }

  private CompletableFuture<StrandedReport> items(PointerRef ref, Stranded range) {
    return walk(
            new StrandedItems(range, 0),
            step ->
                cluster.run(
                    RUN,
                    ref.tenant(),
                    tx -> step.step(tx.store(), tx.zone(ref.zone()), vesting(tx.context()))))
        .exceptionally(error -> StrandedReport.FAILED);
  }

  /** The time now by the slowest sound clock, so that the items are vested for all consumers. */
  private Instant vesting(RecordContext context) {
    return context.now().minus(cluster.time().lead());
  }

  private static CompletableFuture<StrandedReport> walk(
      StrandedItems items,
      Function<StrandedItems, ? extends CompletionStage<StrandedItems.Step>> transaction) {
    return AsyncLoop.whileTrue(
            () -> transaction.apply(items).toCompletableFuture().thenApply(items::took))
        .thenApply(done -> items.report());
  }
}
