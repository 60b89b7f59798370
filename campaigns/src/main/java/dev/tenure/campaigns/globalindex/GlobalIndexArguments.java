package dev.tenure.campaigns.globalindex;

import dev.tenure.campaigns.commandline.Flags;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * The command line of {@link GlobalIndexCommand}.
 *
 * @param clients how many clients run one operation each
 * @param earlier how many operations, complete or crashed, ran before
 * @param findings stop after so many violations
 */
record GlobalIndexArguments(
    Mode mode, int clients, int earlier, Optional<Duration> most, int findings, boolean help) {
  static final String USAGE =
      """
      Usage: ./tenure global-index [options]

        --clients N    how many clients run one operation each, 1 to 3 (default 2)
        --earlier N    how many operations ran before, complete or crashed, 0 to 2 (default 1)
        --mode M       replace, delete-insert or shared (default replace)
        --minutes M    stop after M minutes
        --findings N   stop after N violations (default 1)
        --help         this text

      Walks through all interleavings of operations of the global index on two primary and two
      alternate keys, with a crash possible between any two steps, and checks linearizability,
      uniqueness and validity. docs/global-index.md says what a state is and which are merged.
      Ends with 0 when nothing was violated, 1 when something was.
      """;

  private static final long MINUTES_MAX = 10_000;
  private static final long FINDINGS_MAX = 1_000;

  /**
   * @throws IllegalArgumentException with one sentence that says what is wrong
   */
  static GlobalIndexArguments parse(String... arguments) {
    Mode mode = Mode.REPLACE;
    int clients = 2;
    int earlier = 1;
    int findings = 1;
    Optional<Duration> most = Optional.empty();
    boolean help = false;
    Flags flags = Flags.of(arguments);
    while (flags.hasNext()) {
      switch (flags.next()) {
        case "--clients" -> clients = (int) flags.number(1, 3);
        case "--earlier" -> earlier = (int) flags.number(0, 2);
        case "--mode" -> mode = mode(flags.value());
        case "--minutes" -> most = Optional.of(Duration.ofMinutes(flags.number(1, MINUTES_MAX)));
        case "--findings" -> findings = (int) flags.number(1, FINDINGS_MAX);
        case "--help", "-h" -> help = true;
        default -> throw flags.unknown();
      }
    }
    return new GlobalIndexArguments(mode, clients, earlier, most, findings, help);
  }

  private static Mode mode(String name) {
    for (Mode each : Mode.values()) {
      if (each.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "--mode is \"" + name + "\"; there are replace, delete-insert and shared.");
  }
}
