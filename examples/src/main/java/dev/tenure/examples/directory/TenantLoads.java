package dev.tenure.examples.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the loads of tenants from a file, in the form that the admin server takes. */
final class TenantLoads {
  private TenantLoads() {}

  /**
   * Reads lines of application, tab, user, tab, number. Empty lines are left out.
   *
   * @throws IllegalArgumentException naming the line that is none
   */
  static List<Map<String, Object>> read(Path file) {
    List<Map<String, Object>> loads = new ArrayList<>();
    List<String> lines = lines(file);
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1);
      if (!line.isBlank()) {
        loads.add(load(line, file + ", line " + number));
      }
    }
    return loads;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new IllegalArgumentException("the loads in " + file + " cannot be read: " + e, e);
    }
  }

  private static Map<String, Object> load(String line, String place) {
    String[] parts = line.split("\t", -1);
    try {
      if (parts.length == 3) {
        return Map.of(
            "application", parts[0], "user", parts[1], "load", Integer.parseInt(parts[2].strip()));
      }
    } catch (NumberFormatException e) {
      // told below, as any other line that is none
    }
    throw new IllegalArgumentException(
        place
            + ", is \""
            + line
            + "\"; expected are application, user and number of items, with tabs");
  }
}
