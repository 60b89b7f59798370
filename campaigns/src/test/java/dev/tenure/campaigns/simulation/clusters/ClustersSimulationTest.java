package dev.tenure.campaigns.simulation.clusters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClustersSimulationTest {

  @ParameterizedTest
  @ValueSource(longs = {104, 116, 119, 122, 139, 20_001})
  void aKnownSeedIsClean(long seed) {
    SimulationReport report = ClustersSimulation.run(seed, OutputStream.nullOutputStream());
    assertTrue(report.isClean(), () -> "seed " + seed + ": " + report.failure());
    assertTrue(report.edges().of(Edge.TENANT_MOVED) > 0);
  }

  @Test
  void aSeedRepeatsItself() {
    assertEquals(
        ClustersSimulation.run(1, OutputStream.nullOutputStream()).traceHash(),
        ClustersSimulation.run(1, OutputStream.nullOutputStream()).traceHash());
  }
}
