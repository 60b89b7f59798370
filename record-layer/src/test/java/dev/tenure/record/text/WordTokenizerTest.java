package dev.tenure.record.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.Seeds;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a person who types a word expects to find. */
final class WordTokenizerTest {
  private static final Tokenizer WORDS = Tokenizers.builtIn().require(Tokenizers.DEFAULT);

  private static List<String> tokens(String text) {
    return WORDS.tokens(text, 1, Tokenizer.Mode.INDEX).stream().map(Token::text).toList();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "case                 | Call me ISHMAEL             | call me ishmael",
        "accents              | Crème brûlée, naïve         | creme brulee naive",
        "strokes              | Łódź smørrebrød Đà          | lodz smorrebrod da",
        "ligatures            | Œuvre ﬁlet Æsir            | oeuvre filet aesir",
        "sharp s              | Straße STRASSE STRAẞE       | strasse strasse strasse",
        "Turkish i            | İstanbul ISTANBUL ılık      | istanbul istanbul ilik",
        "apostrophes          | the whale's l'homme O’Brien | the whale s l homme o brien",
        "hyphens              | state-of-the-art            | state of the art",
        "code                 | snake_case foo.bar()        | snake case foo bar",
        "numbers              | 3.14 and 1,000 x²           | 3 14 and 1 000 x2",
        "full width           | Ａｂｃ １２３                 | abc 123",
        "Greek                | ΟΔΟΣ οδός Ὀδυσσεύς          | οδοσ οδοσ οδυσσευσ",
        "Cyrillic             | МОЙ мои Ёлка а́ббат їжак     | мой мои елка аббат їжак",
        "Arabic               | مُحَمَّد محـــمد أحمد             | محمد محمد احمد",
        "Arabic digits        | ٣٤٥ ۷                       | 345 7",
        "Hebrew               | שָׁלוֹם                       | שלום",
        "Devanagari           | हिन्दी भाषा                   | हिन्दी भाषा",
        "Korean               | 한국어 문장                  | 한국어 문장",
        "Chinese              | 東京都 大学                  | 東 京 都 大 学",
        "Japanese             | がギ ラーメン ｶﾞ             | が ギ ラ ー メ ン ガ",
        "mixed                | Java言語17                   | java 言 語 17",
        "pictographs          | sea 🐋whale ☎ 👍🏽           | sea 🐋 whale ☎ 👍",
        "joined pictographs   | 👩‍🚀                          | 👩 🚀",
        "keycap               | 1️⃣                          | 1",
        "Ukrainian apostrophe | п'ять пʼять                 | п ять п ять",
      })
  void textIsMadeIntoTokens(String name, String text, String expected) {
    List<String> words = List.of(expected.split(" ", -1));
    assertEquals(
        words.stream().map(word -> Normalizer.normalize(word, Normalizer.Form.NFC)).toList(),
        tokens(text),
        name);
  }

  @Test
  void charactersWithoutSpacesKeepTheirMarks() {
    assertEquals(List.of("ส", "วั", "ส", "ดี"), tokens("สวัสดี"));
    assertEquals(List.of("मां"), tokens("मां"));
  }

  @Test
  void textWithoutWordsHasNoTokens() {
    for (String text : List.of("", " ", "...", "—!?", "\u0301", "\u200B\u200D\uFEFF", "\0\0")) {
      assertEquals(List.of(), tokens(text), text);
    }
  }

  @Test
  void charactersThatAreNotSeenDoNotPartWords() {
    assertEquals(List.of("cooperate"), tokens("co\u00ADoperate"));
    assertEquals(List.of("می\u0631"), tokens("می\u200C\u0631"));
    assertEquals(List.of("a", "b"), tokens("a\u200Bb"));
  }

  @Test
  void halvesOfSurrogatePairsPartWords() {
    assertEquals(List.of("a", "b"), tokens("a\uD83Db"));
    assertEquals(List.of("a", "b"), tokens("a\uDC0Bb"));
  }

  @Test
  void longTokensAreCutAtACharacter() {
    assertEquals("x".repeat(255), tokens("x".repeat(5_000)).get(0));
    assertEquals("ж".repeat(127), tokens("ж".repeat(300)).get(0));
    String clefs = tokens("𐐀".repeat(300)).get(0);
    assertEquals(252, clefs.getBytes(StandardCharsets.UTF_8).length);
  }

  @Test
  void positionsCountTokens() {
    List<Token> tokens = WORDS.tokens("a — b, c's", 1, Tokenizer.Mode.QUERY);
    assertEquals(
        List.of(new Token("a", 0), new Token("b", 1), new Token("c", 2), new Token("s", 3)),
        tokens);
  }

  /** Composed or not, in whatever case: one text has one list of tokens. */
  @Test
  void anyTextGivesTokensThatAreTheirOwnTokens() {
    RandomGenerator random = Seeds.random("WordTokenizerTest.anyText");
    for (int i = 0; i < 5_000; i++) {
      String text = text(random);
      List<String> tokens = tokens(text);
      assertEquals(tokens, tokens(Normalizer.normalize(text, Normalizer.Form.NFC)), text);
      assertEquals(tokens, tokens(Normalizer.normalize(text, Normalizer.Form.NFD)), text);
      for (String token : tokens) {
        assertFalse(token.isEmpty());
        assertTrue(token.getBytes(StandardCharsets.UTF_8).length <= 255);
        assertEquals(List.of(token), tokens(token), text);
      }
    }
  }

  private static String text(RandomGenerator random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(12);
    for (int i = 0; i < length; i++) {
      int block =
          switch (random.nextInt(4)) {
            case 0 -> 0x20 + random.nextInt(0x60);
            case 1 -> random.nextInt(0x3000);
            case 2 -> random.nextInt(0x10000);
            default -> random.nextInt(0x110000);
          };
      text.appendCodePoint(block);
    }
    return text.toString();
  }
}
