package dev.tenure.examples.demo;

import dev.tenure.admin.PortTakenException;
import dev.tenure.examples.commandline.DurationConverter;
import dev.tenure.examples.commandline.TerminalLine;
import dev.tenure.spring.cluster.ClusterUnavailableException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.bridge.SLF4JBridgeHandler;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./tenure demo}. */
@Command(
    name = "./tenure demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Two applications save Moby Dick paragraph by paragraph on two embedded clusters.",
      "A consumer fleet counts the words. At the end the demo verifies counts and items.",
      "Exit code 0 only if all checks hold."
    })
public final class DemoCommand implements Callable<Integer> {
  static final int EXIT_FAILED = 1;
  static final int EXIT_USAGE = 2;

  /** The exit code of a process that was killed. */
  static final int EXIT_CRASHED = 137;

  @Option(
      names = "--tenants",
      paramLabel = "N",
      defaultValue = "200",
      description = "tenants of the two applications together (default ${DEFAULT-VALUE})")
  private int tenants;

  @Option(
      names = "--items",
      paramLabel = "N",
      description =
          "paragraphs to save; a larger number begins the text again (default: the whole text)")
  private @Nullable Integer items;

  @Option(
      names = "--aborted",
      paramLabel = "SHARE",
      defaultValue = "0.05",
      description =
          "share of the paragraphs that are first saved by a transaction that aborts"
              + " (default ${DEFAULT-VALUE})")
  private double aborted;

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "8420",
      description = "port of the admin page, 0 for a free one (default ${DEFAULT-VALUE})")
  private int port;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "data directory; the demo continues a run that it finds there (default: a new one in"
              + " ./data)")
  private @Nullable Path data;

  @Option(names = "--report", paramLabel = "FILE", description = "writes the result as JSON")
  private @Nullable Path report;

  @Option(
      names = "--crash-after",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "halts as if killed after this time, such as 500ms, 2s, 1m; run again with the same"
              + " --data")
  private @Nullable Duration crashAfter;

  @Option(names = "--exit", description = "ends after the checks instead of serving the admin page")
  private boolean exit;

  /** The command line's entry. */
  public static void main(String[] arguments) {
    logThroughSlf4j();
    System.exit(execute(arguments));
  }

  /** Tomcat and Tenure log by way of the JDK: to where logback.xml says, at its levels. */
  private static void logThroughSlf4j() {
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
  }

  /** Runs the command and returns its exit code. */
  static int execute(String... arguments) {
    return new CommandLine(new DemoCommand())
        .setExecutionExceptionHandler(DemoCommand::failed)
        .execute(arguments);
  }

  /** What a user can cause is one sentence; anything else is a bug, and shown whole. */
  private static int failed(
      Exception error, CommandLine commandLine, CommandLine.ParseResult parsed) {
    if (error instanceof IllegalArgumentException) {
      commandLine.getErr().println("tenure demo: " + error.getMessage());
      return EXIT_USAGE;
    }
    if (error instanceof DemoFailure
        || error instanceof ClusterUnavailableException
        || error instanceof PortTakenException) {
      commandLine.getErr().println("tenure demo: " + error.getMessage());
      return EXIT_FAILED;
    }
    error.printStackTrace(commandLine.getErr());
    return EXIT_FAILED;
  }

  @Override
  public Integer call() throws Exception {
    DemoOptions options =
        new DemoOptions(
            tenants,
            Optional.ofNullable(items),
            aborted,
            port,
            data == null ? freshDirectory() : data,
            Optional.ofNullable(report),
            Optional.ofNullable(crashAfter),
            exit);
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    try (Demo demo = Demo.open(options, out, TerminalLine.columns())) {
      Report result = demo.work();
      result.print(out);
      options.report().ifPresent(result::write);
      if (!exit) {
        stayUp(demo, out);
      }
      return result.passed() ? 0 : EXIT_FAILED;
    }
  }

  private static void stayUp(Demo demo, PrintStream out) throws InterruptedException {
    out.println("Look around at " + demo.url() + " and press Ctrl-C to end.");
    new CountDownLatch(1).await();
  }

  private static Path freshDirectory() {
    String name =
        "demo-"
            + LocalDateTime.now(ZoneId.systemDefault())
                .format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS"));
    return Path.of("data", name);
  }
}
