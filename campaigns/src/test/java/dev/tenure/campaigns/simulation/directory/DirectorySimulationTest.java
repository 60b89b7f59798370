package dev.tenure.campaigns.simulation.directory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.report.SimulationReport;
import java.io.OutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectorySimulationTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 500_024, 504_534})
  void aKnownSeedIsClean(long seed) {
    SimulationReport report = DirectorySimulation.run(seed, OutputStream.nullOutputStream());
    assertTrue(report.isClean(), () -> "seed " + seed + ": " + report.failure());
    assertTrue(report.edges().of(Edge.TENANT_CREATED) > 0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1})
  void aSeedRepeatsItself(long seed) {
    assertEquals(
        DirectorySimulation.run(seed, OutputStream.nullOutputStream()).traceHash(),
        DirectorySimulation.run(seed, OutputStream.nullOutputStream()).traceHash());
  }
}
