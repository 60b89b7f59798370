package dev.tenure.campaigns.globalindex;

import dev.tenure.campaigns.globalindex.histories.Histories;
import java.io.PrintStream;
import java.time.InstantSource;

/**
 * Walks through all interleavings of a few clients of the global index, or runs random histories of
 * many: {@code ./tenure global-index}. Ends with 0 when no property was violated, 1 when one was,
 * and 2 when the command line makes no sense.
 */
public final class GlobalIndexCommand {
  private GlobalIndexCommand() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.exit(run(arguments, System.out, System.err));
  }

  /** As {@link #main}, returning the exit code. */
  static int run(String[] arguments, PrintStream out, PrintStream err) throws InterruptedException {
    GlobalIndexArguments parsed;
    try {
      parsed = GlobalIndexArguments.parse(arguments);
    } catch (IllegalArgumentException e) {
      err.println("tenure global-index: " + e.getMessage());
      return 2;
    }
    if (parsed.help()) {
      out.print(GlobalIndexArguments.USAGE);
      return 0;
    }
    if (parsed.histories().isPresent()) {
      Histories histories = new Histories(InstantSource.system(), out);
      boolean isClean =
          histories.run(
              parsed.histories().get(),
              parsed.from(),
              parsed.exploration().most(),
              parsed.findings());
      return isClean ? 0 : 1;
    }
    ScenarioRange.Report report =
        parsed.exploration().run(InstantSource.system(), parsed.findings());
    report.findings().forEach(each -> out.print(each.text()));
    out.println(report.text());
    return report.findings().isEmpty() ? 0 : 1;
  }
}
