package dev.tenure.examples.directory;

import dev.tenure.record.error.RecordLayerException;
import dev.tenure.spring.cluster.ClusterUnavailableException;
import picocli.CommandLine;

/** How a command tells that it failed. */
public final class CommandFailures {
  private CommandFailures() {}

  /**
   * A mistake of the user, and a refusal of a server or a cluster, are one sentence. A bug is shown
   * whole.
   */
  public static CommandLine.IExecutionExceptionHandler of(String command) {
    return (error, commandLine, parsed) -> {
      if (error instanceof IllegalArgumentException
          || error instanceof AdminException
          || error instanceof RecordLayerException
          || error instanceof ClusterUnavailableException) {
        commandLine.getErr().println("tenure " + command + ": " + error.getMessage());
        return error instanceof IllegalArgumentException
            ? DirectoryCommand.EXIT_USAGE
            : DirectoryCommand.EXIT_FAILED;
      }
      error.printStackTrace(commandLine.getErr());
      return DirectoryCommand.EXIT_FAILED;
    };
  }
}
