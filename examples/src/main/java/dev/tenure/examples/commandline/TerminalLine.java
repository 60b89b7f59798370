package dev.tenure.examples.commandline;

import java.io.PrintStream;

/**
 * The last line of a terminal, which is rewritten in place. A line that is wider than the terminal
 * is cut, since a terminal that wraps it would get a new line at each change. Used by one thread.
 */
public final class TerminalLine {
  /** No terminal, or one whose width is not known: what is printed are lines of their own. */
  public static final int NO_TERMINAL = 0;

  private static final String ERASE_REST = "\u001b[K";

  /** From here on most characters take two columns. */
  private static final int WIDE_FROM = 0x1100;

  private final PrintStream out;
  private final int columns;
  private boolean open;

  /**
   * @param columns of the terminal, or {@link #NO_TERMINAL}
   */
  public TerminalLine(PrintStream out, int columns) {
    this.out = out;
    this.columns = columns;
  }

  /**
   * The columns of the terminal, which {@code ./tenure} tells. Not named {@code tenure.*}: such
   * system properties are refused by the admin server unless they are its own.
   */
  public static int columns() {
    return Integer.getInteger("terminal.columns", NO_TERMINAL);
  }

  public boolean isTerminal() {
    return columns > NO_TERMINAL;
  }

  /** The most columns of a line: in the last one, some terminals wrap already. */
  public int width() {
    return Math.max(0, columns - 1);
  }

  /** Writes the line anew on a terminal, and a line of its own elsewhere. */
  public void write(String line) {
    if (isTerminal()) {
      out.print("\r" + fitted(line, width()) + ERASE_REST);
      out.flush();
      open = true;
    } else {
      out.println(line);
    }
  }

  /** Prints a line of any length, which stays. It replaces the line that is rewritten in place. */
  public void println(String line) {
    out.println(open ? "\r" + ERASE_REST + line : line);
    open = false;
  }

  /** The line stays, and further output begins on a new line. */
  public void end() {
    if (open) {
      out.println();
      open = false;
    }
  }

  private static String fitted(String line, int width) {
    int used = 0;
    int end = 0;
    while (end < line.length()) {
      int character = line.codePointAt(end);
      used += character < WIDE_FROM ? 1 : 2;
      if (used > width) {
        break;
      }
      end += Character.charCount(character);
    }
    return line.substring(0, end);
  }
}
