package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Remembers whether all clusters of a deployment have stored its list. This is read once, and again
 * after a creation met another list. Thread-safe.
 */
final class ListAgreement {
  private final List<StoredList> lists;
  private final List<String> names;
  private final AtomicReference<@Nullable ClusterList> known = new AtomicReference<>();

  /**
   * @param layout the layout of the tenant directory; empty for a deployment without one
   */
  ListAgreement(List<QueueCluster> clusters, Optional<DirectoryLayout> layout) {
    List<String> own = ClusterList.sorted(clusters.stream().map(QueueCluster::name).toList());
    this.lists = own.stream().map(name -> stored(clusters, name)).toList();
    this.names = members(own, layout);
  }

  static List<String> members(List<String> clusters, Optional<DirectoryLayout> layout) {
    return ClusterList.sorted(
        Stream.concat(clusters.stream(), layout.stream().map(DirectoryLayout::member)).toList());
  }

  private static StoredList stored(List<QueueCluster> clusters, String name) {
    return new StoredList(
        clusters.stream().filter(cluster -> cluster.name().equals(name)).findFirst().orElseThrow());
  }

  /** The list that all clusters have; empty before this process has read it. */
  Optional<ClusterList> known() {
    return Optional.ofNullable(known.get());
  }

  /** The list that all clusters have, compared now if this process has not read it yet. */
  CompletableFuture<ClusterList> agreed() {
    ClusterList agreed = known.get();
    return agreed == null ? agree() : CompletableFuture.completedFuture(agreed);
  }

  /**
   * Creates something under the agreed list. When the creation proves that another list is stored,
   * the lists are compared again, and the creation is tried once more if they agree.
   */
  <T> CompletableFuture<T> creating(Function<ClusterList, CompletableFuture<T>> creation) {
    return agreed()
        .thenCompose(
            list ->
                creation
                    .apply(list)
                    .exceptionallyCompose(
                        error -> {
                          if (!isDifference(error)) {
                            return CompletableFuture.failedFuture(error);
                          }
                          forget(list);
                          return agree().thenCompose(creation);
                        }));
  }

  /** Drops the remembered list, because a cluster has proved to have another one. */
  void forget(ClusterList outdated) {
    known.compareAndSet(outdated, null);
  }

  /**
   * Reads the list of every cluster, and stores it on clusters that have none. When a list differs,
   * nothing is stored.
   */
  CompletableFuture<ClusterList> agree() {
    return AsyncLoop.all(lists.stream().map(StoredList::read).toList())
        .thenCompose(
            found -> {
              ClusterList wanted = wanted(found);
              return AsyncLoop.forEach(without(found), list -> store(list, wanted))
                  .thenApply(
                      done -> {
                        known.set(wanted);
                        return wanted;
                      });
            });
  }

  /** Fails when one of these clusters has another list; clusters without a list agree. */
  CompletableFuture<Void> compare(List<QueueCluster> asked) {
    List<StoredList> some = asked.stream().map(StoredList::new).toList();
    return AsyncLoop.all(some.stream().map(StoredList::read).toList())
        .thenAccept(
            found -> {
              long version = highestVersion(found);
              for (int i = 0; i < some.size(); i++) {
                refuseOther(some.get(i), found.get(i), ClusterList.settled(version, names));
              }
            });
  }

  private static long highestVersion(List<Optional<ClusterList>> found) {
    return found.stream().flatMap(Optional::stream).mapToLong(ClusterList::version).max().orElse(1);
  }

  private List<StoredList> without(List<Optional<ClusterList>> found) {
    return IntStream.range(0, lists.size())
        .filter(i -> found.get(i).isEmpty())
        .mapToObj(lists::get)
        .toList();
  }

  private ClusterList wanted(List<Optional<ClusterList>> found) {
    ClusterList wanted = ClusterList.settled(highestVersion(found), names);
    for (int i = 0; i < lists.size(); i++) {
      refuseOther(lists.get(i), found.get(i), wanted);
    }
    return wanted;
  }

  private CompletableFuture<ClusterList> store(StoredList list, ClusterList wanted) {
    return list.change(
        "store-cluster-list",
        found -> {
          refuseOther(list, found, wanted);
          return wanted;
        });
  }

  private static void refuseOther(
      StoredList list, Optional<ClusterList> found, ClusterList wanted) {
    if (found.isPresent() && !found.get().equals(wanted)) {
      throw list.differs(wanted.names(), found);
    }
  }

  /** Whether a transaction failed because another list is stored. */
  static boolean isDifference(Throwable error) {
    return FdbErrorPredicates.unwrap(error) instanceof QueueException failed
        && failed.code() == QueueException.Code.CLUSTERS_DIFFER;
  }
}
