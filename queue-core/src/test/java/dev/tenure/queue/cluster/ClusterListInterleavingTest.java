package dev.tenure.queue.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.TenantId;
import dev.tenure.record.error.FdbErrorPredicates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two processes of different lists create the same tenants while operators change the list and die,
 * in orders drawn by a seed: no tenant ever lies on two clusters.
 */
@Tag("punctual") // orders the steps itself
final class ClusterListInterleavingTest {
  private static final int SEEDS = 40;
  private static final int TENANTS = 60;
  private static final int LATEST = 30;
  private static final List<String> TWO = List.of("a", "b");
  private static final List<String> THREE = List.of("a", "b", "c");

  /** What one seed came to. */
  private record Outcome(int created, int refused, boolean changed) {}

  @Test
  void noTenantLiesOnTwoClustersWhateverTheOrder() {
    int created = 0;
    int refused = 0;
    int changed = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Outcome outcome = run(seed);
      created += outcome.created();
      refused += outcome.refused();
      changed += outcome.changed() ? 1 : 0;
    }
    assertTrue(created > 0 && refused > 0, created + " created, " + refused + " refused");
    assertTrue(changed > 0 && changed < SEEDS, changed + " of " + SEEDS + " changed");
  }

  private Outcome run(long seed) {
    SeededExecutor order = new SeededExecutor(seed);
    try (ClusterFixture fixture = new ClusterFixture("a", "b", "c")) {
      Deployment two = process(fixture, order, TWO, Integer.MAX_VALUE);
      Deployment three = process(fixture, order, THREE, Integer.MAX_VALUE);
      if (order.draw(3) > 0) {
        finish(order, two.agree());
      }
      Map<CompletableFuture<QueueCluster>, TenantId> creations = new LinkedHashMap<>();
      create(order, TENANTS / 2, two, three, creations);
      List<CompletableFuture<ClusterList>> changes = new ArrayList<>();
      for (int operators = order.draw(4); operators > 0; operators--) {
        int steps = order.draw(2) == 0 ? Integer.MAX_VALUE : order.draw(60);
        Deployment operator = process(fixture, order, THREE, steps);
        order.later(LATEST, () -> changes.add(operator.changeClusters(1, THREE)));
      }
      order.runAll(fixture.timer);
      create(order, TENANTS, two, three, creations);
      order.runAll(fixture.timer);
      return judge(seed, fixture, creations, changes);
    }
  }

  /** Both processes create the first tenants, each some time from now. */
  private static void create(
      SeededExecutor order,
      int tenants,
      Deployment two,
      Deployment three,
      Map<CompletableFuture<QueueCluster>, TenantId> creations) {
    for (int i = 0; i < tenants; i++) {
      TenantId tenant = new TenantId("mail", "user-" + i);
      order.later(LATEST, () -> creations.put(two.createTenant(tenant), tenant));
      order.later(LATEST, () -> creations.put(three.createTenant(tenant), tenant));
    }
  }

  private Outcome judge(
      long seed,
      ClusterFixture fixture,
      Map<CompletableFuture<QueueCluster>, TenantId> creations,
      List<CompletableFuture<ClusterList>> changes) {
    Deployment all = fixture.deployment("a", "b", "c");
    Map<TenantId, List<String>> places = new TreeMap<>((x, y) -> x.user().compareTo(y.user()));
    int refused = 0;
    for (Map.Entry<CompletableFuture<QueueCluster>, TenantId> each : creations.entrySet()) {
      List<String> on =
          places.computeIfAbsent(each.getValue(), tenant -> placesOf(fixture, all, tenant));
      assertTrue(on.size() <= 1, "seed " + seed + ": " + each.getValue() + " lies on " + on);
      CompletableFuture<QueueCluster> creation = each.getKey();
      assertTrue(creation.isDone(), "seed " + seed + ": a creation did not end");
      if (creation.isCompletedExceptionally()) {
        refused++;
        QueueException error = (QueueException) failure(creation);
        assertEquals(Code.CLUSTERS_DIFFER, error.code(), "seed " + seed + ": " + error);
      } else {
        assertEquals(List.of(creation.join().name()), on, "seed " + seed);
      }
    }
    boolean changed =
        changes.stream().anyMatch(one -> one.isDone() && !one.isCompletedExceptionally());
    return new Outcome(
        (int) places.values().stream().filter(on -> !on.isEmpty()).count(), refused, changed);
  }

  private static Throwable failure(CompletableFuture<?> future) {
    return FdbErrorPredicates.unwrap(future.handle((value, error) -> error).join());
  }

  private static List<String> placesOf(ClusterFixture fixture, Deployment all, TenantId tenant) {
    return all.clusters().stream()
        .filter(cluster -> fixture.await(cluster.hasTenant(tenant)))
        .map(QueueCluster::name)
        .toList();
  }

  private static Deployment process(
      ClusterFixture fixture, SeededExecutor order, List<String> names, int steps) {
    Executor executor = order.process(steps);
    Executor opening = order.process(Integer.MAX_VALUE);
    List<QueueCluster> clusters = new ArrayList<>();
    boolean[] opened = {false};
    for (String name : names) {
      Executor either = task -> (opened[0] ? executor : opening).execute(task);
      clusters.add(finish(order, fixture.open(name, either)));
    }
    opened[0] = true;
    return Deployment.of(clusters);
  }

  private static <T> T finish(SeededExecutor order, CompletableFuture<T> future) {
    while (!future.isDone()) {
      order.runAll();
    }
    return future.join();
  }
}
