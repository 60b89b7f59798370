package dev.tenure.queue.rebalance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.rebalance.PlanMaker.Weighed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class PlanMakerTest {
  private static Weighed tenant(String user, String cluster, long weight) {
    return new Weighed(new TenantId("mail", user), cluster, weight);
  }

  private static PlanMaker maker(Map<String, Long> weights, int movesMax) {
    return new PlanMaker(new TreeMap<>(weights), movesMax);
  }

  @Test
  void tenantsOfADrainedClusterAreSpreadByWeight() {
    PlanMaker maker = maker(Map.of("a", 30L, "b", 0L, "c", 5L), 10);
    maker.spread(
        List.of(tenant("small", "a", 4), tenant("large", "a", 20), tenant("middle", "a", 6)),
        new TreeSet<>(List.of("b", "c")));
    assertEquals(
        List.of(
            new PlannedMove(new TenantId("mail", "large"), "a", "b", 20),
            new PlannedMove(new TenantId("mail", "middle"), "a", "c", 6),
            new PlannedMove(new TenantId("mail", "small"), "a", "c", 4)),
        maker.moves());
    assertEquals(Map.of("a", 0L, "b", 20L, "c", 15L), maker.weights());
    assertTrue(maker.complete());
  }

  @Test
  void noMoreMovesThanWantedAreChosen() {
    PlanMaker maker = maker(Map.of("a", 30L, "b", 0L), 1);
    maker.spread(List.of(tenant("x", "a", 4), tenant("y", "a", 20)), new TreeSet<>(List.of("b")));
    assertEquals(1, maker.moves().size());
    assertFalse(maker.complete());
  }

  @Test
  void oneTenantThatIsTooHeavyStays() {
    PlanMaker maker = maker(Map.of("a", 100L, "b", 0L), 10);
    maker.even(List.of(tenant("whale", "a", 100)), 10);
    assertEquals(List.of(), maker.moves());
    PlanMaker other = maker(Map.of("a", 100L, "b", 40L), 10);
    other.even(List.of(tenant("whale", "a", 50), tenant("own", "a", 50)), 10);
    assertEquals(1, other.moves().size());
    assertEquals(Map.of("a", 50L, "b", 90L), other.weights());
  }

  @Test
  void clustersThatAreEvenEnoughStay() {
    PlanMaker maker = maker(Map.of("a", 104L, "b", 96L), 10);
    maker.even(List.of(tenant("x", "a", 4)), 10);
    assertEquals(List.of(), maker.moves());
    PlanMaker empty = maker(Map.of("a", 0L, "b", 0L), 10);
    empty.even(List.of(), 1);
    assertTrue(empty.complete());
  }

  /** Whatever the weights: each tenant moves once at most, and no cluster gets worse. */
  @Test
  void evenedClustersAreCloserToOneAnother() {
    for (long seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      TreeMap<String, Long> weights = new TreeMap<>();
      List<Weighed> tenants = new ArrayList<>();
      for (int cluster = 0; cluster < 2 + random.nextInt(3); cluster++) {
        weights.put("c" + cluster, 0L);
      }
      List<String> names = List.copyOf(weights.keySet());
      for (int i = 0; i < 60; i++) {
        long weight = random.nextInt(100);
        String cluster = names.get(random.nextInt(1 + random.nextInt(names.size())));
        tenants.add(tenant("t" + i, cluster, weight));
        weights.merge(cluster, weight, Long::sum);
      }
      PlanMaker maker = new PlanMaker(weights, 1_000);
      maker.even(tenants, 20);
      assertTrue(spread(maker.weights()) <= spread(weights), "seed " + seed);
      assertEquals(sum(weights), sum(maker.weights()));
      HashSet<TenantId> moved = new HashSet<>();
      for (PlannedMove each : maker.moves()) {
        assertTrue(moved.add(each.tenant()), "seed " + seed);
      }
      assertTrue(
          spread(maker.weights()) * 100 <= 20.0 * sum(weights) / weights.size()
              || maker.moves().size() == tenants.size()
              || spread(maker.weights()) < 100,
          "seed " + seed + ": " + maker.weights());
    }
  }

  private static long spread(Map<String, Long> weights) {
    return Collections.max(weights.values()) - Collections.min(weights.values());
  }

  private static long sum(Map<String, Long> weights) {
    return weights.values().stream().mapToLong(each -> each).sum();
  }
}
