package dev.tenure.campaigns.simulation.drills;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.tenure.campaigns.simulation.report.SimulationReport;
import java.io.OutputStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each drill once; more seeds are run with those of the other worlds. */
class DrillRunnerTest {

  static LongStream seeds() {
    return LongStream.range(0, DrillRunner.DRILLS.size());
  }

  @ParameterizedTest
  @MethodSource("seeds")
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
    assertEquals(run(1).traceHash(), run(1).traceHash());
  }

  private static SimulationReport run(long seed) {
    return new DrillRunner().run(seed, OutputStream.nullOutputStream());
  }
}
