package dev.tenure.examples.directory;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./tenure directory}. */
@Command(
    name = "./tenure directory",
    mixinStandardHelpOptions = true,
    subcommands = {
      DirectoryStatusCommand.class,
      ListCommand.class,
      ShowCommand.class,
      FindCommand.class,
      SuspendCommand.class,
      ResumeCommand.class,
      DeleteCommand.class,
      AuditCommand.class,
      RepairCommand.class,
      ViolationsCommand.class,
      KeepCommand.class,
      ReplaceCommand.class,
      AddKindCommand.class,
      DropKindCommand.class
    },
    description = "Looks into the tenant directory of a deployment, through its admin server.")
public final class DirectoryCommand implements Runnable {
  static final int EXIT_FAILED = 1;
  static final int EXIT_USAGE = 2;

  /** The command line's entry. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  /** Runs the command and returns its exit code. */
  static int execute(String... arguments) {
    return new CommandLine(new DirectoryCommand())
        .setExecutionExceptionHandler(CommandFailures.of("directory"))
        .execute(arguments);
  }

  @Override
  public void run() {
    throw new IllegalArgumentException(
        "expected status, list, show, find, suspend, resume, delete, audit, repair, violations,"
            + " keep, replace, add-kind or drop-kind; --help tells more");
  }
}
