package dev.tenure.bench;

import dev.tenure.bench.engine.EngineBench;
import dev.tenure.bench.global.GlobalBench;
import dev.tenure.bench.life.LifeBench;
import dev.tenure.bench.move.MoveBench;
import dev.tenure.bench.paper.PaperBench;
import dev.tenure.bench.peers.PeersBench;
import dev.tenure.bench.queries.QueriesBench;
import dev.tenure.bench.records.RecordsBench;
import dev.tenure.bench.scale.ScaleBench;
import dev.tenure.bench.text.TextBench;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code ./tenure bench}: the list of measurements. */
@Command(
    name = "./tenure bench",
    mixinStandardHelpOptions = true,
    description = "Measures Tenure, and what it is compared with in the same run.",
    subcommands = {
      EngineBench.class,
      RecordsBench.class,
      QueriesBench.class,
      TextBench.class,
      PeersBench.class,
      PaperBench.class,
      LifeBench.class,
      ScaleBench.class,
      GlobalBench.class,
      MoveBench.class
    })
public final class BenchCommand implements Runnable {
  @CommandLine.Spec private CommandLine.Model.@Nullable CommandSpec spec;

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new BenchCommand()).setExecutionExceptionHandler(BenchCommand::failed);
  }

  /** A file that cannot be read or written is one sentence; anything else is shown whole. */
  private static int failed(
      Exception error, CommandLine commandLine, CommandLine.ParseResult parsed) {
    if (error instanceof IOException problem) {
      commandLine.getErr().println("tenure bench: " + problem.getMessage());
    } else {
      error.printStackTrace(commandLine.getErr());
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  @Override
  public void run() {
    if (spec != null) {
      throw new CommandLine.ParameterException(
          spec.commandLine(), "which measurement? one of " + spec.subcommands().keySet());
    }
  }
}
