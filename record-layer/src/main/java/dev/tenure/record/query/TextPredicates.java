package dev.tenure.record.query;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate.TextKind;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.text.Tokenizers;

/**
 * The factories of conditions on texts, meant for static import. The built-in tokenizer divides the
 * texts of a column into tokens. Another tokenizer is chosen by name: {@code
 * containsAll(field("body"), "sea storm").by("whitespace")}. The text that is searched for is a
 * string or a {@link Predicates#parameter}, and has at most {@value TextMatch#TOKENS_MAX} tokens. A
 * search for a text without tokens finds nothing.
 *
 * <p>A <em>word</em> is a part of the text between white space. If the tokenizer makes several
 * tokens of a word, these must follow one another.
 */
public final class TextPredicates {
  private TextPredicates() {}

  /** Whether a text contains all words, in any order. */
  public static TextMatch containsAll(KeyExpression column, Object text) {
    return match(column, TextKind.ALL, text, 0);
  }

  /** Whether a text contains at least one of the words. */
  public static TextMatch containsAny(KeyExpression column, Object text) {
    return match(column, TextKind.ANY, text, 0);
  }

  /** Whether a text contains the tokens one after another. */
  public static TextMatch containsPhrase(KeyExpression column, Object text) {
    return match(column, TextKind.PHRASE, text, 0);
  }

  /**
   * Whether a text contains all tokens in any order, and the first and the last of them are at most
   * a distance apart, in positions.
   */
  public static TextMatch containsNear(KeyExpression column, Object text, int distance) {
    return match(column, TextKind.NEAR, text, distance);
  }

  /**
   * Whether a text contains a token that begins with the last token searched for. The tokens before
   * the last one must precede it as in a phrase.
   */
  public static TextMatch containsPrefix(KeyExpression column, Object text) {
    return match(column, TextKind.PREFIX, text, 0);
  }

  /**
   * Whether a text contains a part of a word. The part has at least two characters; case and
   * accents are ignored. A text index with the tokenizer {@link Tokenizers#SUFFIXES} answers this
   * condition.
   */
  public static TextMatch containsPart(KeyExpression column, Object text) {
    return containsPrefix(column, text).by(Tokenizers.SUFFIXES);
  }

  /**
   * Whether a text contains all tokens, in any order. The tokens of one word need not follow one
   * another.
   */
  public static TextMatch containsTokens(KeyExpression column, Object text) {
    return match(column, TextKind.TOKENS, text, 0);
  }

  private static TextMatch match(KeyExpression column, TextKind kind, Object text, int distance) {
    return new TextMatch(column, kind, Operand.of(text), distance, Tokenizers.DEFAULT);
  }
}
