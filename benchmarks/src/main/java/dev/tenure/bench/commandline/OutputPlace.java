package dev.tenure.bench.commandline;

import dev.tenure.embedded.recovery.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Checks, before the measurements, the files and directories for results. Each one is written to as
 * a trial, since permissions alone do not show whether a file system can be written. Existing files
 * are not changed, and files made for the trial are deleted.
 */
public final class OutputPlace {
  private OutputPlace() {}

  /**
   * @param file the file; null when none is wanted
   * @throws CommandLine.ParameterException when it cannot be written
   */
  public static void requireFile(
      String option, @Nullable Path file, CommandLine.Model.@Nullable CommandSpec spec) {
    if (file == null) {
      return;
    }
    requireName(option, file, spec);
    boolean there = Files.exists(file);
    try {
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
      if (!there) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw refused(spec, option + " " + file + " cannot be written: " + FileProblem.of(e));
    }
  }

  /**
   * @param directory the directory; null when none is wanted. For a missing one, the nearest
   *     existing parent is tried
   * @throws CommandLine.ParameterException when no file can be made in it
   */
  public static void requireDirectory(
      String option, @Nullable Path directory, CommandLine.Model.@Nullable CommandSpec spec) {
    if (directory != null) {
      requireName(option, directory, spec);
    }
    Path nearest = directory == null ? null : directory.toAbsolutePath().normalize();
    while (nearest != null && !Files.exists(nearest)) {
      nearest = nearest.getParent();
    }
    if (nearest == null) {
      return;
    }
    try {
      Files.delete(Files.createTempFile(nearest, ".tenure-", ""));
    } catch (IOException e) {
      throw refused(spec, option + " " + directory + " cannot be written: " + FileProblem.of(e));
    }
  }

  /** An empty path is the working directory, which an empty variable of a shell does not mean. */
  private static void requireName(
      String option, Path path, CommandLine.Model.@Nullable CommandSpec spec) {
    if (path.toString().isBlank()) {
      throw refused(spec, option + " is empty, it must name a path");
    }
  }

  private static RuntimeException refused(
      CommandLine.Model.@Nullable CommandSpec spec, String message) {
    return spec == null
        ? new IllegalArgumentException(message)
        : new CommandLine.ParameterException(spec.commandLine(), message);
  }
}
