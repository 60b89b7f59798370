package dev.tenure.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RanksTest {
  private static final List<String> LIVE = List.of("a", "b", "c", "d");

  private static int rank(String self, int shard) {
    return new Ranks(self).rank(LIVE, "cluster", shard);
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
      int after = new Ranks("b").rank(List.of("a", "b", "d"), "cluster", shard);
      assertTrue(after == before || after == before - 1);
    }
  }

  @Test
  void aloneOrUnknownIsFirst() {
    assertEquals(0, new Ranks("a").rank(List.of(), "cluster", 0));
    assertEquals(0, new Ranks("a").rank(List.of("a"), "cluster", 0));
  }
}
