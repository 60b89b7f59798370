package dev.tenure.record.index.rank;

import static dev.tenure.record.index.rank.RankStore.BLUE;
import static dev.tenure.record.index.rank.RankStore.BY_SCORE;
import static dev.tenure.record.index.rank.RankStore.RED;
import static dev.tenure.record.index.rank.RankStore.TEAM_SCORE;
import static dev.tenure.record.index.rank.RankStore.player;
import static dev.tenure.record.index.rank.RankStore.unscored;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.grouping;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.IndexTypes;
import dev.tenure.record.store.BuildLimits;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.test.Subject;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ranks of records: ties, nulls, groups, changes; and which definitions there are. */
@Tag("late")
final class RankIndexTest {
  private final RankStore dense = RankStore.dense();
  private final RankStore counting = RankStore.counting();

  @AfterEach
  void close() {
    dense.close();
    counting.close();
  }

  private static Tuple score(long score) {
    return Tuple.from(score);
  }

  private static RankedScore ranked(
      Tuple group, @Nullable Long score, long rank, long last, long entries) {
    return new RankedScore(group, Tuple.from(score), rank, last, entries);
  }

  private static long rank(RankStore world, Tuple group, long score) {
    return world.ask(ranks -> ranks.rank(group, score(score)));
  }

  private static long rankFromTop(RankStore world, Tuple group, long score) {
    return world.ask(ranks -> ranks.rankFromTop(group, score(score)));
  }

  private void saveTies(RankStore world) {
    world.save(
        player("red", 1, 10),
        player("red", 2, 20),
        player("red", 3, 20),
        player("red", 4, 30),
        player("blue", 1, 20));
  }

  @Test
  void tiesAreToldBothWays() {
    saveTies(counting);
    assertEquals(
        List.of(ranked(RED, 10L, 0, 0, 1), ranked(RED, 20L, 1, 2, 2), ranked(RED, 30L, 3, 3, 1)),
        counting.scores(RED));
    assertEquals(1, rank(counting, RED, 20));
    assertEquals(1, rankFromTop(counting, RED, 20));
    assertEquals(3, rank(counting, RED, 25));
    assertEquals(1, rankFromTop(counting, RED, 25));
    Optional<RankedScore> second = counting.ask(ranks -> ranks.at(RED, 2));
    assertEquals(Optional.of(ranked(RED, 20L, 1, 2, 2)), second);
    Optional<RankedScore> top = counting.ask(ranks -> ranks.atFromTop(RED, 2));
    assertEquals(Optional.of(ranked(RED, 20L, 1, 2, 2)), top);
    long entries = counting.ask(ranks -> ranks.entries(RED));
    assertEquals(4, entries);
  }

  @Test
  void ranksAreOfDifferentScoresUnlessDuplicatesCount() {
    saveTies(dense);
    assertEquals(
        List.of(ranked(RED, 10L, 0, 0, 1), ranked(RED, 20L, 1, 1, 2), ranked(RED, 30L, 2, 2, 1)),
        dense.scores(RED));
    assertEquals(0, rankFromTop(dense, RED, 30));
    assertEquals(2, rankFromTop(dense, RED, 10));
    long scores = dense.ask(ranks -> ranks.distinctScores(RED));
    assertEquals(3, scores);
    assertThrows(IllegalStateException.class, () -> dense.ask(ranks -> ranks.entries(RED)));
    assertThrows(
        IllegalStateException.class, () -> counting.ask(ranks -> ranks.distinctScores(RED)));
  }

  @Test
  void groupsAreRankedEachForItself() {
    saveTies(counting);
    counting.save(player("red\0", 1, 5), player("", 1, 7));
    assertEquals(0, rank(counting, BLUE, 20));
    assertEquals(1, rank(counting, BLUE, 21));
    assertEquals(0, rank(counting, Tuple.from("green"), 20));
    long none = counting.ask(ranks -> ranks.size(Tuple.from("green")));
    assertEquals(0, none);
    assertEquals(4, rank(counting, RED, 100));
    assertEquals(1, rank(counting, Tuple.from("red\0"), 100));
    counting.save(player("blue", 1, 1), player("red", 4, 30));
    counting.save(player("red", 9, 1));
    assertEquals(List.of(ranked(BLUE, 1L, 0, 0, 1)), counting.scores(BLUE));
  }

  @Test
  void groupsAreListed() {
    saveTies(counting);
    counting.save(player("red\0", 1, 5));
    List<Tuple> all = counting.ask(ranks -> ranks.groups(Optional.empty(), 10));
    assertEquals(List.of(BLUE, RED, Tuple.from("red\0")), all);
    List<Tuple> behind = counting.ask(ranks -> ranks.groups(Optional.of(BLUE), 1));
    assertEquals(List.of(RED), behind);
  }

  @Test
  void savesOfDistantScoresHardlyConflict() {
    List<Subject> players = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      players.add(player("red", i, i * 100L));
    }
    counting.save(players);
    List<RecordContext> open = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      RecordContext context = counting.test.database.openContext();
      open.add(context);
      RecordStore store = context.join(counting.open(context));
      context.join(store.save(player("red", i * 50L, i * 5_000L + 33)));
    }
    int conflicts = 0;
    for (RecordContext context : open) {
      conflicts += context.join(context.commit().handle((done, error) -> error == null ? 0 : 1));
      context.close();
    }
    System.out.println("20 players of 1,000 get other scores at once: " + conflicts + " conflict");
    assertTrue(conflicts <= 2, conflicts + " conflicts");
    assertEquals(1_000, rank(counting, RED, Long.MAX_VALUE));
    assertEquals(1_000, counting.scores(RED).size());
  }

  @Test
  void aRecordWithoutAScoreComesFirst() {
    counting.save(player("red", 1, Long.MIN_VALUE), unscored("red", 2), unscored("red", 3));
    assertEquals(
        List.of(ranked(RED, null, 0, 1, 2), ranked(RED, Long.MIN_VALUE, 2, 2, 1)),
        counting.scores(RED));
  }

  @Test
  void changesMoveOneCopy() {
    for (RankStore world : List.of(dense, counting)) {
      saveTies(world);
      world.save(player("red", 2, 40));
      assertEquals(0, rankFromTop(world, RED, 40));
      assertEquals(1, rank(world, RED, 20));
      assertEquals(2, rank(world, RED, 30));
      assertTrue(world.delete("red", 3));
      assertEquals(1, rank(world, RED, 30));
      assertFalse(world.delete("red", 3));
      for (long id : new long[] {1, 2, 4}) {
        world.delete("red", id);
      }
      assertEquals(List.of(), world.scores(RED));
    }
  }

  @Test
  void aRecordThatIsDeletedAndSavedInOneTransactionIsThereOnce() {
    counting.save(player("red", 1, 10));
    counting.in(
        store -> {
          List<CompletableFuture<?>> work = new ArrayList<>();
          for (int i = 0; i < 5; i++) {
            work.add(store.delete("Subject", Tuple.from("red", 1)));
            work.add(store.save(player("red", 1, 10 + i)));
          }
          return CompletableFuture.allOf(work.toArray(CompletableFuture<?>[]::new));
        });
    assertEquals(List.of(ranked(RED, 14L, 0, 0, 1)), counting.scores(RED));
  }

  @Test
  void savesBegunTogetherInOneTransactionLeaveTheSetWhole() {
    for (RankStore world : List.of(dense, counting)) {
      List<Subject> players = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        players.add(player("red", i, i % 150));
      }
      world.save(players);
      assertEquals(150, world.scores(RED).size());
      world.in(
          store -> {
            List<CompletableFuture<?>> work = new ArrayList<>();
            for (int i = 0; i < 400; i += 2) {
              work.add(store.delete("Subject", Tuple.from("red", i)));
              work.add(store.save(player("red", i + 1, -i)));
            }
            CompletableFuture<Long> asked = RankStore.ranks(store).rank(RED, score(1_000));
            work.add(
                asked.thenAccept(rank -> assertTrue(rank <= 400, () -> "seen in turn: " + rank)));
            return CompletableFuture.allOf(work.toArray(CompletableFuture<?>[]::new));
          });
      assertEquals(200, world.scores(RED).size());
      assertEquals(200, rank(world, RED, 1_000));
    }
  }

  @Test
  void twoStoreObjectsOfOneTransactionShareTheTurns() {
    counting.in(
        store ->
            counting
                .open(store.context())
                .thenCompose(
                    other -> {
                      List<CompletableFuture<?>> work = new ArrayList<>();
                      for (int i = 0; i < 100; i++) {
                        RecordStore one = i % 2 == 0 ? store : other;
                        work.add(one.save(player("red", i, i % 40)));
                      }
                      return CompletableFuture.allOf(work.toArray(CompletableFuture<?>[]::new));
                    }));
    assertEquals(40, counting.scores(RED).size());
    assertEquals(100, rank(counting, RED, 1_000));
  }

  @Test
  void aRecordKnowsItsRanks() {
    saveTies(counting);
    List<RankedScore> found =
        counting.ask(ranks -> ranks.ofRecord("Subject", player("red", 3, 20)));
    assertEquals(List.of(ranked(RED, 20L, 1, 2, 2)), found);
    RecordLayerException absent =
        assertThrows(
            RecordLayerException.class,
            () -> counting.ask(ranks -> ranks.ofRecord("Subject", player("red", 3, 21))));
    assertEquals(RecordLayerException.Code.DAMAGED, absent.code());
  }

  @Test
  void aRecordMayHaveSeveralScores() {
    KeyExpression tags = grouping(concat(field("team"), field("tag", FanType.FAN_OUT)), 1);
    try (RankStore world = new RankStore(Index.rank(BY_SCORE, tags).countDuplicates())) {
      Subject two = unscored("red", 1).toBuilder().addTag("b").addTag("a").addTag("b").build();
      world.save(two, unscored("red", 2).toBuilder().addTag("b").build(), unscored("red", 3));
      List<RankedScore> ofTwo = world.ask(ranks -> ranks.ofRecord("Subject", two));
      assertEquals(
          List.of(
              new RankedScore(RED, Tuple.from("a"), 0, 0, 1),
              new RankedScore(RED, Tuple.from("b"), 1, 2, 2)),
          ofTwo);
      world.save(two.toBuilder().clearTag().addTag("c").addTag("b").build());
      assertEquals(2, world.scores(RED).size());
    }
  }

  @Test
  void aSaveThatChangesNoScoreReadsAndWritesNothingOfTheSet() {
    saveTies(dense);
    try (RecordContext reader = dense.test.database.openContext()) {
      RecordStore store = reader.join(dense.open(reader));
      reader.join(RankStore.ranks(store).size(RED));
      reader.set(new byte[] {'x'}, new byte[0]);
      dense.save(player("red", 1, 10).toBuilder().setSlot(77).build());
      reader.join(reader.commit());
    }
  }

  @Test
  void rangesOfRecordsAreDeletedWithTheirRanks() {
    saveTies(counting);
    counting.save(player("red\0", 1, 5));
    counting.in(
        store ->
            store
                .save(player("red", 77, 7))
                .thenCompose(
                    saved -> {
                      store.deleteWhere("Subject", RED);
                      return store.save(player("red", 5, 50));
                    }));
    assertEquals(List.of(ranked(RED, 50L, 0, 0, 1)), counting.scores(RED));
    assertEquals(1, counting.scores(Tuple.from("red\0")).size());
    assertEquals(1, counting.scores(BLUE).size());
    counting.in(
        store -> {
          store.deleteAll();
          return CompletableFuture.completedFuture(true);
        });
    assertEquals(List.of(), counting.scores(BLUE));
  }

  @Test
  void aRangeThatCutsThroughScoresIsRefused() {
    KeyExpression ungrouped = concat(field("team"), field("score"));
    try (RankStore world = new RankStore(Index.rank(BY_SCORE, ungrouped))) {
      world.save(player("red", 1, 1), player("blue", 2, 1));
      long before = world.ask(ranks -> ranks.rank(new Tuple(), Tuple.from("red", 1)));
      assertEquals(1, before);
      assertThrows(
          IllegalArgumentException.class,
          () ->
              world.in(
                  store -> {
                    store.deleteWhere("Subject", RED);
                    return CompletableFuture.completedFuture(true);
                  }));
    }
  }

  @Test
  void aBuiltIndexIsAsOneThatWasKept() {
    saveTies(counting);
    List<RankedScore> kept = counting.scores(RED);
    counting.in(store -> store.rebuildIndex(BY_SCORE, new BuildLimits(100, Long.MAX_VALUE)));
    assertEquals(kept, counting.scores(RED));
  }

  @Test
  void aUniqueRankIndexRefusesASecondScore() {
    try (RankStore world = new RankStore(Index.rank(BY_SCORE, TEAM_SCORE).unique())) {
      world.save(player("red", 1, 1), player("blue", 1, 1));
      RecordLayerException refused =
          assertThrows(RecordLayerException.class, () -> world.save(player("red", 2, 1)));
      assertEquals(RecordLayerException.Code.UNIQUENESS_VIOLATION, refused.code());
      assertEquals(1, world.scores(RED).size());
    }
  }

  @Test
  void definitionsThatMeanNothingAreRefused() {
    Index index = Index.rank(BY_SCORE, TEAM_SCORE);
    for (Index wrong :
        List.of(
            Index.rank(BY_SCORE, grouping(concat(field("team"), field("score")), 0)),
            Index.rank(BY_SCORE, empty()),
            index.option(Index.RANK_LEVELS, "1"),
            index.option(Index.RANK_LEVELS, "9"),
            index.option(Index.RANK_LEVELS, "six"),
            index.option(Index.RANK_COUNT_DUPLICATES, "yes"),
            index.option(Index.CLEAR_WHEN_ZERO, "true"))) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> RankStore.metaData(wrong));
      assertTrue(String.valueOf(refused.getMessage()).contains(BY_SCORE), refused::getMessage);
    }
    var type = IndexTypes.builtIn().require(Index.RANK);
    assertTrue(type.mayChange(Index.UNIQUE, index.unique(), index));
    assertFalse(type.mayChange(Index.UNIQUE, index, index.unique()));
    assertFalse(type.mayChange(Index.RANK_LEVELS, index, index));
    assertFalse(type.mayChange(Index.RANK_COUNT_DUPLICATES, index, index));
  }

  @Test
  void questionsThatDoNotFitAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> dense.ask(ranks -> ranks.size(new Tuple())));
    assertThrows(
        IllegalArgumentException.class,
        () -> dense.ask(ranks -> ranks.rank(RED, Tuple.from(1, 2))));
    assertThrows(IllegalArgumentException.class, () -> dense.ask(ranks -> ranks.at(RED, -1)));
    assertThrows(IllegalArgumentException.class, () -> RankScan.of(RED, 3, 2));
    try (RankStore values = new RankStore(Index.value(BY_SCORE, field("score")))) {
      assertThrows(IllegalArgumentException.class, () -> values.ask(ranks -> ranks.size(RED)));
    }
  }

  @Test
  void entriesAreScannedAsThoseOfAValueIndex() {
    saveTies(counting);
    List<Long> ids =
        counting.in(
            store ->
                store
                    .scanIndex(
                        BY_SCORE,
                        TupleRange.prefix(Tuple.from("red", 20)),
                        Continuation.START,
                        ScanOptions.defaults())
                    .map(RankStore::id)
                    .asList());
    assertEquals(List.of(2L, 3L), ids);
  }

  @Test
  void ranksConflictWithWhatTheyCountAndNothingElse() {
    for (int i = 0; i < 20; i++) {
      dense.save(player("red", i, i * 10L));
    }
    for (long changed : new long[] {30, 150}) {
      for (Isolation isolation : Isolation.values()) {
        assertEquals(
            isolation == Isolation.SERIALIZABLE && changed < 100,
            conflicts(ranks -> ranks.withIsolation(isolation).rank(RED, score(100)), changed));
        assertEquals(
            isolation == Isolation.SERIALIZABLE && changed > 100,
            conflicts(
                ranks -> ranks.withIsolation(isolation).rankFromTop(RED, score(100)), changed));
      }
    }
  }

  private boolean conflicts(Function<Ranks, CompletableFuture<Long>> question, long changed) {
    try (RecordContext reader = dense.test.database.openContext()) {
      RecordStore store = reader.join(dense.open(reader));
      reader.join(question.apply(RankStore.ranks(store)));
      reader.set(new byte[] {'x'}, new byte[0]);
      dense.save(player("red", changed / 10, changed + 1));
      dense.save(player("red", changed / 10, changed));
      return reader.join(reader.commit().handle((nothing, error) -> error != null));
    }
  }
}
