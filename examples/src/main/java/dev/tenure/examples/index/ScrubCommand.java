package dev.tenure.examples.index;

import dev.tenure.examples.commandline.DurationConverter;
import dev.tenure.examples.commandline.TerminalLine;
import dev.tenure.record.async.Pace;
import dev.tenure.record.scrub.IndexScrubber;
import dev.tenure.record.scrub.ScrubLimits;
import dev.tenure.record.scrub.ScrubPosition;
import dev.tenure.record.scrub.ScrubReport;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./tenure index scrub}. */
@Command(
    name = "scrub",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compares a readable index with the records of its store, while the store is in use.",
      "Without --repair the command writes nothing.",
      "Exit code 0 when no fault is left; 1 when a fault is left, when a row could not be judged,",
      "or when --limit ended the run."
    })
final class ScrubCommand implements Callable<Integer> {
  @Mixin private final StorePlace place = new StorePlace();

  @Option(
      names = "--index",
      paramLabel = "NAME",
      required = true,
      description = "the index to check")
  private String index = "";

  @Option(names = "--repair", description = "repairs the faults that it finds")
  private boolean repair;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "the most records and rows a second (default: no limit)")
  private double rate;

  @Option(
      names = "--pause",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "PT0S",
      description = "the pause between two transactions, such as PT0.1S (default: none)")
  private Duration pause = Duration.ZERO;

  @Option(
      names = "--limit",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      defaultValue = "PT0S",
      description = "stops after this time, such as PT10M, and prints the position for --from")
  private Duration limit = Duration.ZERO;

  @Option(
      names = "--group-limit",
      paramLabel = "N",
      description =
          "the most records of a group that one transaction reads to judge its count or sum")
  private @Nullable Integer groupLimit;

  @Option(
      names = "--from",
      paramLabel = "POSITION",
      description = "continues at the position that an earlier run printed")
  private @Nullable String from;

  @Override
  public Integer call() {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    ScrubLines lines = new ScrubLines(out, TerminalLine.columns());
    Pace pace = StorePlace.pace(rate, pause);
    ScrubLimits limits = limits();
    ScrubPosition position = position();
    return place.open(
        (database, threads) -> {
          ScrubReport report =
              database.join(
                  IndexScrubber.builder(database, place.options(database), index)
                      .repair(repair)
                      .limits(limits)
                      .pace(pace)
                      .from(position)
                      .listener(lines)
                      .build()
                      .run());
          lines.end(report);
          return isRight(report) ? 0 : IndexCommand.EXIT_FAILED;
        });
  }

  private ScrubLimits limits() {
    StorePlace.requireNotNegative("--limit", limit);
    if (groupLimit != null && groupLimit < 1) {
      throw new IllegalArgumentException(
          "--group-limit is " + groupLimit + ", it must be 1 or more");
    }
    ScrubLimits limits = ScrubLimits.defaults().withTimeMax(limit);
    return groupLimit == null ? limits : limits.withGroup(groupLimit, limits.groupBytesMax());
  }

  private ScrubPosition position() {
    if (from == null) {
      return ScrubPosition.START;
    }
    try {
      return ScrubPosition.fromBytes(HexFormat.of().parseHex(from));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--from is \"" + from + "\", it must be a position that a scrub printed", e);
    }
  }

  private static boolean isRight(ScrubReport report) {
    return report.isFinished()
        && report.unverified().isEmpty()
        && report.counts().faults() == report.counts().repaired();
  }
}
