package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TestCluster;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two that change the settings of a zone at a time, or one that changes and one that reads. */
final class StoredSettingsTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private ZoneSettings change(UnaryOperator<ZoneSettings> change) {
    return test.run(tx -> tx.zone().changeSettings(change));
  }

  private ZoneSettings settings() {
    return test.run(tx -> tx.zone().settings());
  }

  private static void assertConflicts(TestCluster.Open open) {
    RuntimeException error = assertThrows(RuntimeException.class, open::commit);
    assertTrue(FdbErrorPredicates.conflict(error), error::toString);
  }

  /** What commits first wins; the other has to look again. */
  private void assertConflict(UnaryOperator<ZoneSettings> first, UnaryOperator<ZoneSettings> then) {
    try (TestCluster.Open one = test.open();
        TestCluster.Open other = test.open()) {
      join(one.tx().zone().changeSettings(first));
      join(other.tx().zone().changeSettings(then));
      one.commit();
      assertConflicts(other);
    }
  }

  private static ZoneSettings pause(ZoneSettings before) {
    return before.withPaused(true);
  }

  private static ZoneSettings resume(ZoneSettings before) {
    return before.withPaused(false);
  }

  private static ZoneSettings remember(ZoneSettings before) {
    return before.withDedupFor(HOUR);
  }

  @Test
  void aPauseIsNotLostBesideAChangeOfWhatIsRemembered() {
    assertConflict(StoredSettingsTest::pause, StoredSettingsTest::remember);
    assertEquals(new ZoneSettings(true), settings());
    change(StoredSettingsTest::remember);
    assertEquals(new ZoneSettings(true, HOUR), settings());
  }

  @Test
  void whatIsRememberedIsNotLostBesideAPause() {
    assertConflict(StoredSettingsTest::remember, StoredSettingsTest::pause);
    assertEquals(new ZoneSettings(false, HOUR), settings());
  }

  /** A resumption that took the zone for running would wake nobody. */
  @Test
  void aResumptionLooksAgainAfterAPauseThatCommitsFirst() {
    change(StoredSettingsTest::remember);
    assertConflict(StoredSettingsTest::pause, StoredSettingsTest::resume);
    assertTrue(settings().paused());
  }

  @Test
  void aPauseLooksAgainAfterAResumptionThatCommitsFirst() {
    change(StoredSettingsTest::pause);
    assertConflict(StoredSettingsTest::resume, StoredSettingsTest::pause);
    assertEquals(ZoneSettings.defaults(), settings());
  }

  @Test
  void aZoneWithoutSettingsHasDefaults() {
    assertEquals(ZoneSettings.defaults(), settings());
    assertEquals(ZoneSettings.defaults(), test.run(tx -> tx.zone().settingsSerializably()));
  }

  @Test
  void aTransactionThatReadTheSettingsSeriallyConflictsWithTheirFirstChange() {
    try (TestCluster.Open reading = test.open()) {
      assertEquals(ZoneSettings.defaults(), join(reading.tx().zone().settingsSerializably()));
      join(reading.tx().zone().enqueue(TestCluster.item("x")));
      change(StoredSettingsTest::pause);
      assertConflicts(reading);
    }
  }

  @Test
  void aTransactionThatOnlyLookedAtTheSettingsDoesNotConflict() {
    try (TestCluster.Open reading = test.open()) {
      join(reading.tx().zone().settings());
      join(reading.tx().zone().enqueue(TestCluster.item("x").withId("a")));
      change(StoredSettingsTest::remember);
      reading.commit();
    }
  }
}
