package dev.tenure.campaigns.globalindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.campaigns.globalindex.ScenarioRange.Report;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All interleavings of two clients, after at most one earlier operation; none with outages. */
class ScenarioRangeTest {

  private static final Set<Operation.Kind> ALL = EnumSet.allOf(Operation.Kind.class);

  @ParameterizedTest
  @EnumSource(names = {"REPLACE", "OUTAGES", "WRITES_WHILE_DOWN"})
  void twoClientsViolateNothing(Mode mode) throws InterruptedException {
    Report report =
        ScenarioRange.of(mode, 2, mode.hasOutages() ? 0 : 1, ALL).run(InstantSource.system(), 1);
    assertEquals(List.of(), report.findings().stream().map(FoundViolation::text).toList());
    assertTrue(report.isComplete());
    assertTrue(report.states() > 140_000, report::text);
  }

  /** One scenario in five; the command explores all of them. */
  @ParameterizedTest
  @EnumSource(names = {"DELETE_INSERT", "SHARED"})
  void twoClientsViolateNothingInAPart(Mode mode) throws InterruptedException {
    Report report =
        new ScenarioRange(mode, 2, 1, 1, ALL, 1, 5, 1, Optional.empty())
            .run(InstantSource.system(), 1);
    assertEquals(List.of(), report.findings().stream().map(FoundViolation::text).toList());
    assertTrue(report.states() > 50_000, report::text);
  }

  /** One scenario in three; the command explores all of them. */
  @ParameterizedTest
  @EnumSource(names = {"MOVES", "INDEX_MOVES"})
  void oneClientBesideAMoverViolatesNothing(Mode mode) throws InterruptedException {
    Report report =
        new ScenarioRange(mode, 1, 1, 1, ALL, 1, 3, 1, Optional.empty())
            .run(InstantSource.system(), 1);
    assertEquals(List.of(), report.findings().stream().map(FoundViolation::text).toList());
    assertTrue(report.states() > 100_000, report::text);
  }
}
