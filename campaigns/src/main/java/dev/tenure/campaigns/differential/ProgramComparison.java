package dev.tenure.campaigns.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs programs on two databases: each step on the first, then on the second.
 */
final class ProgramComparison {
  private final DatabaseUnderTest left;
  private final DatabaseUnderTest right;

  /**
   * The first step whose outcomes differ.
   *
   * @param before the outcomes of earlier steps, equal on both
   */
  record Difference(List<String> before, ProgramStep step, String left, String right) {

    /**
     * Whether the same step differs in the same way.
     */
    boolean isLike(Difference other) {
      return step.equals(other.step) && left.equals(other.left) && right.equals(other.right);
    }
  }

  ProgramComparison(DatabaseUnderTest left, DatabaseUnderTest right) {
    this.left = left;
    this.right = right;
  }

  /**
   * The first difference; empty unless it shows each time the program is run.
   */
  Optional<Difference> difference(List<ProgramStep> program) {
    int tries = Math.max(left.tries(), right.tries());
    Optional<Difference> first = run(program);
    for (int again = 1; again < tries && first.isPresent(); again++) {
      Difference difference = first.get();
      first = run(program).filter(difference::isLike);
    }
    return first;
  }

  private Optional<Difference> run(List<ProgramStep> program) {
    try (Player one = new Player(left);
        Player other = new Player(right)) {
      List<String> before = new ArrayList<>();
      for (ProgramStep step : program) {
        String leftOutcome = one.play(step);
        String rightOutcome = other.play(step);
        if (!leftOutcome.equals(rightOutcome)) {
          return Optional.of(new Difference(before, step, leftOutcome, rightOutcome));
        }
        before.add(leftOutcome);
      }
      return Optional.empty();
    }
  }

  /**
   * The program and its difference, for readers.
   */
  String describe(List<ProgramStep> program, Difference difference) {
    StringBuilder text = new StringBuilder();
    for (int index = 0; index < difference.before.size(); index++) {
      String outcome = difference.before.get(index);
      text.append("  ").append(program.get(index));
      text.append(outcome.equals("ok") ? "" : "  -> " + outcome).append('\n');
    }
    return text.append("  %s%n".formatted(difference.step))
        .append("  %s: %s%n".formatted(left.name(), difference.left))
        .append("  %s: %s%n".formatted(right.name(), difference.right))
        .toString();
  }
}
