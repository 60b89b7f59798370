package dev.tenure.campaigns.late;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the tests of a module on a database that answers late, once a seed: {@code ./tenure late}.
 * Fixtures read the seed from the system property {@value #SEED}. Classes that use no such database
 * run with the first seed only. Tests that need punctual answers or a cluster are left out. What
 * the tests print goes to {@code target/late.log} of the module, a copy with the failures to {@code
 * target/late-SEED.log}. Ends with 0 when every seed passed, 1 when one failed, 2 when the command
 * line makes no sense or there is no test.
 */
public final class LateCommand {
  private static final String SEED = "tenure.late.seed";
  private static final int FAILURES_SHOWN = 50;

  /** A test that waits for an answer for longer than this has failed; so a run ends. */
  private static final String TEST_TIME_MAX = "10 m";

  private final LateArguments arguments;
  private final PrintStream out;
  private final InstantSource clock;
  private int failed;

  private LateCommand(LateArguments arguments, PrintStream out, InstantSource clock) {
    this.arguments = arguments;
    this.out = out;
    this.clock = clock;
  }

  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }

  /** As {@link #main}, returning the exit code. */
  static int run(String[] arguments, PrintStream out, PrintStream err) {
    try {
      return new LateCommand(LateArguments.parse(arguments), out, InstantSource.system()).run();
    } catch (IllegalArgumentException | IOException e) {
      err.println("tenure late: " + e.getMessage());
      return 2;
    }
  }

  private int run() throws IOException {
    Launcher launcher = LauncherFactory.create();
    LateClasses late = new LateClasses();
    run(launcher, all().build(), arguments.from(), late);
    LauncherDiscoveryRequest again = of(late.found()).build();
    for (int i = 1; i < arguments.seeds() && !late.found().isEmpty(); i++) {
      run(launcher, again, arguments.from() + i, late);
    }
    out.println(arguments.name() + ": seeds=" + arguments.seeds() + " failures=" + failed);
    return failed == 0 ? 0 : 1;
  }

  private LauncherDiscoveryRequestBuilder all() {
    String names =
        Stream.of(arguments.tests().split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("[^.]*"));
    return request()
        .selectors(DiscoverySelectors.selectClasspathRoots(Set.of(arguments.classes())))
        .filters(ClassNameFilter.includeClassNamePatterns("(.*\\.)?" + names));
  }

  private static LauncherDiscoveryRequestBuilder of(List<String> classes) {
    return request().selectors(classes.stream().map(DiscoverySelectors::selectClass).toList());
  }

  private static LauncherDiscoveryRequestBuilder request() {
    return LauncherDiscoveryRequestBuilder.request()
        .filters(TagFilter.excludeTags("punctual", "fdb"))
        .configurationParameter("junit.jupiter.execution.timeout.default", TEST_TIME_MAX)
        .configurationParameter(
            "junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD");
  }

  private void run(Launcher launcher, LauncherDiscoveryRequest request, long seed, LateClasses late)
      throws IOException {
    Path log = arguments.module().resolve("target/late.log");
    Instant began = clock.instant();
    TestExecutionSummary summary;
    try (PrintStream printed =
        new PrintStream(new FileOutputStream(log.toFile()), true, StandardCharsets.UTF_8)) {
      summary = printing(printed, () -> execute(launcher, request, seed, late));
      summary.printFailuresTo(
          new PrintWriter(printed, true, StandardCharsets.UTF_8), FAILURES_SHOWN);
    }
    if (summary.getTestsFoundCount() == 0) {
      throw new IllegalArgumentException(
          "no test class of " + arguments.name() + " matches \"" + arguments.tests() + "\".");
    }
    tell(seed, summary, Duration.between(began, clock.instant()).toSeconds());
    if (summary.getTotalFailureCount() > 0) {
      failed++;
      Files.copy(log, failureLog(seed), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static TestExecutionSummary execute(
      Launcher launcher, LauncherDiscoveryRequest request, long seed, LateClasses late) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    @Nullable String before = System.getProperty(SEED);
    System.setProperty(SEED, Long.toString(seed));
    try {
      launcher.execute(request, listener, late);
    } finally {
      if (before == null) {
        System.clearProperty(SEED);
      } else {
        System.setProperty(SEED, before);
      }
    }
    return listener.getSummary();
  }

  /** Runs with both streams of the process going to another one. */
  private static <T> T printing(PrintStream printed, Supplier<T> body) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(printed);
    System.setErr(printed);
    try {
      return body.get();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private void tell(long seed, TestExecutionSummary summary, long seconds) {
    String counts = summary.getTestsSucceededCount() + " tests in " + seconds + " s";
    if (summary.getTotalFailureCount() == 0) {
      out.println(arguments.name() + ": seed " + seed + " passed, " + counts);
      return;
    }
    out.println(
        "%s: seed %d FAILED, %d tests passed and %d failed, see %s"
            .formatted(
                arguments.name(),
                seed,
                summary.getTestsSucceededCount(),
                summary.getTotalFailureCount(),
                arguments.name() + "/target/" + failureLog(seed).getFileName()));
    summary
        .getFailures()
        .forEach(
            failure ->
                out.println(
                    "  "
                        + failure.getTestIdentifier().getLegacyReportingName()
                        + " of "
                        + failure.getTestIdentifier().getUniqueId()
                        + ": "
                        + firstLine(failure.getException())));
  }

  private static String firstLine(Throwable error) {
    return error.toString().lines().findFirst().orElse("");
  }

  private Path failureLog(long seed) {
    return arguments.module().resolve("target/late-" + seed + ".log");
  }
}
