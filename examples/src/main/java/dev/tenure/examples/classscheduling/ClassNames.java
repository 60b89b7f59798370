package dev.tenure.examples.classscheduling;

import java.util.List;
import java.util.stream.IntStream;

/** The names of the 1,620 classes of FoundationDB's tutorial. */
final class ClassNames {
  private static final List<String> LEVELS =
      List.of("intro", "for dummies", "remedial", "101", "201", "301", "mastery", "lab", "seminar");
  private static final List<String> TYPES =
      List.of("chem", "bio", "cs", "geometry", "calc", "alg", "film", "music", "art", "dance");

  private ClassNames() {}

  static List<String> all() {
    return IntStream.range(2, 20)
        .mapToObj(hour -> hour + ":00")
        .flatMap(time -> TYPES.stream().map(type -> time + " " + type))
        .flatMap(timeAndType -> LEVELS.stream().map(level -> timeAndType + " " + level))
        .toList();
  }
}
