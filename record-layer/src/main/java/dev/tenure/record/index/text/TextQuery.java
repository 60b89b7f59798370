package dev.tenure.record.index.text;

import java.util.List;
import java.util.Objects;

/**
 * What is asked of a text index. Texts in it are made into tokens as those of records are, with the
 * tokenizer and version of the index; parts that have no tokens, as punctuation, ask for nothing.
 * What asks for nothing at all finds nothing.
 *
 * <p>A <em>word</em> is what stands between white space. When the tokenizer makes several tokens of
 * it ({@code "l'homme"}, a word of Chinese), they must stand behind one another as they do in it.
 * Immutable.
 */
public sealed interface TextQuery {
  /** How many tokens a query may have. */
  int TOKENS_MAX = 256;

  /** How deep queries may stand in one another. */
  int DEPTH_MAX = 32;

  /** Records with the text, as {@link #phrase} for a word. */
  static TextQuery token(String word) {
    return new Phrase(word, false);
  }

  /**
   * Records with a token that begins so; of a text with several tokens, with the others before it
   * as in a phrase: what has been typed so far.
   */
  static TextQuery prefix(String text) {
    return new Phrase(text, true);
  }

  /** Records with all words of the text, anywhere. */
  static TextQuery all(String text) {
    return new All(text);
  }

  /** Records with any word of the text. */
  static TextQuery any(String text) {
    return new Any(text);
  }

  /**
   * Records with the tokens of the text behind one another. Where the tokenizer has left out tokens
   * of the text, the record has as many others, whatever they are.
   */
  static TextQuery phrase(String text) {
    return new Phrase(text, false);
  }

  /**
   * Records with all tokens of the text, in any order, of which the first and the last are no more
   * than {@code distance} positions apart.
   */
  static TextQuery near(String text, int distance) {
    return new Near(text, distance);
  }

  /** Records that all queries find. */
  static TextQuery and(TextQuery... queries) {
    return new And(List.of(queries));
  }

  /** Records that any query finds. */
  static TextQuery or(TextQuery... queries) {
    return new Or(List.of(queries));
  }

  /** Records that this query finds and the other does not. */
  default TextQuery except(TextQuery other) {
    return new Except(this, other);
  }

  /** How deep queries stand in this one, from 1. */
  default int depth() {
    return 1;
  }

  /**
   * Tokens behind one another.
   *
   * @param beginsLast whether the last token may be longer in the record
   */
  record Phrase(String text, boolean beginsLast) implements TextQuery {
    public Phrase {
      Objects.requireNonNull(text, "text");
    }
  }

  /** All words, anywhere. */
  record All(String text) implements TextQuery {
    public All {
      Objects.requireNonNull(text, "text");
    }
  }

  /** Any word. */
  record Any(String text) implements TextQuery {
    public Any {
      Objects.requireNonNull(text, "text");
    }
  }

  /** All tokens within a distance. */
  record Near(String text, int distance) implements TextQuery {
    public Near {
      Objects.requireNonNull(text, "text");
      if (distance < 1) {
        throw new IllegalArgumentException(
            "near within " + distance + " positions, the least is 1");
      }
    }
  }

  /** Several queries at once. */
  record And(List<TextQuery> queries) implements TextQuery {
    public And {
      queries = List.copyOf(queries);
      requireSome("and", queries);
      requireDepth(deepest(queries));
    }

    @Override
    public int depth() {
      return 1 + deepest(queries);
    }
  }

  /** One of several queries. */
  record Or(List<TextQuery> queries) implements TextQuery {
    public Or {
      queries = List.copyOf(queries);
      requireSome("or", queries);
      requireDepth(deepest(queries));
    }

    @Override
    public int depth() {
      return 1 + deepest(queries);
    }
  }

  /** One query without another. */
  record Except(TextQuery query, TextQuery other) implements TextQuery {
    public Except {
      Objects.requireNonNull(query, "query");
      Objects.requireNonNull(other, "other");
      requireDepth(deepest(List.of(query, other)));
    }

    @Override
    public int depth() {
      return 1 + deepest(List.of(query, other));
    }
  }

  private static int deepest(List<TextQuery> queries) {
    return queries.stream().mapToInt(TextQuery::depth).max().orElse(0);
  }

  private static void requireSome(String what, List<TextQuery> queries) {
    if (queries.isEmpty()) {
      throw new IllegalArgumentException(what + " of no queries, the least is 1");
    }
  }

  private static void requireDepth(int below) {
    if (below >= DEPTH_MAX) {
      throw new IllegalArgumentException(
          "text query is " + (below + 1) + " deep, the limit is " + DEPTH_MAX);
    }
  }
}
