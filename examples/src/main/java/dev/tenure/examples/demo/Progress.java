package dev.tenure.examples.demo;

import java.io.PrintStream;
import java.util.Locale;

/**
 * The line that moves while the demo works: a bar and rates on a terminal, a plain line every two
 * seconds elsewhere. Used by one thread.
 */
final class Progress {
  private static final int BAR = 30;
  private static final long PLAIN_EVERY_NANOS = 2_000_000_000L;

  private final PrintStream out;
  private final boolean terminal;
  private final long total;
  private final long begin;
  private long lastNanos;
  private long lastCompleted;
  private double rate;

  Progress(PrintStream out, boolean terminal, long total, long nanos) {
    this.out = out;
    this.terminal = terminal;
    this.total = total;
    this.begin = nanos;
    this.lastNanos = nanos;
  }

  /** Shows how far it is, if enough time has passed. */
  void show(long saved, long completed, double pickupMillisP50, long nanos) {
    if (!terminal && nanos - lastNanos < PLAIN_EVERY_NANOS) {
      return;
    }
    double seconds = Math.max(1e-3, (nanos - lastNanos) / 1e9);
    double now = (completed - lastCompleted) / seconds;
    rate = rate == 0 ? now : 0.7 * rate + 0.3 * now;
    lastNanos = nanos;
    lastCompleted = completed;
    String line =
        String.format(
            Locale.ROOT,
            "saved %,d/%,d  completed %,d  %,.0f items/s  pick-up p50 %.1f ms  %.0f s",
            saved,
            total,
            completed,
            rate,
            pickupMillisP50,
            (nanos - begin) / 1e9);
    if (terminal) {
      out.print("\r" + bar(saved, completed) + " " + line + "\u001b[K");
      out.flush();
    } else {
      out.println(line);
    }
  }

  /** Ends the moving line. */
  void end() {
    if (terminal) {
      out.println();
    }
  }

  /** Completed and saved shares as one bar: {@code [####---- ]}. */
  private String bar(long saved, long completed) {
    int full = (int) (BAR * Math.min(completed, total) / total);
    int half = (int) (BAR * Math.min(saved, total) / total);
    return "["
        + "#".repeat(full)
        + "-".repeat(Math.max(0, half - full))
        + " ".repeat(BAR - Math.max(full, half))
        + "]";
  }
}
