package dev.tenure.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.pointer.PointerRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CandidatePoolTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Share HALF = new Share(0, 0.5);

  private final Fleet fleet = Fleet.start(1, ClusterOptions.named("a"));
  private final Source source = new Source(fleet.process("one").cluster(), 0);
  private final Chance chance = new Chance(new SplittableRandom(3));

  @AfterEach
  void close() {
    fleet.close();
  }

  /** Candidates in or out of a share, the first vested longest ago. */
  private List<Candidate> candidates(int count, boolean inShare) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> new PointerRef(7, new TenantId("mail", "user-" + i), "default", 0))
        .<Candidate>map(ref -> new Candidate.Zone(source, ref, List.of(), NOW))
        .filter(each -> HALF.contains(each.key()) == inShare)
        .limit(count)
        .toList();
  }

  private CandidatePool pool(int own, int others, int enough, Instant othersVestedBy) {
    List<Candidate> all = new ArrayList<>(candidates(others, false));
    all.addAll(candidates(own, true));
    return CandidatePool.of(all, NOW, HALF, enough, othersVestedBy);
  }

  private int ownOf(CandidatePool pool, int draws) {
    int own = 0;
    for (int i = 0; i < draws; i++) {
      @Nullable Candidate drawn = pool.draw(false, chance);
      own += drawn != null && HALF.contains(drawn.key()) ? 1 : 0;
    }
    return own;
  }

  @Test
  void ownAreDrawnBeforeOthers() {
    CandidatePool pool = pool(100, 100, 200, Instant.MAX);
    assertEquals(200, pool.size());
    assertTrue(ownOf(pool, 100) >= 95);
    assertTrue(ownOf(pool, 100) <= 5);
    assertTrue(pool.isEmpty());
    assertNull(pool.draw(false, chance));
  }

  @Test
  void othersAreDrawnAtTimesThoughThereAreEnoughOfItsOwn() {
    CandidatePool pool = pool(4_000, 4_000, 10, Instant.MAX);
    assertEquals(4_000, pool.size());
    int others = 3_000 - ownOf(pool, 3_000);
    int expected = 3_000 / CandidatePool.FROM_ALL_ONE_IN / 2;
    assertTrue(others > expected / 3 && others < expected * 3, others + " of 3,000 were others'");
  }

  @Test
  void withEnoughOfItsOwnOthersAreLeftOnceThoseAreDrawn() {
    CandidatePool pool = pool(1, 50, 1, Instant.MAX);
    assertEquals(1, ownOf(pool, 1));
    assertTrue(pool.isEmpty());
    assertFalse(pool.yielded());
    assertNull(pool.draw(true, chance));
  }

  @Test
  void whatVestedOnlyNowIsLeftToOthers() {
    CandidatePool pool = pool(1, 50, 10, NOW.minusMillis(1));
    assertTrue(pool.yielded());
    assertEquals(1, pool.size());
    assertFalse(pool(1, 0, 10, NOW.minusMillis(1)).yielded());
  }
}
