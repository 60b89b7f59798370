package dev.tenure.campaigns.mutation;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The last step of {@code ./tenure mutate}: prints the survivors that are not explained, and the counts. The arguments are the list of explained survivors and the directories of the modules that PIT ran in. The exit code is 0 when each survivor is explained, 1 when one is not, and 2 when no mutation was made or a report cannot be read.
 */
public final class MutationCommand {
  private static final String REPORT = "target/pit-reports/mutations.xml";
  private static final String SOURCES = "src/main/java";

  private final ExplainedSurvivors explained;
  private final PrintStream out;
  private final Map<Path, List<String>> sources = new HashMap<>();
  private final Set<String> types = new HashSet<>();
  private final List<String> unexplained = new ArrayList<>();
  private int mutations;
  private int survivors;

  private MutationCommand(ExplainedSurvivors explained, PrintStream out) {
    this.explained = explained;
    this.out = out;
  }

  public static void main(String[] arguments) {
    System.exit(run(arguments, System.out, System.err));
  }

  /**
   * As {@link #main}, with the exit code as the result.
   */
  static int run(String[] arguments, PrintStream out, PrintStream err) {
    if (arguments.length < 2) {
      err.println("tenure mutate: needs the list of explained survivors and a module's directory");
      return 2;
    }
    try {
      Path list = Path.of(arguments[0]);
      MutationCommand command = new MutationCommand(ExplainedSurvivors.read(list), out);
      for (int i = 1; i < arguments.length; i++) {
        command.add(Path.of(arguments[i]));
      }
      return command.finish(list);
    } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
      err.println("tenure mutate: " + e.getMessage());
      return 2;
    }
  }

  private void add(Path module) throws IOException {
    for (PitMutation mutation : MutationReport.read(module.resolve(REPORT))) {
      mutations++;
      types.add(mutation.type());
      if (!mutation.detected()) {
        survive(mutation, line(module, mutation));
      }
    }
  }

  private void survive(PitMutation mutation, String line) {
    survivors++;
    Survivor survivor = mutation.survivor(line);
    if (!explained.take(survivor)) {
      unexplained.add(mutation.place() + " " + mutation.status() + "\t" + survivor.columns());
    }
  }

  private String line(Path module, PitMutation mutation) {
    Path file = module.resolve(SOURCES).resolve(mutation.path());
    List<String> lines = sources.computeIfAbsent(file, MutationCommand::lines);
    if (mutation.lineNumber() > lines.size()) {
      throw new IllegalArgumentException(
          file + " has no line " + mutation.lineNumber() + ": it changed after the mutations ran");
    }
    return lines.get(mutation.lineNumber() - 1);
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int finish(Path list) {
    if (mutations == 0) {
      throw new IllegalArgumentException("no mutation was made: no class matches --classes");
    }
    explained.left().stream()
        .filter(survivor -> types.contains(survivor.type()))
        .forEach(survivor -> out.println("explained, but killed: " + survivor.columns()));
    unexplained.forEach(survivor -> out.println("not explained: " + survivor));
    if (!unexplained.isEmpty()) {
      out.println("Write a test that fails for each, or a line with an explanation into " + list);
    }
    int killed = mutations - survivors;
    out.println(
        "mutations=%d killed=%d percent=%d survivors=%d explained=%d"
            .formatted(
                mutations,
                killed,
                killed * 100 / mutations,
                survivors,
                survivors - unexplained.size()));
    return unexplained.isEmpty() ? 0 : 1;
  }
}
