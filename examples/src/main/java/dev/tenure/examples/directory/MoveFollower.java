package dev.tenure.examples.directory;

import dev.tenure.examples.commandline.TerminalLine;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * Prints the progress of a move until it has ended: over and over in one line of a terminal, and
 * otherwise a line every two seconds when something has changed. The move goes on when the command
 * is stopped.
 */
final class MoveFollower {
  private static final long EVERY_MILLIS = 500;
  private static final long PLAIN_EVERY_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final AdminOption admin;
  private final List<String> path;
  private final TerminalLine line;
  private String before = "";
  private String problem = "";
  private long plainAt = System.nanoTime() - PLAIN_EVERY_NANOS;

  MoveFollower(AdminOption admin, List<String> path, PrintStream out) {
    this.admin = admin;
    this.path = path;
    this.line = new TerminalLine(out, TerminalLine.columns());
  }

  /** Returns the move as it ended. */
  JsonNode follow(JsonNode asked) throws AdminException {
    JsonNode move = asked;
    while (move.get("ended").isNull()) {
      tell(move);
      pause();
      move = admin.get(path, Map.of());
    }
    line.println(MoveLines.of(move));
    return move;
  }

  /** A problem may be wider than the terminal, and gets a line that stays. */
  private void tell(JsonNode move) {
    String now = MoveLines.of(move);
    if (!line.isTerminal()) {
      if (!now.equals(before) && System.nanoTime() - plainAt >= PLAIN_EVERY_NANOS) {
        line.println(now);
        before = now;
        plainAt = System.nanoTime();
      }
      return;
    }
    String found = move.get("problem").asString();
    if (!found.isEmpty() && !found.equals(problem)) {
      line.println(found);
    }
    problem = found;
    line.write(now);
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
