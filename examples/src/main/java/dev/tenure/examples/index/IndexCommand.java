package dev.tenure.examples.index;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.spring.cluster.ClusterUnavailableException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./tenure index}. */
@Command(
    name = "./tenure index",
    mixinStandardHelpOptions = true,
    subcommands = {
      BuildCommand.class,
      StatusCommand.class,
      ScrubCommand.class,
      StatisticsCommand.class,
      DemoStoreCommand.class
    },
    description =
        "Builds, checks and repairs the indexes of a record store, and lists their states.")
public final class IndexCommand implements Runnable {
  static final int EXIT_FAILED = 1;
  static final int EXIT_USAGE = 2;

  /** The command line's entry. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs the command and returns its exit code. */
  static int execute(String... arguments) {
    return new CommandLine(new IndexCommand())
        .setExecutionExceptionHandler(IndexCommand::failed)
        .execute(arguments);
  }

  /** What a user can cause is one sentence; anything else is a bug, and shown whole. */
  private static int failed(
      Exception error, CommandLine commandLine, CommandLine.ParseResult parsed) {
    if (error instanceof IllegalArgumentException) {
      commandLine.getErr().println("tenure index: " + error.getMessage());
      return EXIT_USAGE;
    }
    if (error instanceof RecordLayerException || error instanceof ClusterUnavailableException) {
      commandLine.getErr().println("tenure index: " + error.getMessage());
      return EXIT_FAILED;
    }
    error.printStackTrace(commandLine.getErr());
    return EXIT_FAILED;
  }

  @Override
  public void run() {
    throw new IllegalArgumentException(
        "expected build, status, scrub, statistics or demo-store; --help tells more");
  }
}
