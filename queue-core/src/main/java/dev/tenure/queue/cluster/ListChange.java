package dev.tenure.queue.cluster;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.record.async.AsyncLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * One change of the list of clusters, as docs/rolling-upgrades.md lays out.
 *
 * <ol>
 *   <li>Announce the change on every cluster.
 *   <li>Read whether the clusters that leave have tenants.
 *   <li>Decide, on the first cluster of the old list.
 *   <li>Store the decision on every cluster.
 * </ol>
 *
 * <p>Each step is one transaction on one cluster, which depends only on what that cluster has
 * stored. A change may therefore stop anywhere and be repeated, by several processes at once.
 */
final class ListChange {
  private final Map<String, StoredList> lists = new TreeMap<>();
  private final long expected;
  private final List<String> wanted;

  /**
   * @param clusters the clusters of both lists
   * @param expected the version that the new list follows
   */
  ListChange(List<QueueCluster> clusters, long expected, List<String> wanted) {
    clusters.forEach(cluster -> lists.put(cluster.name(), new StoredList(cluster)));
    this.expected = expected;
    this.wanted = ClusterList.sorted(wanted);
    if (expected < 1 || wanted.isEmpty()) {
      throw new IllegalArgumentException(
          "the change of list version "
              + expected
              + " to "
              + wanted
              + " needs a version of 1 or more and at least one cluster");
    }
    requireAll("the new list", this.wanted);
  }

  private void requireAll(String what, List<String> names) {
    List<String> missing = clusters(names).filter(name -> !lists.containsKey(name)).toList();
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          what + " " + names + " names " + missing + ", this deployment has " + lists.keySet());
    }
  }

  private static Stream<String> clusters(List<String> members) {
    return members.stream().filter(member -> !DirectoryLayout.isLayout(member));
  }

  private ClusterList outcome() {
    return ClusterList.settled(expected + 1, wanted);
  }

  CompletableFuture<ClusterList> run() {
    List<StoredList> all = List.copyOf(lists.values());
    return AsyncLoop.all(all.stream().map(StoredList::read).toList())
        .thenCompose(
            found -> {
              Map<String, ClusterList> stored = new TreeMap<>();
              for (int i = 0; i < all.size(); i++) {
                String name = all.get(i).cluster();
                found.get(i).ifPresent(list -> stored.put(name, list));
              }
              return go(stored);
            });
  }

  private CompletableFuture<ClusterList> go(Map<String, ClusterList> stored) {
    boolean done = lists.keySet().stream().allMatch(name -> outcome().equals(stored.get(name)));
    return done ? CompletableFuture.completedFuture(outcome()) : from(before(stored), stored);
  }

  /** The list that the new one follows: it is stored on a cluster that it names. */
  private List<String> before(Map<String, ClusterList> stored) {
    List<List<String>> candidates =
        stored.entrySet().stream()
            .filter(each -> each.getValue().version() == expected)
            .filter(each -> isMember(each.getKey(), each.getValue()))
            .filter(each -> !isRefuted(each.getValue(), stored))
            .map(each -> each.getValue().names())
            .distinct()
            .toList();
    if (candidates.size() != 1) {
      throw new QueueException(
          Code.CLUSTERS_DIFFER,
          "the list of version "
              + expected
              + " cannot be changed, the clusters have stored "
              + stored);
    }
    requireAll("the list of version " + expected, candidates.get(0));
    requireLayout(candidates.get(0));
    return candidates.get(0);
  }

  /** A directory stays: tenants created without it would have no entries. */
  private void requireLayout(List<String> before) {
    if (before.stream()
        .anyMatch(each -> DirectoryLayout.isLayout(each) && !wanted.contains(each))) {
      throw new QueueException(
          Code.CLUSTERS_DIFFER,
          "the list " + before + " has a tenant directory that " + wanted + " does not have");
    }
  }

  private static boolean isMember(String cluster, ClusterList list) {
    return list.names().contains(cluster);
  }

  /** Whether the list was never agreed on, since one of its clusters has another one. */
  private static boolean isRefuted(ClusterList list, Map<String, ClusterList> stored) {
    return list.names().stream()
        .map(stored::get)
        .anyMatch(
            other ->
                other != null
                    && other.version() == list.version()
                    && !other.names().equals(list.names()));
  }

  private CompletableFuture<ClusterList> from(
      List<String> before, Map<String, ClusterList> stored) {
    List<StoredList> inOrder = new ArrayList<>(clusters(before).map(lists::get).toList());
    lists.keySet().stream()
        .filter(name -> !before.contains(name))
        .map(lists::get)
        .forEach(inOrder::add);
    boolean announced = stored.values().stream().anyMatch(ClusterList::isChanging);
    return (announced ? CompletableFuture.<Void>completedFuture(null) : requireEmpty(before))
        .thenCompose(
            empty ->
                AsyncLoop.forEach(
                    inOrder, list -> announce(list, before, over(list.cluster(), stored))))
        .thenCompose(done -> leaving(before))
        .thenCompose(left -> decide(inOrder.get(0), before, left))
        .thenCompose(
            decided ->
                AsyncLoop.forEach(inOrder, list -> settle(list, before, decided))
                    .thenApply(done -> requireWanted(decided)));
  }

  private CompletableFuture<Void> requireEmpty(List<String> before) {
    return leaving(before)
        .thenAccept(
            left -> {
              if (!left.isEmpty()) {
                throw notEmpty(left);
              }
            });
  }

  /** The number of tenants of each cluster that leaves; clusters without tenants are left out. */
  private CompletableFuture<Map<String, Long>> leaving(List<String> before) {
    Map<String, Long> left = new TreeMap<>();
    return AsyncLoop.forEach(
            clusters(before).filter(name -> !wanted.contains(name)).map(lists::get).toList(),
            list ->
                list.tenants()
                    .thenAccept(
                        count -> {
                          if (count > 0) {
                            left.put(list.cluster(), count);
                          }
                        }))
        .thenApply(done -> left);
  }

  private static QueueException notEmpty(Map<String, Long> left) {
    return new QueueException(
        Code.CLUSTER_NOT_EMPTY,
        "clusters cannot leave the list while tenants lie on them, there are " + left);
  }

  /** Announces the change: no tenant is created on the cluster until it is decided. */
  private CompletableFuture<ClusterList> announce(
      StoredList list, List<String> before, Optional<ClusterList> over) {
    ClusterList announced = new ClusterList(expected, before, wanted);
    return list.change(
        "announce-cluster-list",
        found -> {
          if (found.filter(each -> isDecided(each, before)).isPresent()) {
            return found.orElseThrow();
          }
          boolean joins = !before.contains(list.cluster());
          boolean fits =
              found.isEmpty()
                  || found.get().equals(announced)
                  || found.get().equals(ClusterList.settled(expected, before))
                  || (joins && found.equals(over));
          if (!fits) {
            throw list.differs(wanted, found);
          }
          return announced;
        });
  }

  private boolean isDecided(ClusterList found, List<String> before) {
    return !found.isChanging()
        && found.version() == expected + 1
        && (found.names().equals(wanted) || found.names().equals(before));
  }

  /**
   * The list that a cluster has stored, when no process creates tenants there by it any more: the
   * list does not name the cluster, or another cluster of the list has a later one or never had it.
   */
  private static Optional<ClusterList> over(String cluster, Map<String, ClusterList> stored) {
    return Optional.ofNullable(stored.get(cluster))
        .filter(
            list ->
                !isMember(cluster, list)
                    || isRefuted(list, stored)
                    || list.names().stream()
                        .map(stored::get)
                        .anyMatch(other -> other != null && other.version() > list.version()));
  }

  /** The only place where the change succeeds, or is withdrawn because tenants were left. */
  private CompletableFuture<List<String>> decide(
      StoredList first, List<String> before, Map<String, Long> left) {
    List<String> decision = left.isEmpty() ? wanted : before;
    return first
        .change("decide-cluster-list", found -> decided(first, found, before, decision))
        .thenApply(
            stored -> {
              if (stored.version() > expected + 1) {
                throw first.differs(wanted, Optional.of(stored));
              }
              return stored.names();
            });
  }

  private CompletableFuture<ClusterList> settle(
      StoredList list, List<String> before, List<String> decision) {
    return list.change("settle-cluster-list", found -> decided(list, found, before, decision));
  }

  private ClusterList decided(
      StoredList list, Optional<ClusterList> found, List<String> before, List<String> decision) {
    if (found.filter(each -> each.version() > expected).isPresent()) {
      return found.orElseThrow();
    }
    if (!found.equals(Optional.of(new ClusterList(expected, before, wanted)))) {
      throw list.differs(wanted, found);
    }
    return ClusterList.settled(expected + 1, decision);
  }

  private ClusterList requireWanted(List<String> decided) {
    if (!decided.equals(wanted)) {
      throw new QueueException(
          Code.CLUSTER_NOT_EMPTY,
          "the change to "
              + wanted
              + " was withdrawn, because tenants lay on a cluster that was to leave; the list is "
              + decided
              + " (version "
              + (expected + 1)
              + ")");
    }
    return outcome();
  }
}
