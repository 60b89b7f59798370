package dev.tenure.campaigns.commandline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The help of a command as it lies in {@code config/help}, from where {@code ./tenure} prints it
 * without a build.
 */
public final class HelpText {
  private static final String REWRITE = "tenure.help";

  private HelpText() {}

  /**
   * Compares a text with what its command knows; with {@code -Dtenure.help=write} writes it.
   *
   * @param root of the project
   * @param name of the file, without its ending
   * @throws AssertionError when they differ
   */
  public static void check(Path root, String name, String known) throws IOException {
    Path file = root.resolve("config/help").resolve(name + ".txt");
    if ("write".equals(System.getProperty(REWRITE))) {
      Files.createDirectories(root.resolve("config/help"));
      Files.writeString(file, known);
    }
    String written = Files.exists(file) ? Files.readString(file) : "";
    if (!written.equals(known)) {
      throw new AssertionError(
          file + " is not what the command knows; -Dtenure.help=write writes it anew:\n" + known);
    }
  }
}
