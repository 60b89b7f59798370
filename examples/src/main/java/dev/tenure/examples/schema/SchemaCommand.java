package dev.tenure.examples.schema;

import dev.tenure.examples.directory.CommandFailures;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./tenure schema}. */
@Command(
    name = "./tenure schema",
    mixinStandardHelpOptions = true,
    subcommands = {
      SchemaListCommand.class,
      SchemaShowCommand.class,
      SchemaPublishCommand.class,
      CreateIndexCommand.class,
      DropIndexCommand.class,
      PauseRollOutCommand.class,
      ResumeRollOutCommand.class,
      CancelRollOutCommand.class,
      RetryRollOutCommand.class,
      DemoTenantsCommand.class
    },
    description =
        "Publishes schemas of applications, and rolls them out, through the admin server of a"
            + " deployment.")
public final class SchemaCommand implements Runnable {
  static final String RESOURCE = "schemas";
  static final int EXIT_FAILED = 1;

  /** The command line's entry. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs the command and returns its exit code. */
  static int execute(String... arguments) {
    return new CommandLine(new SchemaCommand())
        .setExecutionExceptionHandler(CommandFailures.of("schema"))
        .execute(arguments);
  }

  @Override
  public void run() {
    throw new IllegalArgumentException(
        "expected list, show, publish, create-index, drop-index, pause, resume, cancel, retry or"
            + " demo-tenants; --help tells more");
  }
}
