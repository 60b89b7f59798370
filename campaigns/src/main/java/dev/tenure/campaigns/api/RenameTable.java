package dev.tenure.campaigns.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The table of old and new public names, such as {@code docs/renamed-0.2.0.tsv}. Its first line is
 * a heading. Each other line has two columns with a tab between them: an old name, and the new one
 * or an explanation. An old name may be:
 *
 * <ul>
 *   <li>a type, {@code dev.tenure.record.Joiner}: covers also its members and nested types;
 *   <li>a member of a type, {@code dev.tenure.record.RecordDatabase.lanes}, also with its
 *       parameters in brackets;
 *   <li>a package and all below it, {@code dev.tenure.testkit.history.*}.
 * </ul>
 */
final class RenameTable {
  private static final String ALL = ".*";

  private final Set<String> names = new LinkedHashSet<>();
  private final Set<String> used = new LinkedHashSet<>();

  private RenameTable() {}

  /**
   * Reads the table.
   *
   * @throws IllegalArgumentException when a line has not two columns
   */
  static RenameTable read(Path file) throws IOException {
    RenameTable table = new RenameTable();
    List<String> lines = Files.readAllLines(file);
    for (int i = 1; i < lines.size(); i++) {
      String[] columns = lines.get(i).split("\t", -1);
      if (columns.length != 2 || columns[0].isBlank() || columns[1].isBlank()) {
        throw new IllegalArgumentException(
            file
                + ":"
                + (i + 1)
                + " needs two columns with a tab between them, an old name and what replaces it: "
                + lines.get(i));
      }
      table.names.add(columns[0].replaceFirst("\\(.*", ""));
    }
    return table;
  }

  /** Whether a line covers the name of a type or of a member, written with dots alone. */
  boolean covers(String name) {
    boolean covered = false;
    for (String prefix = name; prefix.contains("."); prefix = parent(prefix)) {
      covered |= take(prefix);
      covered |= take(parent(prefix) + ALL);
    }
    return covered;
  }

  private static String parent(String name) {
    return name.substring(0, name.lastIndexOf('.'));
  }

  private boolean take(String name) {
    if (!names.contains(name)) {
      return false;
    }
    used.add(name);
    return true;
  }

  /** The old names that covered nothing so far, in the order of the table. */
  List<String> unused() {
    return names.stream().filter(name -> !used.contains(name)).toList();
  }
}
