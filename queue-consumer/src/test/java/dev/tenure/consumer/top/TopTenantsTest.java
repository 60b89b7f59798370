package dev.tenure.consumer.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.top.SpaceSaving.Heavy;
import dev.tenure.queue.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TopTenantsTest {
  @Test
  void fewKeysAreCountedExactly() {
    SpaceSaving<String> counters = new SpaceSaving<>(3);
    counters.add("a", 1);
    counters.add("b", 5);
    counters.add("a", 3);
    counters.add("c", 4);
    counters.add("d", 0);
    assertEquals(
        List.of(new Heavy<>("b", 5, 0), new Heavy<>("a", 4, 0), new Heavy<>("c", 4, 0)),
        counters.top(9));
    assertEquals(List.of(new Heavy<>("b", 5, 0)), counters.top(1));
  }

  @Test
  void aNewKeyTakesOverTheLeastCounterAndSaysByHowMuchItIsOverstated() {
    SpaceSaving<String> counters = new SpaceSaving<>(2);
    counters.add("a", 5);
    counters.add("b", 2);
    counters.add("c", 1);
    assertEquals(List.of(new Heavy<>("a", 5, 0), new Heavy<>("c", 3, 2)), counters.top(9));
  }

  @Test
  void whatIsToldIsAsWrongAsItSaysAtMostAndTheHeaviestAreNeverMissing() {
    for (int seed = 0; seed < 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int countersMax = 1 + random.nextInt(40);
      SpaceSaving<Integer> counters = new SpaceSaving<>(countersMax);
      Map<Integer, Long> truth = new TreeMap<>();
      long total = 0;
      for (int i = 0; i < 3_000; i++) {
        int key = (int) (300 * Math.pow(random.nextDouble(), 4));
        long weight = random.nextInt(20);
        counters.add(key, weight);
        truth.merge(key, weight, Long::sum);
        total += weight;
      }
      Map<Integer, Heavy<Integer>> told = new TreeMap<>();
      counters.top(countersMax).forEach(one -> told.put(one.key(), one));
      for (Heavy<Integer> one : told.values()) {
        long exact = truth.getOrDefault(one.key(), -1L);
        assertTrue(exact <= one.weight(), "seed " + seed + ": " + one + " is " + exact);
        assertTrue(one.weight() - one.overstated() <= exact, "seed " + seed + ": " + one);
        assertTrue(one.overstated() <= total / countersMax, "seed " + seed + ": " + one);
      }
      long bound = total / countersMax;
      int each = seed;
      truth.forEach(
          (key, weight) ->
              assertTrue(
                  weight <= bound || told.containsKey(key), "seed " + each + ": key " + key));
    }
  }

  @Test
  void tenantsAreListedByStartsAndByWait() {
    TopTenants top = new TopTenants();
    TenantId busy = new TenantId("mail", "busy");
    TenantId slow = new TenantId("mail", "slow");
    IntStream.range(0, 10).forEach(i -> top.started(busy, Duration.ofMillis(1)));
    top.started(slow, Duration.ofSeconds(1));
    assertEquals(
        new TopTenants.Lists(
            List.of(new TopTenants.Share(busy, 10, 0), new TopTenants.Share(slow, 1, 0)),
            List.of(new TopTenants.Share(slow, 1_000, 0), new TopTenants.Share(busy, 10, 0)),
            11,
            1_010),
        top.lists());
  }

  @Test
  void aHundredThousandTenantsTakeTheRoomOfFew() {
    TopTenants top = new TopTenants();
    TenantId flood = new TenantId("mail", "flood");
    for (int i = 0; i < 100_000; i++) {
      top.started(new TenantId("mail", "user-" + i), Duration.ofMillis(1));
      if (i % 100 == 0) {
        top.started(flood, Duration.ofMillis(1));
      }
    }
    TopTenants.Lists lists = top.lists();
    assertEquals(101_000, lists.started());
    assertEquals(TopTenants.TENANTS_MAX, lists.byStarts().size());
    assertEquals(flood, lists.byStarts().get(0).tenant());
    assertTrue(lists.byStarts().get(0).value() >= 1_000);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new SpaceSaving<String>(0));
    assertThrows(IllegalArgumentException.class, () -> new SpaceSaving<String>(1).add("a", -1));
  }
}
