package dev.tenure.record.index.rank;

import static dev.tenure.record.index.rank.RankStore.BY_SCORE;
import static dev.tenure.record.index.rank.RankStore.player;
import static dev.tenure.record.index.rank.RankStore.unscored;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.late.LateOptions;
import dev.tenure.record.Seeds;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.test.Subject;
import dev.tenure.record.tuple.TupleRange;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random transactions that interleave: the ranks are those of the records at every commit. */
final class RankIndexModelTest {
  private static final List<String> TEAMS = List.of("red", "red\0", "blue");

  @ParameterizedTest
  @CsvSource({"2,true", "3,false", "6,true"})
  void ranksAreThoseOfTheRecordsAtEveryCommit(int levels, boolean countDuplicates) {
    ranksAreThoseOfTheRecords(new TestDatabase(), levels, countDuplicates);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void ranksAreThoseOfTheRecordsWhenAnswersAreLate(long seed) {
    LateOptions options = LateOptions.seeded(seed).withDelayed(0.05);
    TestDatabase late = TestDatabase.late(options);
    ranksAreThoseOfTheRecords(late, 3, true);
    assertTrue(late.reordered() > 0);
  }

  private static void ranksAreThoseOfTheRecords(
      TestDatabase test, int levels, boolean countDuplicates) {
    RandomGenerator random = Seeds.random("RankIndexModelTest" + levels);
    Index index =
        Index.rank(BY_SCORE, RankStore.TEAM_SCORE)
            .option(Index.RANK_LEVELS, Integer.toString(levels))
            .option(Index.RANK_COUNT_DUPLICATES, Boolean.toString(countDuplicates));
    int commits = 0;
    int conflicts = 0;
    try (RankStore world = new RankStore(test, index)) {
      world.save(unscored("red", 0));
      for (int round = 0; round < 60; round++) {
        List<RecordContext> open = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          RecordContext context = world.test.database.openContext();
          open.add(context);
          RecordStore store = context.join(world.open(context));
          context.join(changes(store, random, round));
        }
        for (RecordContext context : open) {
          if (isCommitted(context)) {
            commits++;
          } else {
            conflicts++;
          }
        }
        requireFits(world, countDuplicates);
      }
    }
    System.out.println(levels + " levels: " + commits + " commits, " + conflicts + " conflicts");
    assertTrue(commits > 90, "commits: " + commits);
  }

  private static CompletableFuture<Void> changes(
      RecordStore store, RandomGenerator random, int round) {
    List<CompletableFuture<?>> work = new ArrayList<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      String team = TEAMS.get(random.nextInt(TEAMS.size()));
      long id = random.nextInt(60);
      int kind = random.nextInt(10);
      if (round % 20 == 19 && kind == 0) {
        work.forEach(store.context()::join);
        store.deleteWhere("Subject", Tuple.from(team));
      } else if (kind < 3) {
        work.add(store.delete("Subject", Tuple.from(team, id)));
      } else if (kind == 3) {
        work.add(store.save(unscored(team, id)));
      } else {
        work.add(store.save(player(team, id, random.nextInt(80) - 40)));
      }
    }
    return CompletableFuture.allOf(work.toArray(CompletableFuture<?>[]::new));
  }

  private static boolean isCommitted(RecordContext context) {
    try (context) {
      context.join(context.commit());
      return true;
    } catch (RecordLayerException e) {
      assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, e.code());
      return false;
    }
  }

  private static void requireFits(RankStore world, boolean countDuplicates) {
    for (String team : TEAMS) {
      List<StoredRecord> records =
          world.in(
              store ->
                  store
                      .scan(
                          "Subject",
                          TupleRange.prefix(Tuple.from(team)),
                          Continuation.START,
                          ScanOptions.defaults())
                      .asList());
      TreeMap<Tuple, Long> scores = new TreeMap<>();
      for (StoredRecord record : records) {
        Subject player = record.message(Subject.class);
        Tuple score = player.hasScore() ? Tuple.from(player.getScore()) : Tuple.from((Object) null);
        scores.merge(score, 1L, Long::sum);
      }
      List<RankedScore> expected = new ArrayList<>();
      long rank = 0;
      for (var score : scores.entrySet()) {
        long weight = countDuplicates ? score.getValue() : 1;
        expected.add(
            new RankedScore(
                Tuple.from(team), score.getKey(), rank, rank + weight - 1, score.getValue()));
        rank += weight;
      }
      assertEquals(expected, world.scores(Tuple.from(team)));
    }
  }
}
