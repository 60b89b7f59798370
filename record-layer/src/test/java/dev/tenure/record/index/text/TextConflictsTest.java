package dev.tenure.record.index.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.Seeds;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How often two transactions that each save one text conflict. */
final class TextConflictsTest {
  private static final int PAIRS = 200;

  private static Texts texts(boolean across) {
    return new Texts(
        Texts.of(Texts.titles().option(TextIndexType.BUNCH_ACROSS_TOKENS, String.valueOf(across))));
  }

  /** Of two transactions that know nothing of one another, whether both commit. */
  private static boolean bothCommit(
      Texts texts, long id, String title, long otherId, String other) {
    try (RecordContext one = texts.database.openContext();
        RecordContext two = texts.database.openContext()) {
      Texts.save(one.join(texts.open(one)), Texts.note(id, title));
      Texts.save(two.join(texts.open(two)), Texts.note(otherId, other));
      one.join(one.commit());
      try {
        two.join(two.commit());
        return true;
      } catch (RecordLayerException e) {
        assertEquals(RecordLayerException.Code.COMMIT_CONFLICT, e.code());
        return false;
      }
    }
  }

  /** Words as often as in a language: the n-th with a frequency of 1/n. */
  private static String title(RandomGenerator random, int words, int vocabulary) {
    return IntStream.range(0, words)
        .mapToObj(i -> "w" + ((int) Math.pow(vocabulary, random.nextDouble())) * 7919 % 10_000)
        .collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource({"false, 3, 6", "true, 3, 30", "false, 30, 80", "true, 30, 120"})
  void fewPairsOfTransactionsConflict(boolean across, int words, int conflictsMax) {
    RandomGenerator random = Seeds.random("TextConflictsTest.fewPairsOfTransactionsConflict");
    try (Texts texts = texts(across)) {
      texts.does(
          store -> {
            for (int id = 0; id < 1_000; id++) {
              Texts.save(store, Texts.note(random.nextInt(1 << 30), title(random, words, 5_000)));
            }
          });
      int conflicts = 0;
      for (int i = 0; i < PAIRS; i++) {
        conflicts +=
            bothCommit(
                    texts,
                    random.nextInt(1 << 30),
                    title(random, words, 5_000),
                    random.nextInt(1 << 30),
                    title(random, words, 5_000))
                ? 0
                : 1;
      }
      System.out.println(
          "texts of "
              + words
              + " words, bunches across tokens "
              + across
              + ": "
              + conflicts
              + " of "
              + PAIRS
              + " pairs conflict");
      assertTrue(conflicts <= conflictsMax, conflicts + " conflicts");
      assertEquals(List.of(), texts.problems());
    }
  }

  @Test
  void textsWithoutACommonTokenDoNotConflict() {
    try (Texts texts = texts(false)) {
      texts.saveTitles("a b c", "d e f");
      assertTrue(bothCommit(texts, 10, "a d x", 11, "b e y"));
      assertEquals(List.of(), texts.problems());
    }
  }
}
