package dev.tenure.record.index.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.text.TextQuery;
import dev.tenure.record.text.Tokenizer;
import dev.tenure.record.text.Tokenizers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What each kind of query finds. */
final class TextQueryTest {
  private Texts texts = new Texts(Texts.of(Texts.titles()));

  @AfterEach
  void close() {
    texts.close();
  }

  private void assertFinds(TextQuery query, Long... ids) {
    assertEquals(List.of(ids), texts.find(query), query.toString());
  }

  private void tokenizer(Tokenizer tokenizer) {
    Tokenizers all = Tokenizers.builtIn().with(tokenizer);
    texts.close();
    texts =
        new Texts(
            Texts.notes(
                    all,
                    Texts.titles()
                        .option(TextIndexType.TOKENIZER, tokenizer.name())
                        .option(
                            TextIndexType.TOKENIZER_VERSION,
                            String.valueOf(tokenizer.versionMax())))
                .build(),
            all);
  }

  @Test
  void tokenIsFoundInAnyForm() {
    texts.saveTitles("The Whale", "a whale's tale", "whales", "schoolwhale");
    assertFinds(TextQuery.token("WHALE"), 0L, 1L);
    assertFinds(TextQuery.token("whale's"), 1L);
    assertFinds(TextQuery.token("ship"));
  }

  @Test
  void prefixFindsEachRecordOnce() {
    texts.saveTitles("whale whales whaling", "what", "a ship", "wharf whale", "wh");
    assertFinds(TextQuery.prefix("wha"), 0L, 1L, 3L);
    assertFinds(TextQuery.prefix("wh"), 0L, 1L, 3L, 4L);
    assertFinds(TextQuery.prefix("whalex"));
    assertFinds(TextQuery.prefix(""));
  }

  @Test
  void prefixOfSeveralWordsIsWhatHasBeenTypedSoFar() {
    texts.saveTitles("Moby Dick", "Moby Doe", "Dick Moby", "Moby the Dickens");
    assertFinds(TextQuery.prefix("moby d"), 0L, 1L);
    assertFinds(TextQuery.prefix("moby dic"), 0L);
    assertFinds(TextQuery.prefix("dick mob"), 2L);
  }

  @Test
  void allAndAnyAreOfWords() {
    texts.saveTitles("white whale", "whale, so white", "white shark", "l'homme blanc", "homme l");
    assertFinds(TextQuery.all("whale white"), 0L, 1L);
    assertFinds(TextQuery.all("whale white so"), 1L);
    assertFinds(TextQuery.any("shark whale"), 0L, 1L, 2L);
    assertFinds(TextQuery.all("l'homme"), 3L);
    assertFinds(TextQuery.all("homme l"), 3L, 4L);
    assertFinds(TextQuery.any("— shark ..."), 2L);
    assertFinds(TextQuery.all("..."));
    assertFinds(TextQuery.any(""));
  }

  @Test
  void phraseIsInOrderAndWithoutGaps() {
    texts.saveTitles(
        "call me ishmael", "me call ishmael", "call, me! Ishmael?", "call ishmael me", "call me");
    assertFinds(TextQuery.phrase("call me ishmael"), 0L, 2L);
    assertFinds(TextQuery.phrase("call me"), 0L, 2L, 4L);
    assertFinds(TextQuery.phrase("ishmael"), 0L, 1L, 2L, 3L);
    assertFinds(TextQuery.phrase("..."));
  }

  @Test
  void phraseMayHaveATokenTwice() {
    texts.saveTitles(
        "the whale the sea", "the whale sea", "the the whale", "sea the whale the sea");
    assertFinds(TextQuery.phrase("the whale the sea"), 0L, 3L);
    assertFinds(TextQuery.phrase("the the"), 2L);
  }

  @Test
  void phraseHasGapsWhereTokensAreLeftOut() {
    tokenizer(new TokenizersTest.Versions("stops", 3, 3));
    texts.saveTitles("heart of the sea", "heart of a sea", "heart of sea", "heart the of sea");
    assertFinds(TextQuery.phrase("of the sea"), 0L, 1L);
    assertFinds(TextQuery.phrase("of an sea"));
    assertFinds(TextQuery.phrase("of sea"), 2L, 3L);
    assertFinds(TextQuery.phrase("the"));
  }

  @Test
  void nearIsWithinADistanceInAnyOrder() {
    texts.saveTitles(
        "whale white", "white old whale", "whale " + "x ".repeat(9) + "white", "white", "whale");
    assertFinds(TextQuery.near("white whale", 1), 0L);
    assertFinds(TextQuery.near("white whale", 2), 0L, 1L);
    assertFinds(TextQuery.near("white whale", 9), 0L, 1L);
    assertFinds(TextQuery.near("white whale", 10), 0L, 1L, 2L);
    assertFinds(TextQuery.near("white white", 1), 0L, 1L, 2L, 3L);
    assertFinds(TextQuery.near("", 1));
  }

  @Test
  void nearTakesTheBestOfAllPositions() {
    texts.saveTitles("a x x x x b x x a b c", "a b x x c x x x x a x b", "c a x b");
    assertFinds(TextQuery.near("a b c", 2), 0L);
    assertFinds(TextQuery.near("a b c", 3), 0L, 2L);
    assertFinds(TextQuery.near("a b c", 4), 0L, 1L, 2L);
  }

  @Test
  void queriesAreCombined() {
    texts.saveTitles("white whale", "white ship", "black whale", "black ship", "the sea");
    TextQuery white = TextQuery.token("white");
    TextQuery whale = TextQuery.token("whale");
    assertFinds(TextQuery.and(white, whale), 0L);
    assertFinds(TextQuery.or(white, whale), 0L, 1L, 2L);
    assertFinds(white.except(whale), 1L);
    assertFinds(TextQuery.or(white, TextQuery.token("sea")).except(TextQuery.prefix("sh")), 0L, 4L);
    assertFinds(TextQuery.and(TextQuery.or(white, whale), TextQuery.any("ship black")), 1L, 2L);
    assertFinds(white.except(TextQuery.token("...")), 0L, 1L);
    assertFinds(TextQuery.token("...").except(white));
    assertFinds(TextQuery.or(whale.except(white), TextQuery.phrase("black ship")), 2L, 3L);
  }

  @Test
  void wordsOfScriptsWithoutSpacesAreFoundAnywhere() {
    texts.saveTitles("東京都の大学", "京東の大都", "สวัสดีชาวโลก", "カタカナ語", "私はクジラ🐋です");
    assertFinds(TextQuery.token("京都"), 0L);
    assertFinds(TextQuery.all("大学 東京"), 0L);
    assertFinds(TextQuery.token("京"), 0L, 1L);
    assertFinds(TextQuery.token("ชาว"), 2L);
    assertFinds(TextQuery.token("カナ"), 3L);
    assertFinds(TextQuery.token("ｸｼﾞﾗ"), 4L);
    assertFinds(TextQuery.token("🐋"), 4L);
  }

  @Test
  void partsOfWordsAreFoundWhenSuffixesAreStored() {
    Tokenizer suffixes = Tokenizers.suffixes("parts", Tokenizers.builtIn().require("default"), 2);
    tokenizer(suffixes);
    texts.saveTitles("Nantucket", "the tuckshop", "duck", "bucket list");
    assertFinds(TextQuery.prefix("uck"), 0L, 1L, 2L, 3L);
    assertFinds(TextQuery.prefix("tuck"), 0L, 1L);
    assertFinds(TextQuery.prefix("cket"), 0L, 3L);
    assertFinds(TextQuery.prefix("the tuc"), 1L);
    assertFinds(TextQuery.prefix("xuck"));
  }

  @Test
  void indexWithoutPositionsRefusesWhatNeedsThem() {
    texts.close();
    texts = new Texts(Texts.of(Texts.titles().option(TextIndexType.OMIT_POSITIONS, "true")));
    texts.saveTitles("white whale", "whale white", "white");
    assertEquals("[whale] 0 []", texts.entries().get(0));
    assertFinds(TextQuery.all("white whale"), 0L, 1L);
    assertFinds(TextQuery.prefix("wha"), 0L, 1L);
    assertFinds(TextQuery.phrase("white"), 0L, 1L, 2L);
    IllegalArgumentException phrase =
        assertThrows(
            IllegalArgumentException.class, () -> texts.find(TextQuery.phrase("white whale")));
    assertEquals(
        "index by-title keeps no positions, and cannot find the phrase \"white whale\"",
        phrase.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> texts.find(TextQuery.near("white whale", 3)));
  }

  @Test
  void queriesHaveLimits() {
    assertThrows(IllegalArgumentException.class, () -> TextQuery.near("a b", 0));
    assertThrows(IllegalArgumentException.class, TextQuery::and);
    assertThrows(IllegalArgumentException.class, TextQuery::or);
    IllegalArgumentException many =
        assertThrows(
            IllegalArgumentException.class, () -> texts.find(TextQuery.any("a ".repeat(257))));
    assertEquals("text query has 257 tokens or more, the limit is 256", many.getMessage());
    IllegalArgumentException deep = assertThrows(IllegalArgumentException.class, () -> deep(40));
    assertTrue(
        String.valueOf(deep.getMessage()).contains("33 deep, the limit is 32"), deep.getMessage());
  }

  private static TextQuery deep(int depth) {
    TextQuery query = TextQuery.token("a");
    for (int i = 1; i < depth; i++) {
      query = TextQuery.and(query, TextQuery.token("b"));
    }
    return query;
  }

  @Test
  void planIsToldInTokens() {
    texts.does(
        store -> {
          TextSearch search = TextSearch.of(store.index(Texts.INDEX));
          assertEquals(
              "((\"whale\" and phrase(\"l\"@0 \"homme\"@1)) except \"sh\"*)",
              search.explain(TextQuery.all("Whale l'homme").except(TextQuery.prefix("sh"))));
          assertEquals(
              "near(\"a\" \"b\" within 3)",
              search.explain(TextQuery.or(TextQuery.near("a b", 3), TextQuery.token("."))));
        });
  }
}
