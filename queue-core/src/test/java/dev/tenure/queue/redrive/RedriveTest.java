package dev.tenure.queue.redrive;

import static dev.tenure.queue.TestCluster.TENANT;
import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.async.Pace;
import dev.tenure.record.cursor.Continuation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RedriveTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final RedriveRequest ALL = RedriveRequest.ofZone("default", RedriveAction.REDRIVE);

  private TestCluster test;
  private Redrive redrive;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    redrive = new Redrive(test.cluster, TENANT);
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private void bury(String zone, NewItem item, DeadLetterKind kind, String reason) {
    test.run(tx -> tx.zone(zone).enqueue(item));
    dieAgain(zone, kind, reason);
  }

  /** Sets aside the one item that is vested. */
  private void dieAgain(String zone, DeadLetterKind kind, String reason) {
    List<LeasedItem> taken =
        test.run(tx -> tx.zone(zone).dequeue(DequeueRequest.of(1, LEASE, "c")));
    LeasedItem held = taken.get(0);
    ZoneOutcome outcome =
        test.run(
            tx ->
                tx.zone(zone)
                    .moveToDeadLetter(
                        held.item().id(),
                        held.lease().id(),
                        kind,
                        reason,
                        Optional.of(new Failure(reason, "c"))));
    assertEquals(ZoneOutcome.DONE, outcome);
  }

  private void bury(String id) {
    bury("default", item(id).withId(id), DeadLetterKind.FAILED, "timed out");
  }

  private void buryMany(int count) {
    IntStream.range(0, count).forEach(i -> bury("%03d".formatted(i)));
  }

  private RedriveReport run(RedriveRequest request) {
    return join(redrive.run(request));
  }

  private List<String> alive() {
    List<String> ids = new ArrayList<>();
    for (String id : known()) {
      if (test.run(tx -> tx.zone().find(id)).isPresent()) {
        ids.add(id);
      }
    }
    return ids;
  }

  private List<String> dead() {
    List<String> ids = new ArrayList<>();
    for (String id : known()) {
      if (test.run(tx -> tx.zone().findDeadLetter(id)).isPresent()) {
        ids.add(id);
      }
    }
    return ids;
  }

  private static Set<String> known() {
    TreeSet<String> ids = new TreeSet<>(List.of("a", "b", "c", "d", "e", "f"));
    IntStream.range(0, 250).forEach(i -> ids.add("%03d".formatted(i)));
    return ids;
  }

  @Test
  void everyLetterComesBackAndMayRun() {
    bury("a");
    bury("b");
    RedriveReport report = run(ALL);
    assertEquals(new RedriveReport(2, 0, 0, 0, Optional.empty()), report);
    assertEquals(List.of("a", "b"), alive());
    assertEquals(2, test.run(tx -> tx.zone().dequeue(DequeueRequest.of(9, LEASE, "c"))).size());
  }

  @Test
  void onlyLettersThatFitTheFilterComeBack() {
    bury("default", item("x").withId("a"), DeadLetterKind.FAILED, "disk full");
    bury("default", item("x").withId("b"), DeadLetterKind.PARKED, "unknown type");
    test.advance(Duration.ofSeconds(10));
    Instant later = test.clock.instant();
    bury("default", item("x").withId("c"), DeadLetterKind.FAILED, "disk slow");
    bury("default", NewItem.of(TestCluster.PRINT, "x").withId("d"), DeadLetterKind.FAILED, "jam");

    assertEquals(List.of("b"), matching(LetterFilter.all().withKind(DeadLetterKind.PARKED)));
    assertEquals(List.of("d"), matching(LetterFilter.all().withType("print")));
    assertEquals(List.of("a", "c"), matching(LetterFilter.all().withReasonContaining("disk")));
    assertEquals(List.of("c", "d"), matching(LetterFilter.all().withDiedFrom(later)));
    assertEquals(List.of("a", "b"), matching(LetterFilter.all().withDiedBefore(later)));
    assertEquals(
        List.of("b", "d"), matching(LetterFilter.all().withIds(List.of("d", "b", "nobody"))));

    LetterFilter filter = LetterFilter.all().withReasonContaining("disk").withDiedFrom(later);
    RedriveReport report = run(ALL.withFilter(filter));
    assertEquals(new RedriveReport(1, 3, 0, 3, Optional.empty()), report);
    assertEquals(List.of("c"), alive());
    assertEquals(List.of("a", "b", "d"), dead());
  }

  private List<String> matching(LetterFilter filter) {
    return join(redrive.preview(ALL.withFilter(filter))).examples().stream()
        .map(letter -> letter.item().id())
        .toList();
  }

  @Test
  void aPreviewCountsByTypeAndReasonAndChangesNothing() {
    bury("default", item("x").withId("a"), DeadLetterKind.FAILED, "disk full\nat one");
    bury("default", item("x").withId("b"), DeadLetterKind.FAILED, "disk full\nat two");
    bury("default", NewItem.of(TestCluster.PRINT, "x").withId("c"), DeadLetterKind.FAILED, "jam");

    RedrivePreview preview = join(redrive.preview(ALL));
    assertEquals(3, preview.matching());
    assertEquals(3, preview.looked());
    assertEquals(Map.of("send", 2L, "print", 1L), preview.byType());
    assertEquals(Map.of("disk full", 2L, "jam", 1L), preview.byReason());
    assertEquals(0, preview.otherReasons());
    assertEquals(3, preview.examples().size());
    assertTrue(preview.complete());
    assertEquals(List.of("a", "b", "c"), dead());
    assertEquals(List.of(), alive());
  }

  @Test
  void reasonsThatDifferInTheirValuesAreOneGroup() {
    bury("default", item("x").withId("a"), DeadLetterKind.FAILED, "order 17 timed out");
    bury("default", item("x").withId("b"), DeadLetterKind.FAILED, "order 18 timed out");
    RedrivePreview preview = join(redrive.preview(ALL));
    assertEquals(Map.of("order <number> timed out", 2L), preview.byReason());
    assertEquals(
        Map.of("order <number> timed out", "order 17 timed out"), preview.reasonExamples());
  }

  @Test
  void aRunFromAPreviewLeavesWhatDiedLater() {
    bury("b");
    bury("c");
    RedrivePreview preview = join(redrive.preview(ALL));
    test.clock.advance(Duration.ofSeconds(1));
    bury("a");
    bury("d");
    RedriveReport report = run(ALL.from(Optional.of(preview.continuation())));
    assertEquals(2, report.changed());
    assertEquals(List.of("a", "d"), dead());
  }

  @Test
  void aRunFromAPreviewThatWasCutShortMeansWhatItLookedAt() {
    for (int i = 0; i < 1_100; i++) {
      String id = "%04d".formatted(i);
      test.run(tx -> tx.zone().enqueue(item("x").withId(id)));
      dieAgain("default", DeadLetterKind.FAILED, "down");
    }
    // A query that meets its limit before it finds a letter continues where it stopped.
    RedrivePreview none =
        join(redrive.preview(ALL.withFilter(LetterFilter.all().withType("print"))));
    assertEquals(1_100, none.looked());
    assertEquals(0, none.matching());
    RedriveLimits brief = RedriveLimits.defaults().withTimeMax(Duration.ofMillis(1));
    test.clock.advance(Duration.ofSeconds(1));
    RedrivePreview preview = join(new Redrive(test.cluster, TENANT).preview(ALL.withLimits(brief)));
    RedriveReport report = run(ALL.from(Optional.of(preview.continuation())));
    assertEquals(preview.matching(), report.changed());
  }

  @Test
  void aPreviewNamesAHundredReasonsAndCountsTheRest() {
    for (int i = 0; i < 105; i++) {
      String word = "" + (char) ('a' + i / 26) + (char) ('a' + i % 26);
      bury("default", item("x"), DeadLetterKind.FAILED, "reason " + word);
    }
    RedrivePreview preview = join(redrive.preview(ALL));
    assertEquals(105, preview.matching());
    assertEquals(100, preview.byReason().size());
    assertEquals(5, preview.otherReasons());
    assertEquals(10, preview.examples().size());
  }

  @Test
  void lettersThatAreDeletedAreGone() {
    bury("a");
    bury("b");
    RedriveRequest delete =
        RedriveRequest.ofZone("default", RedriveAction.DELETE)
            .withFilter(LetterFilter.all().withIds(List.of("a")));
    assertEquals(new RedriveReport(1, 0, 0, 1, Optional.empty()), run(delete));
    assertEquals(List.of("b"), dead());
    assertEquals(List.of(), alive());
  }

  @Test
  void allZonesOfTheTenantAreGoneThrough() {
    for (String zone : List.of("one", "three", "two")) {
      bury(zone, item("x").withId("same"), DeadLetterKind.FAILED, "timed out");
    }
    RedriveReport report = run(RedriveRequest.ofAllZones(RedriveAction.REDRIVE));
    assertEquals(new RedriveReport(3, 0, 0, 0, Optional.empty()), report);
    for (String zone : List.of("one", "three", "two")) {
      assertTrue(test.run(tx -> tx.zone(zone).find("same")).isPresent());
    }
  }

  @Test
  void aRunThatReachedItsMostGoesOnFromItsContinuation() {
    buryMany(5);
    RedriveRequest two = ALL.withLimits(RedriveLimits.defaults().withLettersMax(2));
    RedriveReport first = run(two);
    assertEquals(2, first.changed());
    assertEquals(3, first.left());
    RedriveReport second = run(two.from(first.continuation()));
    assertEquals(2, second.changed());
    RedriveReport third = run(two.from(second.continuation()));
    assertEquals(new RedriveReport(1, 0, 0, 0, Optional.empty()), third);
    assertEquals(5, alive().size());
  }

  @Test
  void aRunThatBrokeOffGoesOnAndRepeatsNothing() {
    buryMany(250);
    List<RedriveReport> told = new ArrayList<>();
    IllegalStateException crash = new IllegalStateException("crashed");
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                join(
                    redrive.run(
                        ALL,
                        report -> {
                          told.add(report);
                          throw crash;
                        })));
    assertEquals(crash, thrown);
    assertEquals(100, told.get(0).changed());

    // One of those that came back dies again before the run goes on, and one that did not yet.
    test.advance(Duration.ofSeconds(1));
    dieAgain("default", DeadLetterKind.FAILED, "again");
    assertEquals(151, dead().size());
    RedriveReport rest = run(ALL.from(told.get(0).continuation()));
    assertEquals(new RedriveReport(150, 0, 0, 1, Optional.empty()), rest);
    RedriveReport fromTheBegin = run(ALL);
    assertEquals(1, fromTheBegin.changed());
  }

  @Test
  void lettersThatDieAfterTheRunBeganAreLeftAlone() {
    buryMany(3);
    RedriveRequest one = ALL.withLimits(RedriveLimits.defaults().withLettersMax(1));
    RedriveReport first = run(one);
    test.advance(Duration.ofSeconds(1));
    test.run(tx -> tx.zone().cancel("000"));
    bury("default", item("x").withId("zzz"), DeadLetterKind.FAILED, "late");
    RedriveReport rest = run(ALL.from(first.continuation()));
    assertEquals(new RedriveReport(2, 1, 0, 1, Optional.empty()), rest);
  }

  @Test
  void twoRunsSideBySideRedriveEachLetterOnce() {
    buryMany(150);
    var one = redrive.run(ALL);
    var other = redrive.run(ALL);
    RedriveReport first = join(one);
    RedriveReport second = join(other);
    assertEquals(150, first.changed() + second.changed(), first + " and " + second);
    assertEquals(150, alive().size());
    assertEquals(150, test.count(TestCluster.SEND));
  }

  @Test
  void aCommitThatIsNotKnownToBeAppliedIsCountedOnce() {
    buryMany(3);
    AtomicInteger failed = failOnce(CommitFault.UNKNOWN_RESULT_APPLIED);
    assertEquals(new RedriveReport(3, 0, 0, 0, Optional.empty()), run(ALL));
    assertEquals(3, test.count(TestCluster.SEND));
    assertEquals(1, failed.get());
  }

  @Test
  void aCommitThatIsNotKnownToHaveFailedIsMadeAgain() {
    buryMany(3);
    AtomicInteger failed = failOnce(CommitFault.UNKNOWN_RESULT_NOT_APPLIED);
    assertEquals(new RedriveReport(3, 0, 0, 0, Optional.empty()), run(ALL));
    assertEquals(3, test.count(TestCluster.SEND));
    assertEquals(1, failed.get());
  }

  /** The next commit that writes. */
  private AtomicInteger failOnce(CommitFault fault) {
    AtomicInteger asked = new AtomicInteger();
    test.plant(
        request -> {
          test.plant(next -> CommitFault.NONE);
          asked.incrementAndGet();
          return fault;
        });
    return asked;
  }

  /** What happens between a run's look at the letters and its change of them. */
  private RedriveReport runBeside(RedriveAction action, Runnable meanwhile) {
    RedriveRequest request = RedriveRequest.ofZone("default", action);
    RedrivePosition start = RedrivePosition.start(ALL, test.clock.instant());
    LetterScan.Seen seen = test.run(tx -> LetterScan.from(tx, request, start, 10));
    meanwhile.run();
    RedriveSlice.Changes changes =
        join(new RedriveSlice("default", action, seen.matching()).commit(test.cluster, TENANT));
    return new RedriveReport(changes.changed(), 0, changes.gone(), 0, Optional.empty());
  }

  private String reason(String id) {
    return test.run(tx -> tx.zone().findDeadLetter(id)).orElseThrow().reason();
  }

  @Test
  void aLetterThatDiedAnewOfAnotherCauseIsNotDeleted() {
    bury("a");
    RedriveReport report =
        runBeside(
            RedriveAction.DELETE,
            () -> {
              run(ALL);
              test.advance(Duration.ofSeconds(1));
              dieAgain("default", DeadLetterKind.FAILED, "disk full");
            });
    assertEquals(new RedriveReport(0, 0, 1, 0, Optional.empty()), report);
    assertEquals("disk full", reason("a"));
  }

  @Test
  void aLetterThatDiedAnewAtTheSameTimeByTheClockIsNotDeleted() {
    bury("a");
    RedriveReport report =
        runBeside(
            RedriveAction.DELETE,
            () -> {
              run(ALL);
              dieAgain("default", DeadLetterKind.FAILED, "disk full");
            });
    assertEquals(new RedriveReport(0, 0, 1, 0, Optional.empty()), report);
    assertEquals("disk full", reason("a"));
  }

  @Test
  void aLetterThatDiedAnewIsNotRedrivenByARunThatSawTheOldOne() {
    bury("a");
    RedriveReport report =
        runBeside(
            RedriveAction.REDRIVE,
            () -> {
              run(ALL);
              dieAgain("default", DeadLetterKind.FAILED, "disk full");
            });
    assertEquals(new RedriveReport(0, 0, 1, 0, Optional.empty()), report);
    assertEquals(List.of("a"), dead());
  }

  @Test
  void aLetterThatSomebodyRedrivesAtTheSameTimeIsChangedOnce() {
    bury("a");
    RedriveReport report = runBeside(RedriveAction.DELETE, () -> run(ALL));
    assertEquals(new RedriveReport(0, 0, 1, 0, Optional.empty()), report);
    assertEquals(List.of("a"), alive());
  }

  @Test
  void aFilterByIdsReadsTheirLettersAlone() {
    buryMany(40);
    LetterFilter some = LetterFilter.all().withIds(List.of("007", "031", "nobody"));
    RedrivePreview preview = join(redrive.preview(ALL.withFilter(some)));
    assertEquals(2, preview.matching());
    assertEquals(2, preview.looked());
    LetterFilter never = LetterFilter.all().withType("send").withText("type = print");
    assertEquals(0, join(redrive.preview(ALL.withFilter(never))).looked());
  }

  @Test
  void aQueryThatCannotBeContinuedIsAskedBehindTheLastSelectedLetter() {
    buryMany(4);
    ByteString ofAnotherPlan = ByteString.copyFrom(Continuation.at(7, new byte[] {1}).toBytes());
    RedrivePosition position =
        RedrivePosition.start(ALL, test.clock.instant())
            .behind("000")
            .with(Optional.of(new RedrivePosition.Asked("", ofAnotherPlan)));
    LetterScan.Seen seen = test.run(tx -> LetterScan.from(tx, ALL, position, 2));
    assertEquals("001", seen.matching().get(0).item().id());
    LetterScan.Seen next = test.run(tx -> LetterScan.from(tx, ALL, seen.next(), 2));
    assertEquals("003", next.matching().get(0).item().id());
  }

  @Test
  void aPaceMakesSmallSlices() {
    assertEquals(100, RedriveLimits.defaults().sliceLetters());
    assertEquals(7, paced(6.5).sliceLetters());
    assertEquals(1, paced(0.1).sliceLetters());
    assertEquals(100, paced(5_000).sliceLetters());
  }

  private static RedriveLimits paced(double perSecond) {
    return RedriveLimits.defaults().withPace(Pace.perSecond(perSecond));
  }

  @Test
  void lettersWithLargeBodiesGoInSeveralTransactions() {
    for (String id : List.of("a", "b", "c", "d", "e", "f")) {
      bury("default", item("x".repeat(900_000)).withId(id), DeadLetterKind.FAILED, "timed out");
    }
    List<RedriveReport> told = new ArrayList<>();
    RedriveReport report = join(redrive.run(ALL, told::add));
    assertEquals(6, report.changed());
    assertFalse(told.isEmpty());
    assertEquals(6, alive().size());
    assertEquals(
        900_000,
        test.run(tx -> tx.zone().find("f")).orElseThrow().body().orElseThrow().payload().length);
  }

  @Test
  void aContinuationOfAnotherScopeIsRefused() {
    buryMany(2);
    RedriveRequest one = ALL.withLimits(RedriveLimits.defaults().withLettersMax(1));
    Optional<String> continuation = run(one).continuation();
    RedriveRequest elsewhere = RedriveRequest.ofZone("other", RedriveAction.REDRIVE);
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class, () -> redrive.run(elsewhere.from(continuation)));
    assertEquals(
        "continuation is not one of this redrive: it is of zone \"default\", not of \"other\"",
        refused.getMessage());
  }

  @Test
  void filtersOutOfRangeNameValueAndLimit() {
    assertEquals(
        "reason part in characters is 2001, it must be 1 to 2000",
        assertThrows(
                IllegalArgumentException.class,
                () -> LetterFilter.all().withReasonContaining("x".repeat(2_001)))
            .getMessage());
    List<String> ids = IntStream.range(0, 1_001).mapToObj(Integer::toString).toList();
    assertEquals(
        "ids is 1001, it must be 0 to 1000",
        assertThrows(IllegalArgumentException.class, () -> LetterFilter.all().withIds(ids))
            .getMessage());
    assertEquals(
        "lettersMax is 0, it must be 1 to 1000000000",
        assertThrows(
                IllegalArgumentException.class, () -> RedriveLimits.defaults().withLettersMax(0))
            .getMessage());
  }
}
