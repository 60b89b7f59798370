package dev.tenure.campaigns.simulation.planner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import java.io.OutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuerySimulationTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 900049})
  void aKnownSeedIsCleanAndRepeatsItself(long seed) {
    SimulationReport report = QuerySimulation.run(seed, OutputStream.nullOutputStream());
    assertTrue(report.isClean(), () -> "seed " + seed + ": " + report.failure());
    assertTrue(report.edges().of(Edge.QUERY_PLANNED) > 0);
    assertEquals(
        report.traceHash(), QuerySimulation.run(seed, OutputStream.nullOutputStream()).traceHash());
  }
}
