package dev.tenure.examples.index;

import dev.tenure.examples.commandline.TerminalLine;
import dev.tenure.record.scrub.Fault;
import dev.tenure.record.scrub.ScrubCounts;
import dev.tenure.record.scrub.ScrubListener;
import dev.tenure.record.scrub.ScrubProgress;
import dev.tenure.record.scrub.ScrubReport;
import dev.tenure.record.scrub.Unverified;
import java.io.PrintStream;
import java.util.HexFormat;
import java.util.Locale;

/** Prints the faults of a scrub, and on a terminal its progress. */
final class ScrubLines implements ScrubListener {
  private final PrintStream out;
  private final TerminalLine terminal;

  ScrubLines(PrintStream out, int columns) {
    this.out = out;
    this.terminal = new TerminalLine(out, columns);
  }

  @Override
  public void fault(Fault fault) {
    terminal.println(fault.toString());
  }

  @Override
  public void unverified(Unverified part) {
    terminal.println(part.toString());
  }

  @Override
  public void slice(ScrubProgress progress) {
    if (terminal.isTerminal()) {
      String stage =
          String.format(
              Locale.ROOT,
              "%s (%d of %d)",
              progress.stage(),
              progress.stageNumber() + 1,
              progress.stageCount());
      terminal.write(stage + ": " + line(progress.counts()));
    }
  }

  /** Prints the result. */
  void end(ScrubReport report) {
    terminal.println(line(report.counts()));
    report
        .position()
        .ifPresent(
            position ->
                out.println(
                    "ended at a limit; continue with --from "
                        + HexFormat.of().formatHex(position.toBytes())));
  }

  private static String line(ScrubCounts counts) {
    return String.format(
        Locale.ROOT,
        "%,d records and %,d rows looked at in %,d transactions, %,d faults, %,d repaired",
        counts.records(),
        counts.rows(),
        counts.slices(),
        counts.faults(),
        counts.repaired());
  }
}
