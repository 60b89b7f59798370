package dev.tenure.campaigns.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs programs on two databases, a step on the one and then on the other. */
final class ProgramComparison {
  private final DatabaseUnderTest left;
  private final DatabaseUnderTest right;

  /**
   * Where two runs of a program differ first.
   *
   * @param before what the steps before gave on both
   */
  record Difference(List<String> before, ProgramStep step, String left, String right) {

    /** Whether it is the same step that differs in the same way. */
    boolean isLike(Difference other) {
      return step.equals(other.step) && left.equals(other.left) && right.equals(other.right);
    }
  }

  ProgramComparison(DatabaseUnderTest left, DatabaseUnderTest right) {
    this.left = left;
    this.right = right;
  }

  /** The first difference, if there is one every time the program is run. */
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

  /** A program and its difference as people read them. */
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
