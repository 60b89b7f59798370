package dev.tenure.record.text;

import java.util.List;
import java.util.Objects;

/**
 * A query of a text index. Its texts are divided into tokens by the tokenizer and version of the
 * index, as the texts of records are. Parts without tokens, such as punctuation, are ignored. A
 * query without any tokens finds nothing. Example: {@code all("river
 * bank").except(token("money"))}.
 *
 * <p>A <em>word</em> is a part of the text between white space. When the tokenizer divides a word
 * into several tokens ({@code "l'homme"}, a word in Chinese), these must follow one another in the
 * record as in the word. Immutable.
 */
public sealed interface TextQuery {
  /** The maximum number of tokens in a query. */
  int TOKENS_MAX = 256;

  /** The maximum depth of nested queries. */
  int DEPTH_MAX = 32;

  /** Records that contain a word. */
  static TextQuery token(String word) {
    return new Phrase(word, false);
  }

  /**
   * Records that contain a token with this prefix. When the text has several tokens, the last is
   * the prefix, and the others must come before it as in a phrase. Use it for a text that a user is
   * still typing.
   */
  static TextQuery prefix(String text) {
    return new Phrase(text, true);
  }

  /** Records that contain all words of the text, in any order. */
  static TextQuery all(String text) {
    return new All(text);
  }

  /** Records that contain at least one word of the text. */
  static TextQuery any(String text) {
    return new Any(text);
  }

  /**
   * Records that contain all tokens of the text anywhere. The tokens of one word need not follow
   * one another. An index without positions can answer this query.
   */
  static TextQuery anywhere(String text) {
    return new Anywhere(text, false);
  }

  /**
   * Records that contain the tokens of the text one after another. Where the tokenizer leaves out a
   * token of the text, the record may have any token.
   */
  static TextQuery phrase(String text) {
    return new Phrase(text, false);
  }

  /**
   * Records that contain all tokens of the text in any order, where the first and the last are at
   * most {@code distance} positions apart.
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

  /** The depth of this query, from 1. */
  default int depth() {
    return 1;
  }

  /**
   * Records with tokens that follow one another.
   *
   * @param beginsLast whether the last token is a prefix
   */
  record Phrase(String text, boolean beginsLast) implements TextQuery {
    public Phrase {
      Objects.requireNonNull(text, "text");
    }
  }

  /** Records with all words, anywhere. */
  record All(String text) implements TextQuery {
    public All {
      Objects.requireNonNull(text, "text");
    }
  }

  /**
   * Records with all tokens, anywhere.
   *
   * @param byWords whether each word is divided into tokens separately, as in {@link All}
   */
  record Anywhere(String text, boolean byWords) implements TextQuery {
    public Anywhere {
      Objects.requireNonNull(text, "text");
    }
  }

  /** Records with at least one of the words. */
  record Any(String text) implements TextQuery {
    public Any {
      Objects.requireNonNull(text, "text");
    }
  }

  /** Records with all tokens within a distance. */
  record Near(String text, int distance) implements TextQuery {
    public Near {
      Objects.requireNonNull(text, "text");
      if (distance < 1) {
        throw new IllegalArgumentException(
            "near within " + distance + " positions, the least is 1");
      }
    }
  }

  /** Records that all of several queries find. */
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

  /** Records that at least one of several queries finds. */
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

  /** Records that one query finds and another does not. */
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
