package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.tenure.consumer.scan.PeekResult.AllLeftAlone;
import dev.tenure.consumer.scan.PeekResult.CandidatesFound;
import dev.tenure.consumer.scan.PeekResult.Facts;
import dev.tenure.consumer.scan.PeekResult.NothingFound;
import dev.tenure.consumer.scan.PeekResult.PeekFailed;
import dev.tenure.consumer.scan.ScanStep.BackOff;
import dev.tenure.consumer.scan.ScanStep.Draw;
import dev.tenure.consumer.scan.ScanStep.PeekAgain;
import dev.tenure.consumer.scan.ScanStep.PeekFurther;
import dev.tenure.consumer.scan.ScanStep.SetWatch;
import dev.tenure.consumer.scan.ScanStep.Settle;
import dev.tenure.consumer.scan.ScanStep.SleepUntil;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table of {@link PeekResult}, with every combination of the other facts. */
class PeekResultTest {
  private static final Instant VESTING = Instant.parse("2026-01-01T00:00:10Z");
  private static final Instant LATER = Instant.parse("2026-01-01T00:00:20Z");
  private static final PeekResult NOTHING = new NothingFound(VESTING, LATER);
  private static final PeekResult LEFT_ALONE = new AllLeftAlone(false);

  private enum Fact {
    WEAK,
    HINTED,
    BUSY,
    QUIET,
    WATCHED
  }

  private static final Set<Fact> ANY = EnumSet.allOf(Fact.class);
  private static final Set<Fact> FRESH =
      EnumSet.of(Fact.HINTED, Fact.BUSY, Fact.QUIET, Fact.WATCHED);
  private static final Set<Fact> UNHINTED = EnumSet.of(Fact.BUSY, Fact.QUIET, Fact.WATCHED);
  private static final Set<Fact> NONE = EnumSet.noneOf(Fact.class);

  /**
   * @param facts those that hold
   * @param free those that may hold or not
   */
  private static Arguments row(PeekResult result, Set<Fact> facts, Set<Fact> free, ScanStep step) {
    return arguments(result, facts, free, step);
  }

  static Stream<Arguments> table() {
    return Stream.of(
        row(new PeekFailed(0), EnumSet.of(Fact.WEAK), FRESH, new PeekAgain()),
        row(new PeekFailed(0), NONE, FRESH, new BackOff(Duration.ofMillis(100))),
        row(new CandidatesFound(), NONE, ANY, new Draw()),
        row(LEFT_ALONE, EnumSet.of(Fact.WEAK), FRESH, new PeekAgain()),
        row(LEFT_ALONE, EnumSet.of(Fact.HINTED), ANY, new PeekAgain()),
        row(LEFT_ALONE, NONE, UNHINTED, new Settle(Duration.ofMillis(40))),
        row(new AllLeftAlone(true), EnumSet.of(Fact.WEAK), FRESH, new PeekAgain()),
        row(new AllLeftAlone(true), EnumSet.of(Fact.HINTED), ANY, new PeekAgain()),
        row(new AllLeftAlone(true), NONE, UNHINTED, new PeekFurther()),
        row(NOTHING, EnumSet.of(Fact.WEAK), FRESH, new PeekAgain()),
        row(NOTHING, EnumSet.of(Fact.HINTED), ANY, new PeekAgain()),
        row(NOTHING, EnumSet.of(Fact.BUSY), UNHINTED, new Settle(Duration.ofMillis(20))),
        row(NOTHING, NONE, EnumSet.of(Fact.WATCHED), new SetWatch()),
        row(NOTHING, NONE, EnumSet.of(Fact.QUIET), new SetWatch()),
        row(NOTHING, EnumSet.of(Fact.QUIET, Fact.WATCHED), NONE, new SleepUntil(VESTING, LATER)));
  }

  @ParameterizedTest
  @MethodSource("table")
  void resultAndFactsDecideTheStep(
      PeekResult result, Set<Fact> facts, Set<Fact> free, ScanStep step) {
    for (Set<Fact> all : combinations(facts, free)) {
      assertEquals(step, result.next(facts(all, 0)), all::toString);
    }
  }

  @Test
  void theTableCoversEveryCombination() {
    Map<PeekResult, Set<Set<Fact>>> covered = new LinkedHashMap<>();
    table()
        .map(Arguments::get)
        .forEach(
            row ->
                covered
                    .computeIfAbsent((PeekResult) row[0], absent -> new LinkedHashSet<>())
                    .addAll(combinations(facts(row[1]), facts(row[2]))));
    covered.forEach((result, sets) -> assertEquals(32, sets.size(), result::toString));
  }

  @SuppressWarnings("unchecked")
  private static Set<Fact> facts(Object argument) {
    return (Set<Fact>) argument;
  }

  private static Facts facts(Set<Fact> facts, int pages) {
    return new Facts(
        facts.contains(Fact.WEAK),
        facts.contains(Fact.HINTED),
        facts.contains(Fact.BUSY),
        facts.contains(Fact.QUIET),
        facts.contains(Fact.WATCHED),
        pages);
  }

  private static Set<Set<Fact>> combinations(Set<Fact> facts, Set<Fact> free) {
    Set<Set<Fact>> combinations = new LinkedHashSet<>(Set.of(facts));
    for (Fact fact : free) {
      for (Set<Fact> without : List.copyOf(combinations)) {
        Set<Fact> with = EnumSet.copyOf(List.of(fact));
        with.addAll(without);
        combinations.add(with);
      }
    }
    return combinations;
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments(1, Duration.ofMillis(200)),
        arguments(5, Duration.ofMillis(3_200)),
        arguments(6, Duration.ofSeconds(5)),
        arguments(1_000, Duration.ofSeconds(5)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void backOffDoublesUpToFiveSeconds(int failuresBefore, Duration delay) {
    assertEquals(new BackOff(delay), new PeekFailed(failuresBefore).next(facts(NONE, 0)));
  }

  static Stream<Arguments> pages() {
    return Stream.of(
        arguments(NOTHING, 1, Duration.ofMillis(40)),
        arguments(NOTHING, 49, Duration.ofSeconds(1)),
        arguments(NOTHING, 1_000, Duration.ofSeconds(1)),
        arguments(LEFT_ALONE, 1, Duration.ofMillis(60)),
        arguments(LEFT_ALONE, 47, Duration.ofMillis(980)),
        arguments(LEFT_ALONE, 48, Duration.ofSeconds(1)),
        arguments(LEFT_ALONE, 1_000, Duration.ofSeconds(1)));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void settlingTakesLongerWhenTheWayThroughTheShardTakesManyPeeks(
      PeekResult result, int pages, Duration most) {
    assertEquals(new Settle(most), result.next(facts(EnumSet.of(Fact.BUSY), pages)));
  }
}
