package dev.tenure.campaigns.api;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;

/**
 * The last step of {@code ./tenure api}: prints the removed names that the table leaves out, the
 * lines of the table that name nothing removed, and the counts. A line for a member of a removed
 * type is not checked. The arguments are the table and the report of japicmp. The exit code is 0
 * when the table covers each removed name, 1 when one is missing, and 2 when a file cannot be read.
 */
public final class ApiCommand {
  private ApiCommand() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }

  /** As {@link #main}, with the exit code as the result. */
  static int run(String[] arguments, PrintStream out, PrintStream err) {
    if (arguments.length != 2) {
      err.println("tenure api: needs the table of renamed names and the report of japicmp");
      return 2;
    }
    try {
      Path table = Path.of(arguments[0]);
      return compare(table, ApiReport.removedNames(Path.of(arguments[1])), out);
    } catch (IOException | IllegalArgumentException e) {
      err.println("tenure api: " + e.getMessage());
      return 2;
    }
  }

  private static int compare(Path file, SortedSet<String> removed, PrintStream out)
      throws IOException {
    RenameTable table = RenameTable.read(file);
    List<String> missing = removed.stream().filter(name -> !table.covers(name)).toList();
    missing.forEach(name -> out.println("removed, and not in the table: " + name));
    table.unused().stream()
        .filter(name -> removed.stream().noneMatch(type -> name.startsWith(type + ".")))
        .forEach(name -> out.println("in the table, and not removed: " + name));
    if (!missing.isEmpty()) {
      out.println("Write a line for each into " + file + ": old name, tab, new name or the reason");
    }
    out.println("removed=" + removed.size() + " missing=" + missing.size());
    return missing.isEmpty() ? 0 : 1;
  }
}
