package dev.tenure.bench.commandline;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** The file of a {@code --report}, looked at before the measurements. */
public final class ReportFile {
  private ReportFile() {}

  /**
   * @param file null when none is wanted
   * @throws CommandLine.ParameterException when it cannot be written
   */
  public static void requireWritable(
      @Nullable Path file, CommandLine.Model.@Nullable CommandSpec spec) {
    if (file == null) {
      return;
    }
    Path parent = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file) || parent == null || !Files.isWritable(parent)) {
      String message = "--report " + file + " cannot be written";
      throw spec == null
          ? new IllegalArgumentException(message)
          : new CommandLine.ParameterException(spec.commandLine(), message);
    }
  }
}
