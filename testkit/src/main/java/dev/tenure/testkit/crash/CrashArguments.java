package dev.tenure.testkit.crash;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * The command line of {@link CrashCommand}.
 *
 * @param data the directory to work in; a temporary one when empty
 */
record CrashArguments(long cycles, long from, Optional<Path> data, boolean help) {
  static final String USAGE =
      """
      Usage: ./tenure crash [options]

        --cycles N     run N cycles (default 20)
        --from SEED    the first cycle's seed (default 1); the others follow it
        --data DIR     work in DIR, which must be empty or not there (default: a temporary one)
        --help         this text

      Each cycle starts a process that commits numbered transactions to a durable engine, kills it
      with SIGKILL as its seed decides, while it starts, opens or works, may take from the log what
      was not synced, reopens it, and checks that what was acknowledged is there, whole and in
      order. The directory is removed at the end if every cycle was clean, and kept if one was not.
      """;

  private static final long CYCLES_DEFAULT = 20;

  /**
   * @throws IllegalArgumentException with one sentence that says what is wrong
   */
  static CrashArguments parse(String... arguments) {
    long cycles = CYCLES_DEFAULT;
    long from = 1;
    Optional<Path> data = Optional.empty();
    boolean help = false;
    Iterator<String> rest = List.of(arguments).iterator();
    while (rest.hasNext()) {
      String flag = rest.next();
      switch (flag) {
        case "--cycles" -> cycles = number(flag, value(flag, rest), 1);
        case "--from" -> from = number(flag, value(flag, rest), Long.MIN_VALUE);
        case "--data" -> data = Optional.of(Path.of(value(flag, rest)));
        case "--help", "-h" -> help = true;
        default ->
            throw new IllegalArgumentException(
                "unknown option \"" + flag + "\"; --help lists the options.");
      }
    }
    return new CrashArguments(cycles, from, data, help);
  }

  private static String value(String flag, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(flag + " needs a value; --help lists the options.");
    }
    return rest.next();
  }

  private static long number(String flag, String text, long least) {
    long number;
    try {
      number = Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          flag + " is \"" + text + "\", a whole number is needed.", e);
    }
    if (number < least) {
      throw new IllegalArgumentException(
          flag + " is " + text + ", it must be " + least + " or more.");
    }
    return number;
  }
}
