package dev.tenure.examples.directory;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * Prints the progress of a move until it has ended: over and over in one line of a terminal, and
 * otherwise a line for each change. The move goes on when the command is stopped.
 */
final class MoveFollower {
  private static final long EVERY_MILLIS = 500;
  private static final String ERASE_LINE = "\u001b[K";

  private final AdminOption admin;
  private final List<String> path;
  private final PrintStream out;
  private final boolean isTerminal = System.getProperty("terminal.columns") != null;
  private String before = "";

  MoveFollower(AdminOption admin, List<String> path, PrintStream out) {
    this.admin = admin;
    this.path = path;
    this.out = out;
  }

  /** Returns the move as it ended. */
  JsonNode follow(JsonNode asked) throws AdminException {
    JsonNode move = asked;
    while (move.get("ended").isNull()) {
      tell(MoveLines.of(move));
      pause();
      move = admin.get(path, Map.of());
    }
    if (isTerminal) {
      out.print("\r" + ERASE_LINE);
    }
    out.println(MoveLines.of(move));
    return move;
  }

  private void tell(String line) {
    if (isTerminal) {
      out.print("\r" + line + ERASE_LINE);
    } else if (!line.equals(before)) {
      out.println(line);
    }
    before = line;
  }

  private static void pause() throws AdminException {
    try {
      TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AdminException("interrupted; the move goes on", e);
    }
  }
}
