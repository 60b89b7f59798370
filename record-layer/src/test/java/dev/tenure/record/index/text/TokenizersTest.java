package dev.tenure.record.index.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.text.Token;
import dev.tenure.record.text.Tokenizer;
import dev.tenure.record.text.Tokenizers;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class TokenizersTest {
  private static final Tokenizers BUILT_IN = Tokenizers.builtIn();

  private static List<String> tokens(String name, String text, Tokenizer.Mode mode) {
    return BUILT_IN.require(name).tokens(text, 1, mode).stream().map(Token::toString).toList();
  }

  private static String token(String text, int position) {
    return new Token(text, position).toString();
  }

  @Test
  void whitespaceKeepsWordsAsTheyAreWritten() {
    assertEquals(
        List.of(token("A-1,", 0), token("b\0c", 1), token("é\uFFFD", 2)),
        tokens("whitespace", " A-1,\n\u3000b\0c\té\uD800 ", Tokenizer.Mode.INDEX));
    assertEquals(List.of(), tokens("whitespace", " \t\u00A0", Tokenizer.Mode.INDEX));
  }

  @Test
  void suffixesOfAWordAreAtItsPosition() {
    assertEquals(List.of(token("a", 0)), tokens("ngram-suffixes", "a", Tokenizer.Mode.INDEX));
    assertEquals(
        List.of(
            token("a", 0), token("whale", 1), token("hale", 1), token("ale", 1), token("le", 1)),
        tokens("ngram-suffixes", "a Whale", Tokenizer.Mode.INDEX));
    assertEquals(
        List.of(token("a", 0), token("whale", 1)),
        tokens("ngram-suffixes", "a Whale", Tokenizer.Mode.QUERY));
  }

  @Test
  void suffixesBeginWithWholeCharacters() {
    Tokenizer all = Tokenizers.suffixes("all", BUILT_IN.require("whitespace"), 1);
    assertEquals(
        List.of("x𐐀y", "𐐀y", "y"),
        all.tokens("x𐐀y", 1, Tokenizer.Mode.INDEX).stream().map(Token::text).toList());
  }

  @Test
  void unknownTokenizerIsRefusedWithThoseKnown() {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> BUILT_IN.require("nope"));
    assertEquals(
        "no tokenizer nope, there are [default, ngram-suffixes, whitespace]", refused.getMessage());
  }

  @Test
  void nameMayBeTakenOnce() {
    assertThrows(IllegalArgumentException.class, () -> BUILT_IN.with(BUILT_IN.require("default")));
    assertThrows(
        IllegalArgumentException.class,
        () -> Tokenizers.suffixes("x", BUILT_IN.require("default"), 0));
  }

  @Test
  void tokenHasATextAndAPlace() {
    assertThrows(IllegalArgumentException.class, () -> new Token("", 0));
    assertThrows(IllegalArgumentException.class, () -> new Token("a", -1));
  }

  @Test
  void tokenizerWithoutVersionsIsRefused() {
    Tokenizer none = new Versions("none", 2, 1);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> BUILT_IN.with(none));
    assertTrue(String.valueOf(refused.getMessage()).contains("2 to 1"), refused.getMessage());
  }

  /** Words of white space; from version 2 on in lower case, from 3 on without the stop word. */
  record Versions(String name, int versionMin, int versionMax) implements Tokenizer {
    @Override
    public List<Token> tokens(String text, int version, Mode mode) {
      return BUILT_IN.require("whitespace").tokens(text, 1, mode).stream()
          .map(
              token ->
                  version >= 2
                      ? new Token(token.text().toLowerCase(Locale.ROOT), token.position())
                      : token)
          .filter(token -> version < 3 || !token.text().equals("the"))
          .toList();
    }
  }
}
