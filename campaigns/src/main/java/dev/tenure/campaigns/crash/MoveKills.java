package dev.tenure.campaigns.crash;

import dev.tenure.queue.move.TenantMoveReport.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where kills fell, by what the next process found of the moves. A process that was killed before
 * it worked has changed nothing of them.
 */
final class MoveKills {
  private final Map<MoveStep, Integer> steps = new EnumMap<>(MoveStep.class);
  private final Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
  private final List<MoveStep> found = new ArrayList<>();
  private String last = "";
  private boolean pending;
  private int inMoves;
  private int betweenMoves;
  private int whileOpening;

  /** The last thing that a process has said of itself. */
  String last() {
    return last;
  }

  /** Notes what a process has said of itself. */
  void note(String line) {
    last = line;
    switch (line) {
      case "opening" -> found.clear();
      case "working" -> count();
      case "made", "end" -> {}
      default -> throw new CrashViolation("a process said: " + line);
    }
  }

  /** Notes what a process has said of a tenant; false when it was of no move. */
  boolean noteTenant(String line) {
    String[] words = line.split(" ", 2);
    switch (words[0]) {
      case "found" -> found.add(MoveStep.valueOf(words[1]));
      case "moved" -> outcomes.merge(Outcome.valueOf(words[1]), 1, Integer::sum);
      case "step" -> {}
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Notes that the process was killed. */
  void killed() {
    boolean worked = last.equals("working");
    pending |= worked;
    whileOpening += worked ? 0 : 1;
    last = "";
  }

  private void count() {
    if (pending) {
      found.forEach(step -> steps.merge(step, 1, Integer::sum));
      boolean isMove = found.stream().anyMatch(step -> step != MoveStep.NO_MOVE);
      inMoves += isMove ? 1 : 0;
      betweenMoves += isMove ? 0 : 1;
      pending = false;
    }
  }

  /** How many kills have met a move. */
  int inMoves() {
    return inMoves;
  }

  /** The steps at which no mover was killed. */
  List<MoveStep> missing() {
    return Stream.of(MoveStep.values()).filter(step -> !steps.containsKey(step)).toList();
  }

  @Override
  public String toString() {
    return """
        kills: %d in moves, %d between moves, %d while the clusters were opened
        movers that were killed, by the step of their move: %s
        moves that ended: %s"""
        .formatted(inMoves, betweenMoves, whileOpening, steps, outcomes);
  }
}
