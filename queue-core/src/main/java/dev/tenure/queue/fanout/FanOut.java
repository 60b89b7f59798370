package dev.tenure.queue.fanout;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.PlacementHash;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterList;
import dev.tenure.queue.cluster.ClusterTransaction;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.LocalItem;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Enqueues one local item on every cluster of a deployment. The fan-out is itself a local item, of
 * {@link #TYPE}, on one of the clusters, its home; consumers that have a handler for the type carry
 * it out. The item's id makes each step repeatable. Thread-safe.
 */
public final class FanOut {
  /** The type of the item that stands for a fan-out. It is retried until it succeeds. */
  public static final WorkType<NewItem> TYPE =
      WorkType.of("tenure.fan-out", new NewItemCodec())
          .withPolicy(WorkPolicy.defaults().withAttemptsMax(0).withVanishedMax(0));

  private static final int SHARD = 0;
  private static final String ID_PREFIX = "fan-out/";

  private final Deployment deployment;

  public FanOut(Deployment deployment) {
    this.deployment = deployment;
  }

  /**
   * Begins a fan-out, or continues one that was begun before. Its home is the first cluster that
   * accepts the fan-out, in an order that depends on the id. May be called again with the same item
   * at any time: a cluster that has received the id does not get the item again.
   *
   * @param item an item with an id
   * @return the name of the home. Fails when no cluster accepts the fan-out
   * @throws IllegalArgumentException when the item has no id, or when {@code fan-out/} and the
   *     item's id together are too long for an id
   */
  public CompletableFuture<String> start(NewItem item) {
    NewItem order = NewItem.of(TYPE, item).withId(ID_PREFIX + id(item)).withPriority(1);
    List<QueueCluster> homes = new ArrayList<>(deployment.clusters());
    Collections.rotate(homes, Math.floorMod(PlacementHash.of(id(item)), homes.size()));
    return start(homes, order);
  }

  private static CompletableFuture<String> start(List<QueueCluster> homes, NewItem order) {
    QueueCluster home = homes.get(0);
    CompletableFuture<String> started =
        home.topLevel()
            .runLocal(SHARD, zone -> zone.enqueue(order))
            .thenApply(enqueued -> home.name());
    return homes.size() == 1
        ? started
        : started.exceptionallyCompose(error -> start(homes.subList(1, homes.size()), order));
  }

  private static String id(NewItem item) {
    return item.id()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the item of type " + item.type() + " has no id, a fan-out needs one"));
  }

  /**
   * Enqueues the item on each cluster of the list that the home has stored. A consumer's handler
   * calls it.
   *
   * @param home the name of the cluster on which the fan-out lies
   */
  public CompletableFuture<FanOutStep> step(NewItem item, String home) {
    return find(home)
        .read(context -> find(home).begin(context).storedList())
        .thenCompose(
            list -> {
              Map<String, String> missing = new ConcurrentHashMap<>();
              Set<String> members = members(list);
              return AsyncLoop.all(
                      members.stream().map(name -> enqueue(name, item, missing)).toList())
                  .thenApply(
                      done ->
                          new FanOutStep(
                              members,
                              missing,
                              members.stream()
                                  .anyMatch(name -> deployment.cluster(name).isEmpty())));
            });
  }

  private QueueCluster find(String name) {
    return deployment
        .cluster(name)
        .orElseThrow(
            () ->
                new QueueException(
                    QueueException.Code.CLUSTER_NOT_FOUND,
                    "this process does not know cluster " + name));
  }

  /** During a change of the list, the clusters of both lists. */
  private Set<String> members(Optional<ClusterList> list) {
    return list.map(
            stored ->
                Stream.concat(
                        stored.clusters().stream(),
                        stored.changedTo().map(ClusterList::clusters).stream()
                            .flatMap(List::stream))
                    .toList())
        .<Set<String>>map(TreeSet::new)
        .orElseGet(
            () -> new TreeSet<>(deployment.clusters().stream().map(QueueCluster::name).toList()));
  }

  private CompletableFuture<Void> enqueue(String name, NewItem item, Map<String, String> missing) {
    return AsyncLoop.begin(() -> find(name).enqueueLocal(item))
        .handle(
            (enqueued, error) -> {
              if (error != null) {
                missing.put(name, told(error));
              }
              return null;
            });
  }

  private static String told(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain.getMessage() == null ? plain.toString() : plain.getMessage();
  }

  /**
   * Fails if the stored list has a cluster that the step has not reached. Called in the transaction
   * on the home that ends the fan-out. A concurrent change of the list makes that transaction fail.
   */
  public CompletableFuture<Void> requireAll(ClusterTransaction transaction, FanOutStep step) {
    return transaction
        .storedList()
        .thenAccept(
            list -> {
              Set<String> left = members(list);
              left.removeAll(step.clusters());
              if (!left.isEmpty()) {
                throw new QueueException(
                    QueueException.Code.CLUSTERS_DIFFER,
                    "the list of clusters has gained " + left + " since the fan-out read it");
              }
            });
  }

  /** The state of the item on each cluster of this deployment. */
  public CompletableFuture<FanOutStatus> status(String id) {
    return AsyncLoop.all(
            deployment.clusters().stream().map(cluster -> outcome(cluster, id)).toList())
        .thenCombine(
            AsyncLoop.all(
                deployment.clusters().stream()
                    .map(cluster -> outcome(cluster, ID_PREFIX + id))
                    .toList()),
            (items, orders) -> new FanOutStatus(id, items, orders));
  }

  private static CompletableFuture<FanOutStatus.Outcome> outcome(QueueCluster cluster, String id) {
    return AsyncLoop.begin(() -> cluster.localItem(id))
        .handle(
            (found, error) ->
                error == null
                    ? new FanOutStatus.Outcome(
                        cluster.name(), Optional.of(found.state()), found.reason())
                    : new FanOutStatus.Outcome(
                        cluster.name(), Optional.empty(), Optional.of(told(error))));
  }

  static boolean isPending(LocalItem.State order) {
    return order == LocalItem.State.WAITING || order == LocalItem.State.RUNNING;
  }
}
