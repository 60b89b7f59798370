package dev.tenure.campaigns.globalindex;

import dev.tenure.campaigns.commandline.Flags;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The command line of {@link GlobalIndexCommand}.
 *
 * @param findings the number of violations after which the exploration stops
 * @param histories how many random histories to run instead
 * @param from the seed of the first one
 */
record GlobalIndexArguments(
    ScenarioRange exploration, int findings, Optional<Long> histories, long from, boolean help) {
  static final String USAGE =
      """
      Usage: ./tenure global-index [options]

        --clients N    the number of clients, which run one operation each, 1 to 3 (default 2)
        --earlier N    the number of operations that ran before, complete or crashed, 0 to 2
                       (default 1)
        --mode M       replace, delete-insert, shared, outages, writes-while-down, moves or
                       index-moves (default replace)
        --movers N     in modes with moves: the number of movers beside the clients, 1 or 2
                       (default 1); clients and movers together are at most 3
        --outages N    in modes with outages: the most calls of index shards that fail, 0 to 3
                       (default 1); one call of a data shard may fail, too
        --kinds K,K    only operations of these kinds: create, update, delete, delete-by-key,
                       read, read-by-key, clean, repair (default all)
        --share N      explore only one scenario in N, to estimate the time of all
        --threads N    explore N scenarios at a time, 1 to 64 (default 1)
        --minutes M    stop after M minutes
        --findings N   stop after N violations (default 1)
        --histories N  instead of all interleavings, run N random histories of 3 to 8 clients
                       with faults, each by one seed
        --from SEED    the seed of the first history (default 1); the others follow it
        --help         this text

      Walks through all interleavings of operations of the global index on two primary and two
      alternate keys, with a crash possible between any two steps. Checks linearizability,
      uniqueness and validity. With --histories, checks the same in random histories.
      docs/global-index.md says what a state is, and which states are merged.
      Ends with 0 when no property was violated, 1 when one was.
      """;

  private static final long MINUTES_MAX = 10_000;
  private static final long FINDINGS_MAX = 1_000;
  private static final long SHARE_MAX = 1_000_000;
  private static final long THREADS_MAX = 64;

  /**
   * @throws IllegalArgumentException with one sentence that says what is wrong
   */
  static GlobalIndexArguments parse(String... arguments) {
    Mode mode = Mode.REPLACE;
    int clients = 2;
    int earlier = 1;
    Set<Operation.Kind> kinds = EnumSet.allOf(Operation.Kind.class);
    int outages = 1;
    int movers = 1;
    int share = 1;
    int threads = 1;
    int findings = 1;
    Optional<Duration> most = Optional.empty();
    Optional<Long> histories = Optional.empty();
    long from = 1;
    boolean help = false;
    Flags flags = Flags.of(arguments);
    while (flags.hasNext()) {
      switch (flags.next()) {
        case "--clients" -> clients = (int) flags.number(1, 3);
        case "--movers" -> movers = (int) flags.number(1, 2);
        case "--earlier" -> earlier = (int) flags.number(0, 2);
        case "--mode" -> mode = mode(flags.value());
        case "--kinds" -> kinds = kinds(flags.value());
        case "--outages" -> outages = (int) flags.number(0, 3);
        case "--share" -> share = (int) flags.number(1, SHARE_MAX);
        case "--threads" -> threads = (int) flags.number(1, THREADS_MAX);
        case "--minutes" -> most = Optional.of(Duration.ofMinutes(flags.number(1, MINUTES_MAX)));
        case "--findings" -> findings = (int) flags.number(1, FINDINGS_MAX);
        case "--histories" -> histories = Optional.of(flags.number(1));
        case "--from" -> from = flags.number(Long.MIN_VALUE);
        case "--help", "-h" -> help = true;
        default -> throw flags.unknown();
      }
    }
    refuseWithoutEffect(flags, mode);
    if (mode.hasMoves() && clients + movers > 3) {
      throw new IllegalArgumentException(
          "--clients is " + clients + " and --movers " + movers + "; together 3 at most.");
    }
    ScenarioRange exploration =
        new ScenarioRange(mode, clients, movers, earlier, kinds, outages, share, threads, most);
    return new GlobalIndexArguments(exploration, findings, histories, from, help);
  }

  private static void refuseWithoutEffect(Flags flags, Mode mode) {
    if (flags.has("--histories")) {
      flags.refuse(
          "with --histories",
          "--clients",
          "--earlier",
          "--mode",
          "--movers",
          "--outages",
          "--kinds",
          "--share",
          "--threads");
      return;
    }
    flags.refuse("without --histories", "--from");
    if (!mode.hasMoves()) {
      flags.refuse("in a mode without moves", "--movers");
    }
    if (!mode.hasOutages()) {
      flags.refuse("in a mode without outages", "--outages");
    }
  }

  private static Set<Operation.Kind> kinds(String names) {
    Set<Operation.Kind> kinds = EnumSet.noneOf(Operation.Kind.class);
    for (String name : names.split(",", -1)) {
      if (!kinds.add(kind(name))) {
        throw new IllegalArgumentException("--kinds has \"" + name + "\" twice.");
      }
    }
    return kinds;
  }

  private static Operation.Kind kind(String name) {
    return Arrays.stream(Operation.Kind.values())
        .filter(each -> isNamed(each, name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--kinds has \"" + name + "\"; ./tenure global-index --help lists them."));
  }

  private static boolean isNamed(Enum<?> constant, String name) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(name);
  }

  private static Mode mode(String name) {
    for (Mode each : Mode.values()) {
      if (isNamed(each, name)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "--mode is \""
            + name
            + "\"; there are replace, delete-insert, shared, outages, writes-while-down, moves and"
            + " index-moves.");
  }
}
