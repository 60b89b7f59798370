package dev.tenure.record.index.rank;

import static dev.tenure.record.index.rank.RankStore.BY_SCORE;
import static dev.tenure.record.index.rank.RankStore.RED;
import static dev.tenure.record.index.rank.RankStore.player;
import static dev.tenure.record.index.rank.RankStore.unscored;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.ordered;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorLaw;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.store.MissingRecord;
import dev.tenure.record.test.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Scans by rank: which entries, in which order, stopped anywhere. */
final class RankScanTest {
  private static final ScanOptions FORWARD = ScanOptions.defaults();
  private static final ScanOptions REVERSE = FORWARD.withReverse(true);

  private static RankStore ladder(RankStore world) {
    world.save(
        unscored("red", 1),
        player("red", 2, 10),
        player("red", 3, 10),
        player("red", 4, 10),
        player("red", 5, 20),
        player("red", 6, 30),
        player("blue", 7, 15));
    return world;
  }

  @Test
  void allOfATieAreInARangeOrNone() {
    try (RankStore counting = ladder(RankStore.counting())) {
      assertEquals(List.of(1L, 2L, 3L, 4L), counting.ids(RankScan.of(RED, 0, 2), FORWARD));
      assertEquals(List.of(5L), counting.ids(RankScan.of(RED, 2, 5), FORWARD));
      assertEquals(List.of(), counting.ids(RankScan.of(RED, 2, 4), FORWARD));
      assertEquals(List.of(6L, 5L), counting.ids(RankScan.of(RED, 4, 99), REVERSE));
      assertEquals(List.of(), counting.ids(RankScan.of(RED, 6, 99), FORWARD));
      assertEquals(List.of(), counting.ids(RankScan.of(RED, 3, 3), FORWARD));
      assertEquals(List.of(), counting.ids(RankScan.of(Tuple.from("none"), 0, 9), FORWARD));
    }
    try (RankStore dense = ladder(RankStore.dense())) {
      assertEquals(List.of(2L, 3L, 4L, 5L), dense.ids(RankScan.of(RED, 1, 3), FORWARD));
    }
  }

  @Test
  void ranksFromTheTopCountDownFromTheHighestScore() {
    try (RankStore counting = ladder(RankStore.counting())) {
      assertEquals(List.of(6L, 5L), counting.ids(RankScan.fromTop(RED, 0, 2), REVERSE));
      assertEquals(List.of(5L, 6L), counting.ids(RankScan.fromTop(RED, 0, 2), FORWARD));
      assertEquals(List.of(6L, 5L, 4L, 3L, 2L), counting.ids(RankScan.fromTop(RED, 0, 3), REVERSE));
      assertEquals(List.of(), counting.ids(RankScan.fromTop(RED, 3, 5), REVERSE));
      assertEquals(List.of(1L), counting.ids(RankScan.fromTop(RED, 3, 6), REVERSE));
      assertEquals(List.of(), counting.ids(RankScan.fromTop(RED, 6, 60), REVERSE));
      assertEquals(6, counting.ids(RankScan.fromTop(RED, 0, Long.MAX_VALUE), REVERSE).size());
    }
  }

  @Test
  void anIndexOfDescendingScoresBeginsAtTheTop() {
    Index index =
        Index.rank(
                BY_SCORE,
                grouping(
                    concat(field("team"), ordered(KeyOrder.DESCENDING_NULLS_LAST, field("score"))),
                    1))
            .countDuplicates();
    try (RankStore world = ladder(new RankStore(index))) {
      assertEquals(List.of(6L, 5L), world.ids(RankScan.of(RED, 0, 2), FORWARD));
      assertEquals(List.of(1L), world.ids(RankScan.fromTop(RED, 0, 1), FORWARD));
      List<RankedScore> first = world.ask(ranks -> ranks.ofRecord("Subject", player("red", 5, 20)));
      assertEquals(1, first.get(0).rank());
    }
  }

  @Test
  void recordsOfRanksAreLoaded() {
    try (RankStore counting = ladder(RankStore.counting())) {
      List<Long> ids =
          counting.in(
              store ->
                  store
                      .scanRecords(
                          BY_SCORE,
                          RankScan.of(RED, 4, 6),
                          Continuation.START,
                          FORWARD,
                          MissingRecord.FAIL)
                      .map(found -> found.message(Subject.class).getId())
                      .asList());
      assertEquals(List.of(5L, 6L), ids);
    }
  }

  @Test
  void anyRangeOfRanksIsThatOfBruteForce() {
    RandomGenerator random = Seeds.random("RankScanTest");
    for (boolean counts : new boolean[] {true, false}) {
      try (RankStore world = counts ? RankStore.counting() : RankStore.dense()) {
        List<Subject> players = players(random, 60);
        world.save(players);
        for (int i = 0; i < 60; i++) {
          long low = random.nextInt(70);
          long high = random.nextInt(10) == 0 ? Long.MAX_VALUE : low + random.nextInt(30);
          RankScan scan = new RankScan(RED, low, high, random.nextBoolean());
          List<Long> expected = expected(players, scan, counts);
          assertEquals(expected, world.ids(scan, FORWARD), scan.toString());
          assertEquals(reversed(expected), world.ids(scan, REVERSE), scan.toString());
          ScanOptions paged = FORWARD.withSkip(2).withRowsMax(3);
          List<Long> some =
              expected.subList(Math.min(2, expected.size()), Math.min(5, expected.size()));
          assertEquals(some, world.ids(scan, paged), scan.toString());
        }
      }
    }
  }

  private static List<Subject> players(RandomGenerator random, int count) {
    List<Subject> players = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      players.add(
          random.nextInt(8) == 0 ? unscored("red", i) : player("red", i, random.nextInt(25) - 9));
    }
    return players;
  }

  private static Long score(Subject player) {
    return player.hasScore() ? player.getScore() : Long.MIN_VALUE;
  }

  private static List<Long> expected(List<Subject> players, RankScan scan, boolean counts) {
    return players.stream()
        .sorted(Comparator.comparing(RankScanTest::score).thenComparing(Subject::getId))
        .filter(
            player -> {
              LongStream before =
                  players.stream()
                      .mapToLong(RankScanTest::score)
                      .filter(
                          other -> scan.fromTop() ? other > score(player) : other < score(player));
              long rank = counts ? before.count() : before.distinct().count();
              return rank >= scan.low() && rank < scan.high();
            })
        .map(Subject::getId)
        .toList();
  }

  private static List<Long> reversed(List<Long> ids) {
    List<Long> reversed = new ArrayList<>(ids);
    Collections.reverse(reversed);
    return reversed;
  }

  @Test
  void slicesAreTheWholeWhereverTheScanStops() {
    RandomGenerator random = Seeds.random("RankScanTest-law");
    try (RankStore world = RankStore.counting()) {
      world.save(players(random, 30));
      for (boolean fromTop : new boolean[] {false, true}) {
        RankScan scan = new RankScan(RED, 3, 17, fromTop);
        for (ScanOptions options : List.of(FORWARD, REVERSE, FORWARD.withSkip(2))) {
          CursorLaw.check(
              scan + " " + options,
              (from, each) -> results(world, scan, from, each),
              options,
              random);
        }
      }
    }
  }

  private static List<CursorResult<Long>> results(
      RankStore world, IndexScan scan, Continuation from, ScanOptions options) {
    return world.in(
        store ->
            CursorLaw.results(
                store
                    .scanIndex(BY_SCORE, scan, from, options)
                    .map(
                        entry -> {
                          world.test.clock.advance(CursorLaw.ROW_TIME);
                          return RankStore.id(entry);
                        })));
  }

  @Test
  void aScanThatGoesOnAfterChangesGivesNothingTwiceAndOnlyRanksOfThen() {
    try (RankStore world = RankStore.counting()) {
      for (int i = 0; i < 20; i++) {
        world.save(player("red", i, i * 10L));
      }
      RankScan scan = RankScan.of(RED, 5, 15);
      RecordCursor.Page<IndexEntry> first = page(world, scan, Continuation.START);
      assertEquals(List.of(5L, 6L, 7L, 8L), ids(first));
      world.save(player("red", 100, -1), player("red", 101, -2), player("red", 6, 1_000));

      RecordCursor.Page<IndexEntry> second = page(world, scan, first.continuation());
      assertEquals(List.of(9L, 10L, 11L, 12L), ids(second));
      RecordCursor.Page<IndexEntry> third = page(world, scan, second.continuation());
      assertEquals(List.of(13L), ids(third));
    }
  }

  private static RecordCursor.Page<IndexEntry> page(
      RankStore world, RankScan scan, Continuation from) {
    return world.in(
        store -> store.scanIndex(BY_SCORE, scan, from, FORWARD.withRowsMax(4)).asPage());
  }

  private static List<Long> ids(RecordCursor.Page<IndexEntry> page) {
    return page.items().stream().map(RankStore::id).toList();
  }

  @Test
  void aContinuationOfAnotherScanIsRefused() {
    try (RankStore world = ladder(RankStore.counting())) {
      Continuation from = page(world, RankScan.of(RED, 0, 9), Continuation.START).continuation();
      for (RankScan other : List.of(RankScan.of(RED, 0, 8), RankScan.fromTop(RED, 0, 9))) {
        RecordLayerException refused =
            assertThrows(RecordLayerException.class, () -> page(world, other, from));
        assertEquals(RecordLayerException.Code.CONTINUATION_REFUSED, refused.code());
      }
      assertThrows(
          IllegalArgumentException.class,
          () -> page(world, RankScan.of(new Tuple(), 0, 9), Continuation.START));
    }
  }

  @Test
  void aScanSeesTheTransactionsOwnChanges() {
    try (RankStore world = ladder(RankStore.counting())) {
      List<Long> ids =
          world.in(
              store -> {
                store
                    .context()
                    .join(
                        CompletableFuture.allOf(
                            store.save(player("red", 5, 5)), store.save(player("red", 9, 40))));
                return store
                    .scanIndex(
                        BY_SCORE,
                        RankScan.fromTop(RED, 0, 2),
                        Continuation.START,
                        REVERSE.withIsolation(Isolation.SNAPSHOT))
                    .map(RankStore::id)
                    .asList();
              });
      assertEquals(List.of(9L, 6L), ids);
    }
  }
}
