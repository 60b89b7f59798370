package dev.tenure.record.index.rank;

import static dev.tenure.record.index.rank.RankStore.BY_SCORE;
import static dev.tenure.record.index.rank.RankStore.player;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tenure.late.LateOptions;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.definition.Index;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that do not await their saves, on a database whose answers are late. */
final class UnawaitedSavesTest {
  private static final int PLAYERS = 8;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void rankedSetHasAllSavesOfABodyThatAwaitsNone(long seed) {
    TestDatabase test = TestDatabase.late(LateOptions.seeded(seed).withOvertaken(0.5));
    Index index = Index.rank(BY_SCORE, RankStore.TEAM_SCORE).countDuplicates();
    try (RankStore world = new RankStore(test, index)) {
      for (int round = 0; round < 4; round++) {
        long score = round;
        world.in(
            store -> {
              for (int id = 0; id < PLAYERS; id++) {
                var unused = store.save(player("red", id, score * id));
              }
              return CompletableFuture.completedFuture(true);
            });

        assertFalse(world.scores(RankStore.RED).isEmpty());
        Long size = world.ask(ranks -> ranks.size(RankStore.RED));
        assertEquals(PLAYERS, size);
      }
    }
  }
}
