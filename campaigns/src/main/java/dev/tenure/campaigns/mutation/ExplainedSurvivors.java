package dev.tenure.campaigns.mutation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The list of survivors that are explained. Each line of the file has five columns with tabs between them: the four columns of {@link Survivor} and an explanation. A line explains one survivor: two equal survivors need two lines.
 */
final class ExplainedSurvivors {
  private final Map<Survivor, Integer> counts = new HashMap<>();

  private ExplainedSurvivors() {}

  /**
   * Reads the list.
   *
   * @throws IllegalArgumentException when a line has another number of columns, or no explanation
   */
  static ExplainedSurvivors read(Path file) throws IOException {
    ExplainedSurvivors explained = new ExplainedSurvivors();
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      explained.counts.merge(survivor(line, file + ":" + number), 1, Integer::sum);
    }
    return explained;
  }

  private static Survivor survivor(String line, String place) {
    String[] columns = line.split("\t", -1);
    if (columns.length != Survivor.COLUMNS + 1 || columns[Survivor.COLUMNS].isBlank()) {
      throw new IllegalArgumentException(
          place
              + " has "
              + columns.length
              + " columns, 5 are needed: class, method, mutator, source line, explanation");
    }
    return new Survivor(columns[0], columns[1], columns[2], columns[3]);
  }

  /**
   * Removes one line for {@code survivor} from the list.
   *
   * @return whether there was one
   */
  boolean take(Survivor survivor) {
    int left = counts.getOrDefault(survivor, 0);
    if (left == 0) {
      return false;
    }
    counts.put(survivor, left - 1);
    return true;
  }

  /**
   * The lines that were not taken. A line that is there twice is listed twice.
   */
  List<Survivor> left() {
    List<Survivor> left = new ArrayList<>();
    counts.forEach(
        (survivor, count) -> {
          for (int i = 0; i < count; i++) {
            left.add(survivor);
          }
        });
    return left;
  }
}
