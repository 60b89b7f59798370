package dev.tenure.campaigns.globalindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.globalindex.ScenarioRange.Report;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All interleavings of two clients, after at most one earlier operation; none with outages. */
class ScenarioRangeTest {

  @ParameterizedTest
  @EnumSource
  void twoClientsViolateNothing(Mode mode) throws InterruptedException {
    Report report =
        ScenarioRange.of(mode, 2, mode.hasOutages() ? 0 : 1, EnumSet.allOf(Operation.Kind.class))
            .run(InstantSource.system(), 1);
    assertEquals(List.of(), report.findings().stream().map(FoundViolation::text).toList());
    assertTrue(report.isComplete());
    assertTrue(report.states() > 140_000, report::text);
  }
}
