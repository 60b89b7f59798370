package dev.tenure.campaigns.simulation.indexes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import java.io.OutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndexSimulationTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aKnownSeedIsCleanAndRepeatsItself(long seed) {
    SimulationReport report = IndexSimulation.run(seed, OutputStream.nullOutputStream());
    assertTrue(report.isClean(), () -> "seed " + seed + ": " + report.failure());
    assertTrue(report.edges().of(Edge.INDEX_COMPARED) > 0);
    assertTrue(report.edges().of(Edge.CHANGE_FOLLOWED) > 0);
    assertEquals(
        report.traceHash(), IndexSimulation.run(seed, OutputStream.nullOutputStream()).traceHash());
  }
}
