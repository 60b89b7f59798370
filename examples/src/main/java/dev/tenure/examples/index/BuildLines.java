package dev.tenure.examples.index;

import dev.tenure.examples.commandline.TerminalLine;
import dev.tenure.record.build.BuildListener;
import dev.tenure.record.build.BuildProgress;
import dev.tenure.record.build.BuildResult;
import dev.tenure.record.build.SliceFailure;
import dev.tenure.record.index.IndexState;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Prints the progress of a build: a moving bar on a terminal, a plain line each second elsewhere.
 */
final class BuildLines implements BuildListener {
  private static final int BAR_MIN = 5;
  private static final int BAR_MAX = 30;

  /** The columns of a text of usual length, and of the bar's frame. */
  private static final int TEXT = 75;

  private final PrintStream out;
  private final TerminalLine terminal;
  private int failures;

  BuildLines(PrintStream out, int columns) {
    this.out = out;
    this.terminal = new TerminalLine(out, columns);
  }

  @Override
  public void progress(BuildProgress progress) {
    String line = line(progress) + (failures == 0 ? "" : ", " + failures + " tried again");
    terminal.write(terminal.isTerminal() ? bar(progress) + " " + line : line);
  }

  @Override
  public void sliceFailed(SliceFailure failure) {
    failures++;
  }

  /** Prints the result. */
  void end(BuildResult result) {
    terminal.end();
    result.states().forEach((index, state) -> out.println(index + " is " + explained(state)));
    out.printf(
        Locale.ROOT,
        "%,d records scanned in %,d transactions%n",
        result.records(),
        result.slices());
  }

  private static String explained(IndexState state) {
    return switch (state) {
      case READABLE, DISABLED -> state.toString();
      case WRITE_ONLY -> state + ": run the command again to continue";
      case UNIQUE_PENDING -> state + ": there are records of equal columns";
    };
  }

  static String line(BuildProgress progress) {
    StringBuilder line = new StringBuilder();
    progress
        .share()
        .ifPresent(share -> line.append(String.format(Locale.ROOT, "%3.0f %%  ", share * 100)));
    line.append(String.format(Locale.ROOT, "%,d", progress.done()));
    progress
        .total()
        .ifPresent(total -> line.append(String.format(Locale.ROOT, " of about %,d", total)));
    line.append(" records");
    if (progress.perSecond() > 0) {
      line.append(String.format(Locale.ROOT, ", %,.0f a second", progress.perSecond()));
    }
    progress.timeLeft().ifPresent(left -> line.append(", ").append(text(left)).append(" left"));
    return line.toString();
  }

  /** Gives way to the text on a narrow terminal. */
  private String bar(BuildProgress progress) {
    int cells = Math.max(BAR_MIN, Math.min(BAR_MAX, terminal.width() - TEXT));
    int full = (int) Math.round(cells * progress.share().orElse(0));
    return "[" + "#".repeat(full) + " ".repeat(cells - full) + "]";
  }

  private static String text(Duration left) {
    long seconds = left.toSeconds();
    if (seconds < 60) {
      return seconds + " s";
    }
    long minutes = seconds / 60;
    return minutes < 60
        ? minutes + " min " + seconds % 60 + " s"
        : minutes / 60 + " h " + minutes % 60 + " min";
  }
}
