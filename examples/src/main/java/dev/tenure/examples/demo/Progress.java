package dev.tenure.examples.demo;

import dev.tenure.examples.commandline.TerminalLine;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Shows the progress of the demo by phase. On a terminal it is one line with a bar, which is
 * rewritten in place and never wider than the terminal. Elsewhere it is a plain line every two
 * seconds. Used by one thread.
 */
final class Progress {
  private static final int BAR_MIN = 10;
  private static final int BAR_MAX = 30;
  private static final long PLAIN_EVERY_NANOS = 2_000_000_000L;
  private static final double OLD_RATE_SHARE = 0.7;

  private final TerminalLine line;
  private final LongSupplier nanoTime;
  private final long begin;
  private String phase = "";
  private long total;
  private long shownAt;
  private long shownDone;
  private double rate;

  /**
   * @param columns the columns of the terminal, or {@link TerminalLine#NO_TERMINAL}
   * @param nanoTime a clock of nanoseconds without a defined origin
   */
  Progress(PrintStream out, int columns, LongSupplier nanoTime) {
    this.line = new TerminalLine(out, columns);
    this.nanoTime = nanoTime;
    this.begin = nanoTime.getAsLong();
    this.shownAt = begin;
  }

  /** Begins a phase, which counts up to the total. */
  void phase(String name, long newTotal) {
    end();
    phase = name;
    total = newTotal;
    shownAt = nanoTime.getAsLong();
    shownDone = 0;
    rate = 0;
  }

  /**
   * Shows the progress of the phase, if enough time has passed.
   *
   * @param begun the number of begun steps, at least {@code done}; the bar shows them, too
   * @param note a note, which is left out when it does not fit
   */
  void show(long done, long begun, String note) {
    long now = nanoTime.getAsLong();
    if (!line.isTerminal() && now - shownAt < PLAIN_EVERY_NANOS) {
      return;
    }
    double current = (done - shownDone) / Math.max(1e-3, (now - shownAt) / 1e9);
    rate = rate == 0 ? current : OLD_RATE_SHARE * rate + (1 - OLD_RATE_SHARE) * current;
    shownAt = now;
    shownDone = done;
    List<String> parts = new ArrayList<>();
    parts.add(String.format(Locale.ROOT, "%,d of %,d", done, total));
    if (done < total && rate >= 1) {
      parts.add(String.format(Locale.ROOT, "%,.0f/s", rate));
    }
    parts.add(String.format(Locale.ROOT, "%.0f s", (now - begin) / 1e9));
    parts.add(note);
    line.write(
        line.isTerminal()
            ? line(parts, done, begun)
            : (phase + "  " + String.join("  ", parts)).strip());
  }

  /** Ends the phase. Its line stays, and further output begins on a new line. */
  void end() {
    line.end();
  }

  private String line(List<String> parts, long done, long begun) {
    int width = line.width();
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      int barAtLeast = phase.length() + BAR_MIN + 3;
      if (!part.isEmpty() && barAtLeast + text.length() + 2 + part.length() <= width) {
        text.append(text.length() == 0 ? " " : "  ").append(part);
      }
    }
    int room = width - phase.length() - 3 - text.length();
    return phase + " " + bar(Math.max(BAR_MIN, Math.min(BAR_MAX, room)), done, begun) + text;
  }

  /** What is done and what is begun as one bar: {@code [####---- ]}. */
  private String bar(int cells, long done, long begun) {
    int full = cells(cells, done);
    int half = Math.max(full, cells(cells, begun));
    return "[" + "#".repeat(full) + "-".repeat(half - full) + " ".repeat(cells - half) + "]";
  }

  private int cells(int cells, long count) {
    return (int) (cells * Math.min(Math.max(0, count), total) / Math.max(1, total));
  }
}
