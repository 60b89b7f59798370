package dev.tenure.campaigns.commandline;

import dev.tenure.bench.BenchCommand;
import dev.tenure.examples.clusters.ClustersCommand;
import dev.tenure.examples.demo.DemoCommand;
import dev.tenure.examples.directory.DirectoryCommand;
import dev.tenure.examples.directory.MoveCommand;
import dev.tenure.examples.directory.RebalanceCommand;
import dev.tenure.examples.directory.VisitLeasesCommand;
import dev.tenure.examples.index.IndexCommand;
import dev.tenure.examples.schema.SchemaCommand;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The help of the commands that picocli reads, and of their subcommands. */
class PicocliHelpTest {
  private static final Path ROOT = Path.of(System.getProperty("tenure.root", ".."));

  @Test
  void helpOfTheDemoIsWhatTheCommandKnows() throws IOException {
    check("demo", new DemoCommand());
  }

  @Test
  void helpOfTheIndexToolIsWhatTheCommandKnows() throws IOException {
    check("index", new IndexCommand());
  }

  @Test
  void helpOfTheDirectoryToolIsWhatTheCommandKnows() throws IOException {
    check("directory", new DirectoryCommand());
    check("move", new MoveCommand());
    check("rebalance", new RebalanceCommand());
    check("clusters", new ClustersCommand());
    check("visit-leases", new VisitLeasesCommand());
  }

  @Test
  void helpOfTheSchemaToolIsWhatTheCommandKnows() throws IOException {
    check("schema", new SchemaCommand());
  }

  @Test
  void helpOfTheBenchmarksIsWhatTheCommandKnows() throws IOException {
    check("bench", new BenchCommand());
  }

  private static void check(String name, Object program) throws IOException {
    CommandLine command = new CommandLine(program);
    HelpText.check(ROOT, name, command.getUsageMessage(Ansi.OFF));
    for (var each : command.getSubcommands().entrySet()) {
      String usage = each.getValue().getUsageMessage(Ansi.OFF);
      HelpText.check(ROOT, name + "-" + each.getKey(), usage);
    }
  }
}
