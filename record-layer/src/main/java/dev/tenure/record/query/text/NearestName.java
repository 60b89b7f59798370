package dev.tenure.record.query.text;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Suggests existing names for a name that does not exist. */
final class NearestName {
  /**
   * The greatest length of a name for which a near name is looked for, since the time grows with
   * the lengths of both names.
   */
  private static final int COMPARED_MAX = 100;

  private static final int LISTED_MAX = 10;

  private NearestName() {}

  /** A hint with the nearest name and the first existing names. */
  static String hint(String wrong, List<String> names) {
    if (names.isEmpty()) {
      return "there is none";
    }
    String nearest =
        names.stream()
            .filter(name -> wrong.length() <= COMPARED_MAX && name.length() <= COMPARED_MAX)
            .min(Comparator.comparingInt(name -> distance(plain(wrong), plain(name))))
            .map(name -> "the nearest is " + name + "; ")
            .orElse("");
    String more = names.size() > LISTED_MAX ? ", … (" + names.size() + ")" : "";
    return names.stream()
        .limit(LISTED_MAX)
        .collect(Collectors.joining(", ", nearest + "accepted: ", more));
  }

  /**
   * The name in lower case without underscores, so that {@code createTime} and {@code create_time}
   * are equal.
   */
  private static String plain(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  /** The Levenshtein distance: how many letters must be inserted, deleted or replaced. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[other.length()];
  }
}
