package dev.tenure.queue.rebalance;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.EntryFilter;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.directory.TenantEntry;
import dev.tenure.queue.rebalance.PlanMaker.Weighed;
import dev.tenure.record.async.AsyncLoop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Looks at tenants and clusters, and chooses moves. For a single use. */
final class PlanPreview {
  private static final int PAGE = 100;

  /** How many tenants are looked at; a plan of more is made in several parts. */
  private static final int LOOKED_MAX = 20_000;

  private final TenantDirectory directory;
  private final StoreSizes sizes;
  private final NavigableSet<String> clusters = new TreeSet<>();
  private final RebalanceGoal goal;
  private final int movesMax;
  private final List<Weighed> tenants = new ArrayList<>();
  private boolean sawAll;

  PlanPreview(TenantDirectory directory, RebalanceGoal goal, int movesMax) {
    this.directory = directory;
    this.sizes = new StoreSizes(directory.deployment());
    this.goal = goal;
    this.movesMax = movesMax;
    directory.deployment().clusters().stream().map(QueueCluster::name).forEach(clusters::add);
  }

  CompletableFuture<RebalancePlan> make() {
    if (goal instanceof RebalanceGoal.Drain drain) {
      requireKnown(drain.cluster());
      NavigableSet<String> others = new TreeSet<>(clusters);
      others.remove(drain.cluster());
      if (others.isEmpty()) {
        throw new QueueException(
            Code.CLUSTER_NOT_FOUND, "there is no cluster beside " + drain.cluster());
      }
      return bySize(
          EntryFilter.ALL.withCluster(drain.cluster()), maker -> maker.spread(tenants, others));
    }
    if (goal instanceof RebalanceGoal.Gather gather) {
      requireKnown(gather.cluster());
      return bySize(
          EntryFilter.ALL,
          maker ->
              maker.spread(
                  tenants.stream().filter(each -> !isOn(each, gather.cluster())).toList(),
                  new TreeSet<>(List.of(gather.cluster()))));
    }
    if (goal instanceof RebalanceGoal.BySize even) {
      return bySize(EntryFilter.ALL, maker -> maker.even(tenants, even.percent()));
    }
    return byLoad((RebalanceGoal.ByLoad) goal);
  }

  private static boolean isOn(Weighed tenant, String cluster) {
    return tenant.cluster().equals(cluster);
  }

  private void requireKnown(String cluster) {
    if (!clusters.contains(cluster)) {
      throw new QueueException(
          Code.CLUSTER_NOT_FOUND,
          "cluster " + cluster + " is not among those of this process, " + clusters);
    }
  }

  /** Chooses moves of the tenants that were found. */
  private interface Choice {
    void choose(PlanMaker maker);
  }

  private CompletableFuture<RebalancePlan> bySize(EntryFilter filter, Choice choice) {
    return walk(filter)
        .thenCompose(walked -> sizes.ofClusters())
        .thenApply(weights -> plan(weights, choice));
  }

  private RebalancePlan plan(SortedMap<String, Long> weights, Choice choice) {
    PlanMaker maker = new PlanMaker(weights, movesMax);
    choice.choose(maker);
    return new RebalancePlan(
        goal, maker.moves(), weights, maker.weights(), tenants.size(), sawAll && maker.complete());
  }

  private CompletableFuture<Void> walk(EntryFilter filter) {
    List<String> from = new ArrayList<>();
    return AsyncLoop.whileTrue(
        () ->
            directory
                .list(filter, from.stream().findFirst(), PAGE)
                .thenCompose(
                    page ->
                        weigh(page.entries())
                            .thenApply(
                                weighed -> {
                                  from.clear();
                                  page.next().ifPresent(from::add);
                                  sawAll = page.next().isEmpty();
                                  return !sawAll && tenants.size() < LOOKED_MAX;
                                })));
  }

  private CompletableFuture<Void> weigh(List<TenantEntry> entries) {
    return AsyncLoop.all(entries.stream().map(sizes::of).toList())
        .thenAccept(
            found -> {
              for (int i = 0; i < found.size(); i++) {
                TenantEntry entry = entries.get(i);
                tenants.add(new Weighed(entry.tenant(), entry.cluster(), found.get(i)));
              }
            });
  }

  private CompletableFuture<RebalancePlan> byLoad(RebalanceGoal.ByLoad even) {
    List<Map.Entry<TenantId, Long>> loads = List.copyOf(even.loads().entrySet());
    return AsyncLoop.all(loads.stream().map(each -> directory.find(each.getKey())).toList())
        .thenApply(
            entries -> {
              sawAll = true;
              SortedMap<String, Long> weights = new TreeMap<>();
              clusters.forEach(cluster -> weights.put(cluster, 0L));
              for (int i = 0; i < loads.size(); i++) {
                add(weights, loads.get(i), entries.get(i));
              }
              return plan(
                  Collections.unmodifiableSortedMap(weights),
                  maker -> maker.even(tenants, even.percent()));
            });
  }

  private void add(
      SortedMap<String, Long> weights, Map.Entry<TenantId, Long> load, Optional<TenantEntry> of) {
    of.ifPresent(
        entry -> {
          tenants.add(new Weighed(load.getKey(), entry.cluster(), load.getValue()));
          weights.merge(entry.cluster(), load.getValue(), Long::sum);
        });
  }
}
