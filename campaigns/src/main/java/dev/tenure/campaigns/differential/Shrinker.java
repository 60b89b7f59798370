package dev.tenure.campaigns.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Cuts a failing program down until no single step can be left out.
 */
final class Shrinker {
  private final Predicate<List<ProgramStep>> fails;

  Shrinker(Predicate<List<ProgramStep>> fails) {
    this.fails = fails;
  }

  List<ProgramStep> shrink(List<ProgramStep> program) {
    List<ProgramStep> least = program;
    for (int size = Math.max(1, least.size() / 2); size >= 1; size /= 2) {
      least = withoutStretches(least, size);
    }
    for (int before = -1; before != least.size(); ) {
      before = least.size();
      least = withoutStretches(least, 1);
    }
    return least;
  }

  /**
   * Leaves out every stretch of {@code size} steps without which the program still fails.
   */
  private List<ProgramStep> withoutStretches(List<ProgramStep> program, int size) {
    List<ProgramStep> least = program;
    int end = least.size();
    while (end > 0) {
      int begin = Math.max(0, end - size);
      List<ProgramStep> less = new ArrayList<>(least.subList(0, begin));
      less.addAll(least.subList(end, least.size()));
      if (fails.test(less)) {
        least = less;
      }
      end = begin;
    }
    return least;
  }
}
