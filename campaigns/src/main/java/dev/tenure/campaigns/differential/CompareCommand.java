package dev.tenure.campaigns.differential;

import dev.tenure.campaigns.differential.ProgramComparison.Difference;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Compares two databases on many seeds: {@code ./tenure compare --seeds N --from SEED --cluster FILE}. The exit code is 0 when no seed differed, 1 when one did, and 2 when the command line makes no sense.
 */
public final class CompareCommand {
  private final CompareArguments arguments;
  private final PrintStream out;
  private final InstantSource clock;

  private CompareCommand(CompareArguments arguments, PrintStream out, InstantSource clock) {
    this.arguments = arguments;
    this.out = out;
    this.clock = clock;
  }

  public static void main(String[] arguments) throws IOException {
    System.exit(run(arguments, System.out, System.err));
  }

  /**
   * As {@link #main}, with the exit code as the result.
   */
  static int run(String[] arguments, PrintStream out, PrintStream err) throws IOException {
    CompareArguments parsed;
    try {
      parsed = CompareArguments.parse(arguments);
    } catch (IllegalArgumentException e) {
      err.println("tenure compare: " + e.getMessage());
      return 2;
    }
    if (parsed.help()) {
      out.print(CompareArguments.USAGE);
      return 0;
    }
    CompareCommand command = new CompareCommand(parsed, out, InstantSource.system());
    if (parsed.cluster().isEmpty()) {
      return command.compareStorages();
    }
    try {
      return command.compare(ClusterUnderTest.open(parsed.cluster().get()));
    } catch (IllegalStateException | LinkageError e) {
      err.println("tenure compare: " + e.getMessage() + ".");
      return 2;
    }
  }

  private int compareStorages() throws IOException {
    Path directory = Files.createTempDirectory("tenure-compare");
    try {
      return compare(EngineUnderTest.durable(directory));
    } finally {
      Directories.delete(directory);
    }
  }

  private int compare(DatabaseUnderTest opponent) {
    Instant started = clock.instant();
    long failures = 0;
    try (DatabaseUnderTest engine = EngineUnderTest.memory();
        opponent) {
      ProgramComparison comparison = new ProgramComparison(engine, opponent);
      for (long seed = arguments.from(); seed < arguments.from() + arguments.seeds(); seed++) {
        Optional<String> failure = failureOf(seed, comparison);
        failure.ifPresent(out::print);
        failures += failure.isPresent() ? 1 : 0;
      }
    }
    long millis = Math.max(1, Duration.between(started, clock.instant()).toMillis());
    long perMinute = arguments.seeds() * 60_000 / millis;
    out.println(
        "seeds=%d failures=%d perMinute=%d".formatted(arguments.seeds(), failures, perMinute));
    return failures == 0 ? 0 : 1;
  }

  /**
   * The first difference of a seed's program, with the smallest program that shows it.
   */
  static Optional<String> failureOf(long seed, ProgramComparison comparison) {
    List<ProgramStep> program = ProgramGenerator.program(seed);
    Optional<Difference> found = comparison.difference(program);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Shrinker shrinker = new Shrinker(less -> comparison.difference(less).isPresent());
    List<ProgramStep> least = shrinker.shrink(program);
    String description =
        comparison
            .difference(least)
            .map(difference -> comparison.describe(least, difference))
            .orElseGet(() -> "  not always:\n" + comparison.describe(program, found.get()));
    return Optional.of("seed=" + seed + " differs:\n" + description);
  }
}
