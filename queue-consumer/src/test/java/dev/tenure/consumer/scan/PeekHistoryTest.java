package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeek;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where the next peek begins, how much it looks at, and how old it may be. */
class PeekHistoryTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration TRUE_FRONT_EVERY = Duration.ofSeconds(2);
  private static final Duration MARGIN = Duration.ofMillis(200);
  private static final int MANAGERS = 2;

  private final ConsumerOptions options = ConsumerOptions.defaults("c").withPeekMax(1_000);
  private final PeekHistory history = new PeekHistory(options);
  private Instant now = NOW;

  private ShardPeek next() {
    return history.next(now, 7, true, MANAGERS, false);
  }

  private TopLevelPeekRequest request(ShardPeek peek) {
    return history.request(peek, 1, Duration.ZERO);
  }

  private Instant from() {
    return request(next()).from();
  }

  private static TopLevelPeek seen(boolean more, Instant... vestings) {
    List<TopLevelEntry> entries =
        Arrays.stream(vestings)
            .<TopLevelEntry>map(at -> new TopLevelEntry.Local(0, "i" + at, "send", 1, at))
            .toList();
    return new TopLevelPeek(
        entries, Optional.empty(), more, Arrays.stream(vestings).max(Instant::compareTo), 1);
  }

  /** Peeks, and finds the count of candidates among what is seen. */
  private ShardPeek peeked(TopLevelPeek seen, int count) {
    ShardPeek peek = next();
    history.answered(peek, seen, now);
    history.kept(peek, count, Instant.MAX);
    return peek;
  }

  private Instant before(long millis) {
    return now.minusMillis(millis);
  }

  @Test
  void theFirstPeekIsFreshAndFromTheTrueFront() {
    assertEquals(new ShardPeek(NOW, 7, true, false, true, MANAGERS), next());
    assertEquals(Instant.MIN, from());
    assertEquals(Instant.MIN, history.answeredAt());
  }

  @Test
  void theTrueFrontIsLookedAtEveryTwoSeconds() {
    Instant least = before(500);
    peeked(seen(false, before(100), least), 1);
    now = NOW.plus(TRUE_FRONT_EVERY).minusNanos(1);
    assertFalse(next().front());
    assertEquals(least.minus(MARGIN), from());
    now = NOW.plus(TRUE_FRONT_EVERY);
    assertTrue(peeked(seen(false), 1).front());
    assertFalse(next().front());
  }

  @Test
  void withNothingSeenTheNextPeekBeginsWhenThisOneBegan() {
    peeked(seen(false), 0);
    assertEquals(NOW.minus(MARGIN), from());
    assertEquals(
        NOW.minus(MARGIN).minusSeconds(3),
        history.request(next(), 1, Duration.ofSeconds(3)).from());
  }

  @Test
  void aHintOfEarlierWorkLowersTheMark() {
    peeked(seen(false, before(10)), 1);
    assertFalse(history.isBehind(before(10)));
    assertTrue(history.isBehind(before(11)));
    history.include(before(5));
    assertEquals(before(10).minus(MARGIN), from());
    history.include(before(20));
    assertEquals(before(20).minus(MARGIN), from());
    assertFalse(history.isBehind(before(20)));
  }

  @Test
  void aQuietShardIsPeekedFreshFromTheTrueFront() {
    peeked(seen(true, before(1)), MANAGERS);
    assertTrue(next().weak());
    assertFalse(history.isQuiet());
    history.becomeQuiet();
    assertTrue(history.isQuiet());
    ShardPeek peek = next();
    assertTrue(peek.front());
    assertFalse(peek.weak());
    assertTrue(request(peek).ahead());
    history.found();
    assertFalse(history.isQuiet());
    assertFalse(request(next()).ahead());
  }

  @Test
  void aPeekMayBeOldWhenTheLastOneFilledTheManagers() {
    assertEquals(Duration.ZERO, request(next()).staleness());
    peeked(seen(true, before(1)), MANAGERS - 1);
    assertFalse(next().weak());
    peeked(seen(true, before(1)), MANAGERS);
    assertTrue(next().weak());
    assertEquals(options.tuning().staleness(), request(next()).staleness());
    assertFalse(history.next(now, 7, true, MANAGERS, true).weak());
    history.failedWeakly();
    assertFalse(next().weak());
  }

  @Test
  void aBacklogIsForgottenByAFreshPeekOnly() {
    assertFalse(history.hasBacklog());
    peeked(seen(true, before(1)), MANAGERS);
    assertTrue(history.hasBacklog());
    assertTrue(peeked(seen(true, before(1)), 0).weak());
    assertTrue(history.hasBacklog());
    assertFalse(peeked(seen(true, before(1)), 0).weak());
    assertFalse(history.hasBacklog());
  }

  @Test
  void aPeekLooksAtFiftyForEachManagerOfItsPart() {
    assertEquals(100, history.request(next(), 1, Duration.ZERO).max());
    assertEquals(200, history.request(next(), 0.5, Duration.ZERO).max());
    assertEquals(50, history.request(next(), 0, Duration.ZERO).max());
    assertEquals(1_000, history.request(next(), 0.01, Duration.ZERO).max());
  }

  @Test
  void goingFurtherBeginsBehindWhatWasSeenAndSeesTwiceAsMuch() {
    peeked(seen(true, before(9), before(8)), 0);
    assertTrue(history.hasMore());
    assertTrue(history.canGoFurther());
    assertEquals(0, history.pages());
    history.goFurther();
    assertEquals(1, history.pages());
    now = NOW.plus(TRUE_FRONT_EVERY);
    ShardPeek peek = next();
    assertFalse(peek.front());
    assertEquals(NOW.minusMillis(8), request(peek).from());
    assertEquals(200, request(peek).max());
    peeked(seen(false), 0);
    assertFalse(history.hasMore());
    assertEquals(1, history.pages());
    assertEquals(Instant.MIN, from());
    peeked(seen(false), 0);
    assertEquals(0, history.pages());
  }

  @Test
  void goingFurtherKeepsTheMarkOfTheFirstPage() {
    peeked(seen(true, before(9), before(8)), 0);
    history.goFurther();
    peeked(seen(false, before(3)), 0);
    assertEquals(before(9).minus(MARGIN), from());
  }

  @Test
  void aPageThatShowsNothingNewIsNotGoneBehind() {
    peeked(seen(true, before(8)), 0);
    for (int i = 0; i < 5; i++) {
      assertTrue(history.canGoFurther());
      history.goFurther();
      peeked(seen(true, before(8)), 0);
    }
    assertFalse(history.canGoFurther());
    assertEquals(1_000, request(next()).max());
    history.found();
    assertEquals(100, request(next()).max());
  }

  @Test
  void aFailureBeginsAnewAndIsCounted() {
    peeked(seen(true, before(8)), 0);
    history.goFurther();
    assertEquals(0, history.failed());
    assertEquals(before(8).minus(MARGIN), from());
    assertEquals(1, history.failed());
    peeked(seen(false), 0);
    assertEquals(0, history.failed());
  }

  @Test
  void whatIsLeftAloneIsRememberedUntilTheNextFirstPage() {
    ShardPeek peek = peeked(seen(true, before(8)), 0);
    history.kept(peek, 0, now.plusSeconds(5));
    history.kept(peek, 0, now.plusSeconds(9));
    assertEquals(now.plusSeconds(5), history.laterAt());
    history.goFurther();
    peeked(seen(true, before(7)), 0);
    assertEquals(now.plusSeconds(5), history.laterAt());
    peeked(seen(false), 0);
    assertEquals(Instant.MAX, history.laterAt());
  }

  @Test
  void aClockThatMovedForgetsAllTimes() {
    ShardPeek peek = peeked(seen(true, before(8)), 0);
    history.kept(peek, 0, now.plusSeconds(5));
    history.goFurther();
    assertEquals(now, history.answeredAt());
    history.clockMoved();
    assertEquals(Instant.MIN, history.answeredAt());
    assertEquals(Instant.MAX, history.laterAt());
    assertFalse(history.isBehind(before(100_000)));
    assertTrue(next().front());
    assertEquals(Instant.MIN, from());
  }
}
