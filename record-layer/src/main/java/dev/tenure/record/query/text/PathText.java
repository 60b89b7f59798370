package dev.tenure.record.query.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A path as it is written: names with dots between them. The names are not looked up yet. */
record PathText(List<Segment> segments) {

  /** One part of a path: a name, a quoted string, or a star for any value of a map. */
  record Segment(String text, boolean isQuoted, int column) {
    boolean isStar() {
      return !isQuoted && text.equals("*");
    }
  }

  /** Reads a path. A keyword counts as a name only behind a dot. */
  static PathText read(TextScanner scanner, String wanted) {
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
    return new PathText(segments);
  }

  private static Segment segment(TextScanner scanner, String wanted) {
    int column = scanner.column();
    if (scanner.isAtQuote()) {
      TextValue quoted = scanner.quoted();
      if (quoted.isPrefix()) {
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
    return segments.stream().map(Segment::text).collect(Collectors.joining("."));
  }
}
