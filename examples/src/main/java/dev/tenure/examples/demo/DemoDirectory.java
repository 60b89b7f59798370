package dev.tenure.examples.demo;

import dev.tenure.embedded.recovery.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The demo's data directory. Its file {@code run} describes the run, so that the run is continued
 * and not mixed with another one. The file has one line: {@code tenure-demo/1 tenants=… items=…
 * aborted=…}.
 */
final class DemoDirectory {
  private static final String FILE = "run";
  private static final String FORMAT = "tenure-demo/1";

  private DemoDirectory() {}

  /**
   * Creates the directory for the run, or checks that it belongs to the run.
   *
   * @throws IllegalArgumentException when it has another run or other files, or cannot be written
   */
  static void claim(Path directory, DemoRun run) {
    try {
      Files.createDirectories(directory);
      Path file = directory.resolve(FILE);
      if (Files.exists(file)) {
        check(directory, Files.readString(file), line(run));
      } else if (isEmpty(directory)) {
        Path draft = directory.resolve(FILE + ".new");
        Files.writeString(draft, line(run));
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      } else {
        throw new IllegalArgumentException(
            "--data " + directory + " is not empty and holds no run of the demo");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--data " + directory + " cannot be used: " + FileProblem.of(e), e);
    }
  }

  private static void check(Path directory, String stored, String wanted) {
    if (!stored.startsWith(FORMAT + " ")) {
      throw new IllegalArgumentException(
          "--data " + directory + " holds a run of an unknown format: " + excerpt(stored));
    }
    if (!stored.equals(wanted)) {
      throw new IllegalArgumentException(
          "--data "
              + directory
              + " holds another run ("
              + excerpt(stored)
              + "); give the same options or another directory");
    }
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> found = files.filter(file -> !file.endsWith(FILE + ".new")).toList();
      return found.isEmpty();
    }
  }

  private static String line(DemoRun run) {
    return FORMAT
        + " tenants="
        + run.tenants()
        + " items="
        + run.items()
        + " aborted="
        + run.abortedShare();
  }

  private static String excerpt(String text) {
    String printable = text.strip().replaceAll("[^\\x20-\\x7e]", "?");
    return printable.length() <= 100 ? printable : printable.substring(0, 100) + "…";
  }
}
