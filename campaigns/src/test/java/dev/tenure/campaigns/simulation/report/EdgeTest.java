package dev.tenure.campaigns.simulation.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.testkit.engine.EngineFault;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EdgeTest {

  @ParameterizedTest
  @EnumSource
  void everyFaultOfTheEngineIsAnEdge(EngineFault fault) {
    assertEquals(fault.name(), Edge.valueOf(fault.name()).name());
  }
}
