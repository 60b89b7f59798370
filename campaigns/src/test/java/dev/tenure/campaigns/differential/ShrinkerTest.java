package dev.tenure.campaigns.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  private static final ProgramStep NEEDED = new WriteStep.Clear(0, "needed");
  private static final ProgramStep ALSO = new LifeStep.Commit(0);

  @Test
  void onlyTheStepsWithoutWhichItDoesNotFailAreLeft() {
    List<ProgramStep> program = new ArrayList<>();
    for (int each = 0; each < 41; each++) {
      program.add(new ReadStep.Get(0, "k" + each, false));
    }
    program.add(7, NEEDED);
    program.add(30, ALSO);
    Shrinker shrinker =
        new Shrinker(less -> less.contains(NEEDED) && less.indexOf(ALSO) > less.indexOf(NEEDED));
    assertEquals(List.of(NEEDED, ALSO), shrinker.shrink(program));
  }

  @Test
  void stepsThatFailWithOneAnotherAreBothLeft() {
    List<ProgramStep> program = List.of(NEEDED, ALSO, NEEDED, ALSO, ALSO);
    Shrinker shrinker = new Shrinker(less -> less.size() >= 2 && less.get(0).equals(NEEDED));
    assertEquals(2, shrinker.shrink(program).size());
  }
}
