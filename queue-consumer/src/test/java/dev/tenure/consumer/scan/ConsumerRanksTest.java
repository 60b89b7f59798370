package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ConsumerRanksTest {
  private static final List<String> LIVE = List.of("a", "b", "c", "d");

  private static int rank(String self, int shard) {
    return rank(self, LIVE, other -> true, shard);
  }

  private static int rank(String self, List<String> live, Predicate<String> hasShare, int shard) {
    return new ConsumerRanks(self, new Shares(self, true)).rank(live, hasShare, "cluster", shard);
  }

  @Test
  void everyRankIsHeldByOneConsumer() {
    for (int shard = 0; shard < 50; shard++) {
      TreeSet<Integer> ranks = new TreeSet<>();
      for (String self : LIVE) {
        ranks.add(rank(self, shard));
      }
      assertEquals(new TreeSet<>(List.of(0, 1, 2, 3)), ranks, "shard " + shard);
    }
  }

  @Test
  void eachIsFirstForItsShareOfShards() {
    for (String self : LIVE) {
      int first = 0;
      for (int shard = 0; shard < 400; shard++) {
        first += rank(self, shard) == 0 ? 1 : 0;
      }
      assertTrue(first > 60 && first < 140, self + " is first for " + first + " of 400");
    }
  }

  @Test
  void whoLeavesMovesNobodyBack() {
    for (int shard = 0; shard < 50; shard++) {
      int before = rank("b", shard);
      int after = rank("b", List.of("a", "b", "d"), other -> true, shard);
      assertTrue(after == before || after == before - 1);
    }
  }

  @Test
  void aloneOrUnknownIsFirst() {
    assertEquals(0, rank("a", List.of(), other -> true, 0));
    assertEquals(0, rank("a", List.of("a"), other -> true, 0));
  }

  @Test
  void whoHasAShareOfTheShardComesBeforeWhoHasNone() {
    for (int shard = 0; shard < 50; shard++) {
      assertEquals(0, rank("c", LIVE, "c"::equals, shard));
      assertTrue(rank("a", LIVE, "c"::equals, shard) > 0);
    }
  }
}
