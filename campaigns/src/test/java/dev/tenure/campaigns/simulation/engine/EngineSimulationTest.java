package dev.tenure.campaigns.simulation.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.simulation.report.SimulationReport;
import java.io.OutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineSimulationTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 26, 46})
  void aKnownSeedIsCleanAndRepeatsItself(long seed) {
    SimulationReport report = EngineSimulation.run(seed, OutputStream.nullOutputStream());
    assertTrue(report.isClean(), () -> "seed " + seed + ": " + report.failure());
    assertEquals(
        report.traceHash(),
        EngineSimulation.run(seed, OutputStream.nullOutputStream()).traceHash());
  }
}
