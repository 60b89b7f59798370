package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.environment.RandomSource;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.visit.Candidate;
import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeek;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CandidatePoolTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ShardShare HALF = new ShardShare(0, 0.5);

  private final Fleet fleet = Fleet.start(1, ClusterOptions.named("a"));
  private final Source source = new Source(fleet.process("one").cluster(), 0);
  private final RandomSource random = new RandomSource(new SplittableRandom(3));

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
      @Nullable Candidate drawn = pool.draw(false, random);
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
    assertNull(pool.draw(false, random));
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
    assertNull(pool.draw(true, random));
  }

  @Test
  void whatVestedOnlyNowIsLeftToOthers() {
    CandidatePool pool = pool(1, 50, 10, NOW.minusMillis(1));
    assertTrue(pool.yielded());
    assertEquals(1, pool.size());
    assertFalse(pool(1, 0, 10, NOW.minusMillis(1)).yielded());
  }

  private Candidate vested(int number, Instant vesting) {
    return new Candidate.Zone(source, ref(number), List.of(), vesting);
  }

  private static PointerRef ref(int number) {
    return new PointerRef(7, new TenantId("mail", "user-" + number), "default", 0);
  }

  private static TopLevelEntry.Nudge nudge(int number, int millis, int key) {
    return new TopLevelEntry.Nudge(
        ref(number), NOW.plusMillis(millis), new byte[] {(byte) (key >> 8), (byte) key});
  }

  private List<Candidate> group(List<TopLevelEntry> entries) {
    return CandidatePool.group(
        source, new TopLevelPeek(entries, Optional.empty(), false, Optional.empty(), 1));
  }

  @Test
  void thePointerAndTheNudgesOfAZoneAreOneCandidate() {
    TopLevelEntry.Local local = new TopLevelEntry.Local(0, "sweep", "send", 1, NOW);
    List<Candidate> grouped =
        group(
            List.of(
                new TopLevelEntry.Pointer(ref(1), NOW.plusMillis(5)),
                new TopLevelEntry.Pointer(ref(2), NOW.plusMillis(1)),
                local,
                nudge(1, 3, 1),
                nudge(1, 4, 2),
                nudge(2, 9, 3)));
    assertEquals(
        List.of(
            new Candidate.LocalItem(source, local),
            new Candidate.Zone(
                source, ref(1), List.of(nudge(1, 3, 1), nudge(1, 4, 2)), NOW.plusMillis(3)),
            new Candidate.Zone(source, ref(2), List.of(nudge(2, 9, 3)), NOW.plusMillis(1))),
        grouped);
  }

  @Test
  void aVisitClearsAThousandNudgesAtMost() {
    List<TopLevelEntry> nudges = new ArrayList<>();
    for (int i = 0; i < 1_005; i++) {
      nudges.add(nudge(1, i, i));
    }
    Candidate.Zone zone = (Candidate.Zone) group(nudges).get(0);
    assertEquals(nudges.subList(0, 1_000), zone.nudges());
    assertEquals(NOW, zone.vesting());
  }

  @Test
  void aSelectionIsAPartOfThePoolRoundedUp() {
    CandidatePool pool = pool(10, 0, 1, Instant.MAX);
    pool.select(0.41, 100);
    assertEquals(5, pool.selected());
    pool.draw(false, random);
    assertEquals(4, pool.selected());
    pool.select(1, 3);
    assertEquals(3, pool.selected());
    assertEquals(NOW, pool.peekedAt());
  }

  @Test
  void inOrderTheFirstVestedIsDrawn() {
    assertDrawnInOrder(ShardShare.ALL);
  }

  @Test
  void inOrderTheFirstVestedOfOthersIsDrawn() {
    assertDrawnInOrder(ShardShare.NONE);
  }

  private void assertDrawnInOrder(ShardShare share) {
    List<Candidate> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(vested(i, NOW.plusMillis(i * 37 % 100)));
    }
    CandidatePool pool = CandidatePool.of(all, NOW, share, 1, Instant.MAX);
    for (int i = 0; i < 100; i++) {
      Candidate drawn = pool.draw(true, random);
      assertEquals(NOW.plusMillis(i), drawn == null ? null : drawn.vesting());
    }
  }

  @Test
  void outOfOrderAnyIsDrawn() {
    List<Candidate> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(vested(i, NOW.plusMillis(i)));
    }
    CandidatePool pool = CandidatePool.of(all, NOW, ShardShare.ALL, 1, Instant.MAX);
    int early = 0;
    for (int i = 0; i < 50; i++) {
      Candidate drawn = pool.draw(false, random);
      early += drawn != null && drawn.vesting().isBefore(NOW.plusMillis(50)) ? 1 : 0;
    }
    assertTrue(early >= 15 && early <= 35, early + " of 50 were of the earlier half");
  }

  /** Own candidates that vest at the given time, before or after others'. */
  private int othersDrawnInOrder(int ownMillis) {
    List<Candidate> all = new ArrayList<>(candidates(4_000, false));
    for (Candidate own : candidates(4_000, true)) {
      all.add(new Candidate.Zone(source, ((Candidate.Zone) own).ref(), List.of(), at(ownMillis)));
    }
    CandidatePool pool = CandidatePool.of(all, NOW, HALF, 10, Instant.MAX);
    int others = 0;
    for (int i = 0; i < 3_000; i++) {
      Candidate drawn = pool.draw(true, random);
      others += drawn != null && !HALF.contains(drawn.key()) ? 1 : 0;
    }
    return others;
  }

  private static Instant at(int millis) {
    return NOW.plusMillis(millis);
  }

  @Test
  void inOrderOthersAreDrawnAtTimesWhenTheyVestedFirst() {
    assertEquals(0, othersDrawnInOrder(-1));
    assertEquals(0, othersDrawnInOrder(0));
    int others = othersDrawnInOrder(1);
    assertTrue(others > 8 && others < 70, others + " of 3,000 were others'");
  }

  @Test
  void asManyOfItsOwnAsItCanVisitAreEnough() {
    assertEquals(10, pool(10, 50, 10, Instant.MAX).size());
    assertEquals(59, pool(9, 50, 10, Instant.MAX).size());
    CandidatePool left = pool(9, 50, 10, Instant.MAX);
    left.leaveOthers();
    assertEquals(9, left.size());
  }

  @Test
  void whatVestedAtTheGivenTimeIsNotLeftToOthers() {
    CandidatePool pool = pool(1, 50, 10, NOW);
    assertFalse(pool.yielded());
    assertEquals(51, pool.size());
  }

  /** Of the draws from all, as many are others' as others are of all. */
  @Test
  void fewOthersAreDrawnFromAmongManyOfItsOwn() {
    CandidatePool pool = pool(4_000, 400, 10, Instant.MAX);
    int others = 3_000 - ownOf(pool, 3_000);
    assertTrue(others <= 8, others + " of 3,000 were others'");
  }

  @Test
  void anEmptyPoolHasNothingAndIsOlderThanAnyPeek() {
    assertTrue(CandidatePool.empty().isEmpty());
    assertEquals(Instant.MIN, CandidatePool.empty().peekedAt());
  }
}
