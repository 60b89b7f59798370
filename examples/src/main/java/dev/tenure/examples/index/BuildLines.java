package dev.tenure.examples.index;

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
  private static final int BAR = 30;

  private final PrintStream out;
  private final boolean terminal;
  private int failures;

  BuildLines(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  @Override
  public void progress(BuildProgress progress) {
    String line = line(progress) + (failures == 0 ? "" : ", " + failures + " tried again");
    if (terminal) {
      out.print("\r" + bar(progress) + " " + line + "\u001b[K");
      out.flush();
    } else {
      out.println(line);
    }
  }

  @Override
  public void sliceFailed(SliceFailure failure) {
    failures++;
  }

  /** Prints the result. */
  void end(BuildResult result) {
    if (terminal) {
      out.println();
    }
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

  private static String bar(BuildProgress progress) {
    int full = (int) Math.round(BAR * progress.share().orElse(0));
    return "[" + "#".repeat(full) + " ".repeat(BAR - full) + "]";
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
