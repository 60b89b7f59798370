package dev.tenure.record.query.text;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.query.QueryPredicate;

/**
 * Conditions as text, in the filter language of <a href="https://google.aip.dev/160">AIP-160</a>.
 * docs/filters.md has the grammar, and what differs from AIP-160.
 *
 * <pre>{@code
 * QueryPredicate condition =
 *     FilterText.parse("state = OPEN AND (due < $today OR priority > 3)", Task.getDescriptor());
 * }</pre>
 */
public final class FilterText {
  /** The longest text of a filter or an order, in UTF-16 characters. */
  public static final int LENGTH_MAX = 10_000;

  /** How many parentheses may be inside one another. */
  public static final int PARENTHESES_MAX = QueryPredicate.DEPTH_MAX;

  private FilterText() {}

  /**
   * The condition that a filter means. A blank filter means no condition, which is no {@link
   * QueryPredicate}: it is refused, and a caller that takes filters from users looks for it first.
   *
   * @param type of the records, whose fields the filter names
   * @throws QueryTextException when the text is no filter of the type, or is beyond a limit
   */
  public static QueryPredicate parse(String filter, Descriptor type) {
    return parse(filter, TextFields.of(type));
  }

  /** As {@link #parse(String, Descriptor)}, with fields that have names of their own. */
  public static QueryPredicate parse(String filter, TextFields fields) {
    TextScanner scanner = new TextScanner("filter", filter);
    return new FilterParser(scanner, new Conditions(fields, scanner)).filter();
  }

  /**
   * The canonical filter of a condition: parsed with the same type it gives an equal condition.
   *
   * @param type of the records, which tells enumerations and maps from numbers and messages
   * @throws IllegalArgumentException naming the part that the language cannot express, or when the
   *     filter is longer than {@link #LENGTH_MAX}
   */
  public static String print(QueryPredicate condition, Descriptor type) {
    return requireLength("filter", new FilterPrinter(type).print(condition));
  }

  static String requireLength(String language, String text) {
    if (text.length() > LENGTH_MAX) {
      throw new IllegalArgumentException(
          language + " has " + text.length() + " characters, the limit is " + LENGTH_MAX);
    }
    return text;
  }
}
