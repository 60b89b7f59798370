package dev.tenure.campaigns.differential;

import dev.tenure.campaigns.commandline.Flags;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The command line of {@link CompareCommand}.
 *
 * @param cluster compare with the cluster of this file, not with the durable engine
 */
record CompareArguments(long seeds, long from, Optional<Path> cluster, boolean help) {
  static final String USAGE =
      """
      Usage: ./tenure compare [options]

        --seeds N        run N seeds (default 100)
        --from SEED      the first seed (default 1); the others follow it
        --cluster FILE   compare with the FoundationDB cluster of this cluster file, which must be
                         empty and is cleared; needs FoundationDB's client library
        --help           this text

      Each seed is a random program of transactions. It runs step by step on the engine in memory and
      on the engine on disk, or a cluster. All results must be equal. A program that differs is cut
      down and printed. Ends with 0 only if no seed differed.
      """;

  private static final long SEEDS_DEFAULT = 100;

  /**
   * @throws IllegalArgumentException with one sentence that says what is wrong
   */
  static CompareArguments parse(String... arguments) {
    long seeds = SEEDS_DEFAULT;
    long from = 1;
    Optional<Path> cluster = Optional.empty();
    boolean help = false;
    Flags flags = Flags.of(arguments);
    while (flags.hasNext()) {
      switch (flags.next()) {
        case "--seeds" -> seeds = flags.number(1);
        case "--from" -> from = flags.number(Long.MIN_VALUE);
        case "--cluster" -> cluster = Optional.of(flags.path());
        case "--help", "-h" -> help = true;
        default -> throw flags.unknown();
      }
    }
    return new CompareArguments(seeds, from, cluster, help);
  }
}
