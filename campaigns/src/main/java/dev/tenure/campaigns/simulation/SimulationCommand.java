package dev.tenure.campaigns.simulation;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.EdgeCounts;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import dev.tenure.embedded.recovery.FileProblem;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs many seeds: {@code ./tenure sim --seeds N --from SEED --minutes M}. Ends with 0 only if
 * every seed was clean, 1 if not, and 2 when the command line makes no sense.
 */
public final class SimulationCommand {
  /** A campaign of at least so many seeds must have reached every edge. */
  private static final int CAMPAIGN_SEEDS = 100;

  /** So that a campaign that is broken off has told how far it came. */
  private static final int PROGRESS_SEEDS = 100;

  private static final int TAIL_LINES = 60;
  private static final Logger CONSUMER_LOG = Logger.getLogger("dev.tenure.consumer");

  private final SimulationArguments arguments;
  private final PrintStream out;
  private final InstantSource clock;
  private final EdgeCounts edges = new EdgeCounts();
  private long seedsRun;
  private long failures;

  private SimulationCommand(SimulationArguments arguments, PrintStream out, InstantSource clock) {
    this.arguments = arguments;
    this.out = out;
    this.clock = clock;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    // The faults are planted: what consumers log about them is no news.
    CONSUMER_LOG.setLevel(Level.OFF);
    System.exit(run(arguments, System.out, System.err));
  }

  /** As {@link #main}, returning the exit code. */
  static int run(String[] arguments, PrintStream out, PrintStream err)
      throws IOException, InterruptedException {
    SimulationArguments parsed;
    try {
      parsed = SimulationArguments.parse(arguments);
    } catch (IllegalArgumentException e) {
      err.println("tenure sim: " + e.getMessage());
      return 2;
    }
    if (parsed.help()) {
      out.print(SimulationArguments.USAGE);
      return 0;
    }
    Optional<Path> trace = parsed.trace();
    if (trace.isPresent()) {
      try {
        Files.newOutputStream(trace.get(), CREATE, APPEND).close();
      } catch (IOException e) {
        err.println(
            "tenure sim: --trace is "
                + trace.get()
                + ", which cannot be written: "
                + FileProblem.of(e)
                + ".");
        return 2;
      }
    }
    return new SimulationCommand(parsed, out, InstantSource.system()).run();
  }

  private int run() throws IOException, InterruptedException {
    Instant started = clock.instant();
    if (arguments.trace().isPresent()) {
      note(traced(arguments.trace().get()));
    } else {
      runSeeds(started);
    }
    List<Edge> missed = missed();
    out.println("edges: " + edges);
    if (!missed.isEmpty()) {
      out.println("edges never reached: " + missed);
    }
    long millis = Math.max(1, Duration.between(started, clock.instant()).toMillis());
    out.println(
        "seeds=%d failures=%d perMinute=%d"
            .formatted(seedsRun, failures, seedsRun * 60_000 / millis));
    return failures == 0 && missed.isEmpty() ? 0 : 1;
  }

  /** What a campaign should have reached and has not. */
  private List<Edge> missed() {
    boolean isCampaign = seedsRun >= CAMPAIGN_SEEDS && arguments.schedule().isEmpty();
    return edges.missing().stream()
        .filter(edge -> isCampaign && arguments.worlds().stream().anyMatch(w -> w.reaches(edge)))
        .toList();
  }

  private List<SimulationReport> traced(Path file) throws IOException {
    try (OutputStream trace = Files.newOutputStream(file)) {
      return runSeed(arguments.from(), trace);
    }
  }

  private List<SimulationReport> runSeed(long seed, OutputStream trace) {
    return arguments.worlds().stream()
        .map(world -> Worlds.runner(world, arguments.schedule()).run(seed, trace))
        .toList();
  }

  /** Keeps every worker busy with a seed until enough are run or the time is up. */
  private void runSeeds(Instant started) throws InterruptedException {
    Optional<Instant> deadline =
        arguments.minutes().map(minutes -> started.plus(Duration.ofMinutes(minutes)));
    ExecutorService workers = Executors.newFixedThreadPool(arguments.workers());
    try {
      var running = new ExecutorCompletionService<List<SimulationReport>>(workers);
      long next = 0;
      int pending = 0;
      while (true) {
        boolean isMore =
            next < arguments.seeds()
                && !(arguments.untilFailure() && failures > 0)
                && deadline.map(clock.instant()::isBefore).orElse(true);
        if (isMore && pending < arguments.workers()) {
          long seed = arguments.from() + next++;
          Callable<List<SimulationReport>> run =
              () -> runSeed(seed, OutputStream.nullOutputStream());
          var unused = running.submit(run);
          pending++;
        } else if (pending > 0) {
          note(running.take().get());
          pending--;
        } else {
          return;
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a run ended without a report", e.getCause());
    } finally {
      workers.shutdownNow();
    }
  }

  private void note(List<SimulationReport> reports) {
    seedsRun++;
    reports.forEach(report -> edges.addAll(report.edges()));
    List<SimulationReport> failed = reports.stream().filter(report -> !report.isClean()).toList();
    failures += failed.isEmpty() ? 0 : 1;
    failed.forEach(this::print);
    if (seedsRun % PROGRESS_SEEDS == 0) {
      out.println("so far " + seedsRun + " seeds, " + failures + " of them failed");
    }
  }

  private void print(SimulationReport report) {
    Throwable failure = report.failure().orElseThrow();
    out.println("seed=" + report.seed() + " failed on " + report.world() + ": " + failure);
    int from = Math.max(0, report.traceTail().size() - TAIL_LINES);
    report
        .traceTail()
        .subList(from, report.traceTail().size())
        .forEach(line -> out.println("  " + line));
    failure.printStackTrace(out);
  }
}
