package dev.tenure.testkit.differential;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
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

      Each seed is a random program of transactions, run step by step on the engine in memory and
      on the engine on disk, or a cluster; all results must be equal. A program that differs is cut
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
    Iterator<String> rest = List.of(arguments).iterator();
    while (rest.hasNext()) {
      String flag = rest.next();
      switch (flag) {
        case "--seeds" -> seeds = number(flag, rest, 1);
        case "--from" -> from = number(flag, rest, Long.MIN_VALUE);
        case "--cluster" -> cluster = Optional.of(Path.of(value(flag, rest)));
        case "--help", "-h" -> help = true;
        default ->
            throw new IllegalArgumentException(
                "unknown option \"" + flag + "\"; --help lists the options.");
      }
    }
    return new CompareArguments(seeds, from, cluster, help);
  }

  private static String value(String flag, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(flag + " needs a value; --help lists the options.");
    }
    return rest.next();
  }

  private static long number(String flag, Iterator<String> rest, long least) {
    String text = value(flag, rest);
    try {
      long number = Long.parseLong(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          flag + " is \"" + text + "\", a whole number is needed.", e);
    }
    throw new IllegalArgumentException(flag + " is " + text + ", it must be at least 1.");
  }
}
