package dev.tenure.examples.demo;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.examples.proto.NoteStats;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.queue.inspect.ClusterSummary;
import dev.tenure.queue.inspect.ListQuery;
import dev.tenure.queue.inspect.Page;
import dev.tenure.queue.inspect.TenantSummary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Reads every tenant's store and every top-level queue, and sums up their contents. */
final class Verifier {
  private static final int PAGE = 200;

  private final Deployment deployment;
  private final DemoRun run;
  private final Paragraphs paragraphs;

  private final Sums sums = new Sums();

  Verifier(Deployment deployment, DemoRun run, Paragraphs paragraphs) {
    this.deployment = deployment;
    this.run = run;
    this.paragraphs = paragraphs;
  }

  private static final class Sums {
    private long tenants;
    private long notes;
    private long aborted;
    private long completed;
    private long words;
    private long itemsLeft;
    private long zonesLeft;
    private long pointers;
  }

  /** What one tenant's store holds. */
  private record TenantSums(NoteStats stats, long notes, long aborted, long left, long dead) {}

  /** The number of tenants read so far. */
  synchronized long looked() {
    return sums.tenants;
  }

  CompletableFuture<Verification> verify() {
    CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
    for (QueueCluster cluster : deployment.clusters()) {
      chain =
          chain
              .thenCompose(done -> tenants(cluster, Optional.empty()))
              .thenCompose(done -> new ClusterInspector(cluster).summary())
              .thenAccept(this::addPointers);
    }
    return chain.thenApply(done -> result());
  }

  private void addPointers(ClusterSummary summary) {
    sums.pointers += summary.pointers();
  }

  private CompletableFuture<Void> tenants(QueueCluster cluster, Optional<String> continuation) {
    return new ClusterInspector(cluster)
        .tenants(Optional.empty(), Optional.empty(), ListQuery.all(), PAGE, continuation)
        .thenCompose(
            page ->
                stores(cluster, page.rows())
                    .thenComposeAsync(
                        done -> following(cluster, page), cluster.database().executor()));
  }

  private CompletableFuture<Void> following(QueueCluster cluster, Page<TenantSummary> page) {
    return page.continuation().isEmpty()
        ? CompletableFuture.completedFuture(null)
        : tenants(cluster, page.continuation());
  }

  private CompletableFuture<Void> stores(QueueCluster cluster, List<TenantSummary> tenants) {
    CompletableFuture<?>[] all =
        tenants.stream()
            .map(tenant -> store(cluster, tenant.tenant()).thenAccept(this::add))
            .toArray(CompletableFuture<?>[]::new);
    return CompletableFuture.allOf(all);
  }

  private CompletableFuture<TenantSums> store(QueueCluster cluster, TenantId tenant) {
    return cluster.run(tenant, this::read);
  }

  private CompletableFuture<TenantSums> read(TenantTransaction tx) {
    CompletableFuture<NoteStats> stats =
        tx.store()
            .load(DemoSchema.STATS, DemoSchema.STATS_KEY)
            .thenApply(
                found ->
                    found
                        .map(stored -> (NoteStats) stored.message())
                        .orElse(NoteStats.getDefaultInstance()));
    CompletableFuture<Long> notes = tx.store().count(DemoSchema.NOTE_COUNT, Tuple.from(false));
    CompletableFuture<Long> aborted = tx.store().count(DemoSchema.NOTE_COUNT, Tuple.from(true));
    CompletableFuture<Long> left = tx.zone().countByType().thenApply(Verifier::sum);
    CompletableFuture<Long> dead = tx.zone().countDeadLettersByType().thenApply(Verifier::sum);
    return CompletableFuture.allOf(stats, notes, aborted, left, dead)
        .thenApply(
            done ->
                new TenantSums(
                    stats.join(), notes.join(), aborted.join(), left.join(), dead.join()));
  }

  private synchronized void add(TenantSums tenant) {
    sums.tenants++;
    sums.notes += tenant.notes();
    sums.aborted += tenant.aborted();
    sums.completed += tenant.stats().getNotes();
    sums.words += tenant.stats().getWords();
    sums.itemsLeft += tenant.left() + tenant.dead();
    sums.zonesLeft += tenant.left() > 0 ? 1 : 0;
  }

  private synchronized Verification result() {
    return new Verification(
        sums.tenants,
        sums.notes,
        sums.completed + sums.itemsLeft,
        sums.completed,
        sums.words,
        paragraphs.words(run.items()),
        sums.aborted,
        sums.zonesLeft,
        sums.pointers,
        run.items());
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
