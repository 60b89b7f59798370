package dev.tenure.campaigns.crash;

import dev.tenure.embedded.recovery.FileProblem;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Kills processes that use the durable engine: {@code ./tenure crash --cycles N --from SEED --moves
 * --data DIR}. The exit code is 0 when every cycle was clean, 1 when one was not, and 2 when the
 * command line makes no sense.
 */
public final class CrashCommand {
  /** A run of at least this many cycles must have met every event, or step of a move. */
  private static final long EVENTS_EXPECTED_FROM = 100;

  private final CrashArguments arguments;
  private final PrintStream out;
  private final InstantSource clock;
  private final CrashCounts counts = new CrashCounts();
  private long acknowledged;
  private long failures;

  private CrashCommand(CrashArguments arguments, PrintStream out, InstantSource clock) {
    this.arguments = arguments;
    this.out = out;
    this.clock = clock;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.exit(run(arguments, System.out, System.err));
  }

  /** As {@link #main}, with the exit code as the result. */
  static int run(String[] arguments, PrintStream out, PrintStream err)
      throws IOException, InterruptedException {
    CrashArguments parsed;
    Path directory;
    try {
      parsed = CrashArguments.parse(arguments);
      if (parsed.help()) {
        out.print(CrashArguments.USAGE);
        return 0;
      }
      directory =
          parsed.data().isPresent()
              ? empty(parsed.data().get())
              : Files.createTempDirectory("tenure-crash");
    } catch (IllegalArgumentException e) {
      err.println("tenure crash: " + e.getMessage());
      return 2;
    }
    return new CrashCommand(parsed, out, InstantSource.system()).run(directory);
  }

  /** The directory, which is made unless it is there, holds nothing and can be written. */
  private static Path empty(Path data) {
    try {
      Files.createDirectories(data);
      try (Stream<Path> files = Files.list(data)) {
        if (files.findAny().isPresent()) {
          throw new IllegalArgumentException("--data is " + data + ", which is not empty.");
        }
      }
      Files.delete(Files.createTempFile(data, "", ""));
      return data;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--data is " + data + ", which cannot be written: " + FileProblem.of(e) + ".", e);
    }
  }

  private int run(Path directory) throws IOException, InterruptedException {
    Instant started = clock.instant();
    boolean missed = arguments.moves() ? runMoves(directory) : runEngines(directory);
    long millis = Math.max(1, Duration.between(started, clock.instant()).toMillis());
    out.println(
        "cycles=%d failures=%d acknowledged=%d perMinute=%d"
            .formatted(
                arguments.cycles(), failures, acknowledged, arguments.cycles() * 60_000 / millis));
    if (failures == 0) {
      delete(directory);
    }
    return failures == 0 && !missed ? 0 : 1;
  }

  /** Gives whether an event never came that should have. */
  private boolean runEngines(Path directory) throws IOException, InterruptedException {
    runCycles(directory);
    out.println("events: " + counts);
    return isMissed("events that never came: ", counts.missing());
  }

  private boolean isMissed(String what, List<?> missing) {
    boolean missed = arguments.cycles() >= EVENTS_EXPECTED_FROM && !missing.isEmpty();
    if (missed) {
      out.println(what + missing);
    }
    return missed;
  }

  /** Gives whether the kills met no move, or should have met a step that they did not. */
  private boolean runMoves(Path directory) throws IOException, InterruptedException {
    MoveKills kills = new MoveKills();
    MoveCampaign campaign = new MoveCampaign(directory, clock, kills);
    String doing = "the tenants are made";
    try {
      campaign.begin(arguments.from());
      for (long cycle = 0; cycle < arguments.cycles(); cycle++) {
        MoveKillPlan plan = MoveKillPlan.of(arguments.from() + cycle);
        doing = plan.toString();
        campaign.kill(plan);
      }
      doing = "all is brought to its end";
      campaign.end(arguments.from());
    } catch (RuntimeException failure) {
      failures++;
      out.println("failed: " + failure + "\n  " + doing + "\n  " + directory);
    }
    acknowledged = campaign.acknowledged();
    out.println(kills);
    if (kills.inMoves() == 0) {
      out.println("no kill met a move");
    }
    return isMissed("steps at which no mover was killed: ", kills.missing())
        || kills.inMoves() == 0;
  }

  /** After a failure the directory stays as it is, and the next cycle starts a new one. */
  private void runCycles(Path parent) throws IOException, InterruptedException {
    CrashCampaign campaign = null;
    Path directory = parent;
    for (long cycle = 0; cycle < arguments.cycles(); cycle++) {
      long seed = arguments.from() + cycle;
      CyclePlan plan = CyclePlan.of(seed, cycle == arguments.cycles() - 1);
      if (campaign == null || (plan.fresh() && campaign.isChecked())) {
        directory = parent.resolve("from-" + seed);
        campaign = new CrashCampaign(directory, clock, counts);
      }
      long before = campaign.acknowledged();
      try {
        campaign.run(plan);
        acknowledged += campaign.acknowledged() - before;
      } catch (RuntimeException failure) {
        failures++;
        out.println("cycle failed: " + failure + "\n  " + plan + "\n  " + directory);
        campaign = null;
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    List<Path> inside;
    try (Stream<Path> files = Files.walk(directory)) {
      inside = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : inside) {
      Files.delete(file);
    }
  }
}
