package dev.tenure.queue.directory;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.StoredTenant;
import dev.tenure.queue.proto.ClusterFill;
import dev.tenure.queue.proto.DirectoryProgress;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.protocol.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Makes a deployment adopt the directory. It names the directory in the list of clusters, gives an
 * entry to each tenant without one, and then marks the directory as active. The progress is one
 * data record. It is updated after each page of a cluster's tenants, so that a fill continues from
 * there after a crash.
 */
final class Adoption {
  private static final PrimaryKey PROGRESS = new PrimaryKey("progress");
  private static final int PAGE = 100;
  private static final int AT_ONCE = 10;

  private final Parts parts;
  private volatile boolean active;

  Adoption(Parts parts) {
    this.parts = parts;
  }

  /** Whether every tenant has an entry; false while the directory does not tell. */
  CompletableFuture<Boolean> isKnownToBeActive() {
    return isActive()
        .exceptionallyCompose(
            error ->
                Entries.isUnavailable(error)
                    ? CompletableFuture.completedFuture(false)
                    : CompletableFuture.failedFuture(error));
  }

  /** Whether every tenant has an entry; fails with DIRECTORY_UNAVAILABLE. */
  CompletableFuture<Boolean> isActive() {
    return active
        ? CompletableFuture.completedFuture(true)
        : read()
            .thenApply(
                read -> {
                  if (read.filter(each -> decode(each).getActive()).isPresent()) {
                    active = true;
                  }
                  return active;
                });
  }

  CompletableFuture<AdoptionProgress> progress() {
    return read()
        .thenApply(
            read ->
                toProgress(
                    read.map(Adoption::decode).orElse(DirectoryProgress.getDefaultInstance())));
  }

  private CompletableFuture<Optional<DataRecord>> read() {
    return parts.entries().read(PROGRESS);
  }

  private static DirectoryProgress decode(DataRecord record) {
    try {
      return DirectoryProgress.parseFrom(record.value());
    } catch (InvalidProtocolBufferException e) {
      throw new QueueException(
          Code.CORRUPT, "the progress of the directory cannot be read: " + e.getMessage(), e);
    }
  }

  private static AdoptionProgress toProgress(DirectoryProgress stored) {
    return new AdoptionProgress(
        stored.getActive(),
        stored.getClustersList().stream()
            .map(
                each ->
                    new AdoptionProgress.Cluster(
                        each.getCluster(), each.getDone(), each.getWalked(), each.getAdded()))
            .toList());
  }

  /**
   * @param listener receives the progress after each page
   */
  CompletableFuture<AdoptionProgress> run(Consumer<AdoptionProgress> listener) {
    return parts
        .deployment()
        .storeLayout()
        .thenCompose(
            stored -> AsyncLoop.whileTrue(() -> parts.entries().repeating(() -> step(listener))))
        .thenCompose(done -> progress());
  }

  /**
   * Adopts one page of one cluster's tenants, or finishes the fill. Returns whether more pages are
   * left.
   */
  private CompletableFuture<Boolean> step(Consumer<AdoptionProgress> listener) {
    return read()
        .thenCompose(
            read -> {
              DirectoryProgress stored =
                  read.map(Adoption::decode).orElse(DirectoryProgress.getDefaultInstance());
              if (stored.getActive()) {
                active = true;
                return CompletableFuture.completedFuture(false);
              }
              return next(stored)
                  .thenCompose(
                      changed ->
                          save(read, changed)
                              .thenApply(
                                  saved -> {
                                    listener.accept(toProgress(changed));
                                    return true;
                                  }));
            });
  }

  private CompletableFuture<DataRecord> save(Optional<DataRecord> read, DirectoryProgress changed) {
    Content content = new Content(Set.of(), changed.toByteString());
    return read.map(record -> parts.entries().replace(record, content))
        .orElseGet(() -> parts.entries().insert(PROGRESS, content));
  }

  private CompletableFuture<DirectoryProgress> next(DirectoryProgress stored) {
    for (QueueCluster cluster : parts.deployment().clusters()) {
      Optional<ClusterFill> fill =
          stored.getClustersList().stream()
              .filter(each -> each.getCluster().equals(cluster.name()))
              .findFirst();
      if (!fill.map(ClusterFill::getDone).orElse(false)) {
        return page(
                cluster, fill.orElse(ClusterFill.newBuilder().setCluster(cluster.name()).build()))
            .thenApply(walked -> with(stored, walked));
      }
    }
    return CompletableFuture.completedFuture(stored.toBuilder().setActive(true).build());
  }

  private static DirectoryProgress with(DirectoryProgress stored, ClusterFill walked) {
    List<ClusterFill> others =
        stored.getClustersList().stream()
            .filter(each -> !each.getCluster().equals(walked.getCluster()))
            .toList();
    return stored.toBuilder().clearClusters().addAllClusters(others).addClusters(walked).build();
  }

  private CompletableFuture<ClusterFill> page(QueueCluster cluster, ClusterFill fill) {
    Optional<TenantId> after =
        fill.getUser().isEmpty()
            ? Optional.empty()
            : Optional.of(new TenantId(fill.getApplication(), fill.getUser()));
    return parts
        .stores()
        .scan(cluster, after, PAGE)
        .thenCompose(
            tenants ->
                add(cluster, tenants)
                    .thenApply(
                        added -> {
                          ClusterFill.Builder walked =
                              fill.toBuilder()
                                  .setWalked(fill.getWalked() + tenants.size())
                                  .setAdded(fill.getAdded() + added)
                                  .setDone(tenants.size() < PAGE);
                          if (walked.getDone()) {
                            // Nothing goes on from here: the tenant may be deleted some day.
                            walked.clearApplication().clearUser();
                          } else {
                            TenantId last = tenants.get(tenants.size() - 1).tenant();
                            walked.setApplication(last.application()).setUser(last.user());
                          }
                          return walked.build();
                        }));
  }

  private CompletableFuture<Integer> add(QueueCluster cluster, List<StoredTenant> tenants) {
    List<List<StoredTenant>> groups = new ArrayList<>();
    for (int i = 0; i < tenants.size(); i += AT_ONCE) {
      groups.add(tenants.subList(i, Math.min(i + AT_ONCE, tenants.size())));
    }
    List<Boolean> added = new ArrayList<>();
    return AsyncLoop.forEach(
            groups,
            group ->
                AsyncLoop.all(group.stream().map(each -> add(cluster, each)).toList())
                    .thenAccept(added::addAll))
        .thenApply(done -> (int) added.stream().filter(each -> each).count());
  }

  private CompletableFuture<Boolean> add(QueueCluster cluster, StoredTenant store) {
    return parts
        .entries()
        .find(store.tenant())
        .thenCompose(
            found ->
                found.filter(entry -> !Adopting.isUnfinished(entry, cluster)).isPresent()
                    ? CompletableFuture.completedFuture(false)
                    : new Adopting(parts, cluster, store.tenant())
                        .run()
                        .thenApply(Optional::isPresent));
  }
}
