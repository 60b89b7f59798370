package dev.tenure.campaigns.simulation.deployments;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tenure.campaigns.simulation.report.SimulationReport;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** More seeds are run with those of the other worlds. */
class DeploymentSimulationTest {
  private static final int FEW_SEEDS = 20;

  @ParameterizedTest
  @ValueSource(longs = {1, 4, 7, 12, 17, 33, 36, 962_115, 962_227})
  void aKnownSeedIsClean(long seed) {
    SimulationReport report = run(seed);
    report
        .failure()
        .ifPresent(
            failure ->
                fail("seed " + seed + "\n" + String.join("\n", report.traceTail()), failure));
  }

  @Test
  void oneSeedGivesTheSameHistoryTwice() {
    assertEquals(run(4).traceHash(), run(4).traceHash());
  }

  @Test
  void fewSeedsDrawEveryTrouble() {
    Set<Trouble> drawn = EnumSet.noneOf(Trouble.class);
    for (long seed = 0; seed < FEW_SEEDS; seed++) {
      drawn.addAll(DeploymentPlan.seeded(seed).troubles());
    }
    assertEquals(EnumSet.allOf(Trouble.class), drawn);
  }

  @Test
  void clocksAreWrongOnlyWhereMostAreRight() {
    for (long seed = 0; seed < FEW_SEEDS; seed++) {
      DeploymentPlan plan = DeploymentPlan.seeded(seed);
      int consumers = plan.apart() ? 2 * plan.consumers() : plan.consumers();
      assertTrue(!plan.has(Trouble.WRONG_CLOCK) || consumers > 2, plan::toString);
    }
  }

  private static SimulationReport run(long seed) {
    return DeploymentSimulation.run(DeploymentPlan.seeded(seed), OutputStream.nullOutputStream());
  }
}
