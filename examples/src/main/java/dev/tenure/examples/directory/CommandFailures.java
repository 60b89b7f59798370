package dev.tenure.examples.directory;

import picocli.CommandLine;

/** How a command tells that it failed. */
final class CommandFailures {
  private CommandFailures() {}

  /** A mistake of the user, and a refusal of the server, are one sentence; a bug is shown whole. */
  static CommandLine.IExecutionExceptionHandler of(String command) {
    return (error, commandLine, parsed) -> {
      if (error instanceof IllegalArgumentException || error instanceof AdminException) {
        commandLine.getErr().println("tenure " + command + ": " + error.getMessage());
        return error instanceof AdminException
            ? DirectoryCommand.EXIT_FAILED
            : DirectoryCommand.EXIT_USAGE;
      }
      error.printStackTrace(commandLine.getErr());
      return DirectoryCommand.EXIT_FAILED;
    };
  }
}
