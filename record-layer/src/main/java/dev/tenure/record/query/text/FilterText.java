package dev.tenure.record.query.text;

import com.google.protobuf.Descriptors.Descriptor;
import dev.tenure.record.query.QueryPredicate;

/**
 * Conditions as text, in the filter language of <a href="https://google.aip.dev/160">AIP-160</a>.
 * docs/filters.md has the grammar and lists the differences from AIP-160.
 *
 * <pre>{@code
 * QueryPredicate condition =
 *     FilterText.parse("state = OPEN AND (due < $today OR priority > 3)", Task.getDescriptor());
 * }</pre>
 */
public final class FilterText {
  /** The greatest length of a filter or an order, in UTF-16 characters. */
  public static final int LENGTH_MAX = 10_000;

  /** The greatest depth of nested parentheses. */
  public static final int PARENTHESES_MAX = QueryPredicate.DEPTH_MAX;

  private FilterText() {}

  /**
   * Parses a filter into a condition. A blank filter is refused, since there is no {@link
   * QueryPredicate} without a condition. A caller that takes filters from users checks for a blank
   * text first.
   *
   * @param type the message type of the records; the filter names its fields
   * @throws QueryTextException when the text is not a filter for the type, or exceeds a limit
   */
  public static QueryPredicate parse(String filter, Descriptor type) {
    return parse(filter, TextFields.of(type));
  }

  /** As {@link #parse(String, Descriptor)}, with names that the caller defines for fields. */
  public static QueryPredicate parse(String filter, TextFields fields) {
    TextScanner scanner = new TextScanner("filter", filter);
    return new FilterParser(scanner, new FieldConditions(fields, scanner)).filter();
  }

  /**
   * Prints a condition as its canonical filter. Parsing the filter with the same type gives an
   * equal condition.
   *
   * @param type the message type of the records, which decides whether a number is printed as an
   *     enumeration's name and a message as an entry of a map
   * @throws IllegalArgumentException naming the part that the filter language cannot express, or
   *     when the filter is longer than {@link #LENGTH_MAX}
   */
  public static String print(QueryPredicate condition, Descriptor type) {
    return print(condition, TextFields.of(type));
  }

  /**
   * As {@link #print(QueryPredicate, Descriptor)}, with the functions of the fields.
   *
   * @param fields of a message, without names that the caller defines
   */
  public static String print(QueryPredicate condition, TextFields fields) {
    return requireLength("filter", new FilterPrinter(fields).print(condition));
  }

  static String requireLength(String language, String text) {
    if (text.length() > LENGTH_MAX) {
      throw new IllegalArgumentException(
          language + " has " + text.length() + " characters, the limit is " + LENGTH_MAX);
    }
    return text;
  }
}
