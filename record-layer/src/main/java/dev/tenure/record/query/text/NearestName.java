package dev.tenure.record.query.text;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What somebody may have meant who wrote a name that does not exist. */
final class NearestName {
  /** Longer names are compared with none: the time grows with the length of both. */
  private static final int COMPARED_MAX = 100;

  private static final int LISTED_MAX = 10;

  private NearestName() {}

  /** The nearest name, then the first names that there are. */
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

  /** Without what tells {@code createTime} from {@code create_time}. */
  private static String plain(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
  }

  /** How many letters must be put in, left out or replaced (Levenshtein). */
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
