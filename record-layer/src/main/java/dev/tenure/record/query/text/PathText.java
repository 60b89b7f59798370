package dev.tenure.record.query.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A path as it is written: names with dots between them, not looked up yet.
 *
 * @param call the names in the parentheses behind the name of a column that is called
 */
record PathText(List<Segment> segments, Optional<List<PathText>> call) {

  /** One part of a path: a name, a quoted string, or a star for any value of a map. */
  record Segment(String text, boolean isQuoted, int column) {
    boolean isStar() {
      return !isQuoted && text.equals("*");
    }
  }

  /** Reads a path. A keyword counts as a name only behind a dot. */
  static PathText read(TextScanner scanner, TextFields fields, String wanted) {
    List<Segment> segments = path(scanner, wanted);
    boolean isCall =
        scanner.isAt('(')
            && (ColumnCall.named(segments).isPresent() || isFunction(segments, fields));
    return new PathText(segments, isCall ? Optional.of(call(scanner)) : Optional.empty());
  }

  private static boolean isFunction(List<Segment> segments, TextFields fields) {
    Segment first = segments.get(0);
    return segments.size() == 1 && !first.isQuoted() && fields.hasFunction(first.text());
  }

  private static List<Segment> path(TextScanner scanner, String wanted) {
    List<Segment> segments = new ArrayList<>();
    for (String keyword : TextScanner.KEYWORDS) {
      int column = scanner.column();
      if (scanner.takeWord(keyword)) {
        throw scanner.error(column, "found " + keyword + ", expected " + wanted);
      }
    }
    do {
      segments.add(segment(scanner, segments.isEmpty() ? wanted : "a name behind the dot"));
    } while (scanner.take('.'));
    return segments;
  }

  /**
   * The fields and constants of a call. One call inside another is refused before it is read. A
   * number with a sign is a name until it is looked up.
   */
  private static List<PathText> call(TextScanner scanner) {
    List<PathText> fields = new ArrayList<>();
    boolean unused = scanner.take('(');
    scanner.skipSpaces();
    while (!scanner.take(')')) {
      if (!fields.isEmpty() && !scanner.take(',')) {
        throw scanner.expected("a comma or ) behind a field");
      }
      scanner.skipSpaces();
      fields.add(new PathText(argument(scanner), Optional.empty()));
      scanner.skipSpaces();
    }
    return fields;
  }

  private static List<Segment> argument(TextScanner scanner) {
    if (!scanner.isAtNegativeNumber()) {
      return path(scanner, "the name of a field");
    }
    int column = scanner.column();
    boolean unused = scanner.take('-');
    return List.of(new Segment('-' + scanner.name("a number"), false, column));
  }

  /** The constant of an argument: a string in quotes or a whole number. */
  Optional<Object> constant() {
    Segment first = segments.get(0);
    if (segments.size() > 1 || call.isPresent()) {
      return Optional.empty();
    }
    return first.isQuoted() ? Optional.of(first.text()) : LiteralText.whole(first.text());
  }

  /** An argument as it is written. */
  String written() {
    return segments.get(0).isQuoted() ? LiteralText.quoted(segments.get(0).text()) : toString();
  }

  private static Segment segment(TextScanner scanner, String wanted) {
    int column = scanner.column();
    if (scanner.isAtQuote()) {
      TextValue quoted = scanner.quoted();
      if (quoted.hasStars()) {
        throw scanner.error(column, "found * in a name, expected \\* for the character");
      }
      return new Segment(quoted.text(), true, column);
    }
    return new Segment(scanner.take('*') ? "*" : scanner.name(wanted), false, column);
  }

  int column() {
    return segments.get(0).column();
  }

  @Override
  public String toString() {
    String path = segments.stream().map(Segment::text).collect(Collectors.joining("."));
    return call.isEmpty() ? path : path + "(…)";
  }
}
