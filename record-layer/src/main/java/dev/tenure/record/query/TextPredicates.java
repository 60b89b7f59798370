package dev.tenure.record.query;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate.TextKind;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.text.Tokenizers;

/**
 * The factories of conditions on texts, meant for static import. A column of strings is divided
 * into tokens by the built-in tokenizer, or by another one: {@code containsAll(field("body"), "sea
 * storm").by("whitespace")}. What is searched for is a string or a {@link Predicates#parameter}, of
 * at most {@value TextMatch#TOKENS_MAX} tokens. A text without tokens is found nowhere.
 *
 * <p>A <em>word</em> is a part between white space. Where the tokenizer makes several tokens of a
 * word, they must follow one another.
 */
public final class TextPredicates {
  private TextPredicates() {}

  /** All words, in any order. */
  public static TextMatch containsAll(KeyExpression column, Object text) {
    return match(column, TextKind.ALL, text, 0);
  }

  /** At least one of the words. */
  public static TextMatch containsAny(KeyExpression column, Object text) {
    return match(column, TextKind.ANY, text, 0);
  }

  /** The tokens one after another. */
  public static TextMatch containsPhrase(KeyExpression column, Object text) {
    return match(column, TextKind.PHRASE, text, 0);
  }

  /** All tokens in any order, the first and the last at most so many positions apart. */
  public static TextMatch containsNear(KeyExpression column, Object text, int distance) {
    return match(column, TextKind.NEAR, text, distance);
  }

  /** A token that begins so; when the text has several, the others before it as in a phrase. */
  public static TextMatch containsPrefix(KeyExpression column, Object text) {
    return match(column, TextKind.PREFIX, text, 0);
  }

  /**
   * A part of a word, of two characters or more, without case and accents. A text index with the
   * tokenizer {@link Tokenizers#SUFFIXES} answers it.
   */
  public static TextMatch containsPart(KeyExpression column, Object text) {
    return containsPrefix(column, text).by(Tokenizers.SUFFIXES);
  }

  /** All tokens, those of one word apart from each other too. */
  public static TextMatch containsTokens(KeyExpression column, Object text) {
    return match(column, TextKind.TOKENS, text, 0);
  }

  private static TextMatch match(KeyExpression column, TextKind kind, Object text, int distance) {
    return new TextMatch(column, kind, Operand.of(text), distance, Tokenizers.DEFAULT);
  }
}
