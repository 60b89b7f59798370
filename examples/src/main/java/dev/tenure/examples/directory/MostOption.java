package dev.tenure.examples.directory;

import picocli.CommandLine.Option;

/** The most rows that a command prints. */
final class MostOption {
  private static final int ROWS_MAX = 1_000_000;

  @Option(
      names = "--most",
      paramLabel = "N",
      defaultValue = "1000",
      description = "the most rows, 1 to 1000000 (default: ${DEFAULT-VALUE})")
  private int most;

  int rows() {
    if (most < 1 || most > ROWS_MAX) {
      throw new IllegalArgumentException("--most is " + most + ", it must be 1 to " + ROWS_MAX);
    }
    return most;
  }
}
