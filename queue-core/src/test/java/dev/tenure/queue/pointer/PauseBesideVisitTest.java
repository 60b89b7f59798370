package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TestCluster;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.ZoneSettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pause or its end that commits while a visit is under way. */
final class PauseBesideVisitTest {
  private static final Duration GRACE = Duration.ofSeconds(30);

  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    test.run(tx -> tx.zone().enqueue(TestCluster.item("x").withId("a")));
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private PointerRef ref() {
    try (var context = test.database.openContext()) {
      long application = join(test.cluster.applicationId(context, "mail")).orElseThrow();
      return new PointerRef(application, TestCluster.TENANT, "default", 0);
    }
  }

  private static VisitRequest request() {
    return new VisitRequest("c", 8, 1_000_000, Duration.ofSeconds(30), any -> true);
  }

  private Interleaved begin() {
    return new Interleaved(test, ref(), request(), GRACE);
  }

  private VisitResult visit() {
    return test.settled(test.cluster.visits().visit(ref(), List.of(), request()));
  }

  private void pause(boolean paused) {
    test.run(tx -> tx.zone().changeSettings(before -> before.withPaused(paused)));
  }

  private WorkItem item() {
    return test.run(tx -> tx.zone().find("a")).orElseThrow();
  }

  @Test
  void aVisitThatDidNotSeeThePauseGivesOutNothing() {
    Interleaved visit = begin();
    assertInstanceOf(VisitResult.Taken.class, visit.runUncommitted());
    pause(true);
    assertTrue(visit.commitConflicts());
    assertTrue(item().lease().isEmpty());
    assertInstanceOf(VisitResult.Idle.class, visit());
    assertTrue(item().lease().isEmpty());
  }

  @Test
  void aVisitThatDidNotSeeThePauseOfAZoneWithSettingsGivesOutNothing() {
    test.run(tx -> tx.zone().saveSettings(new ZoneSettings(false, Duration.ofHours(1))));
    Interleaved visit = begin();
    assertInstanceOf(VisitResult.Taken.class, visit.runUncommitted());
    pause(true);
    assertTrue(visit.commitConflicts());
    assertTrue(item().lease().isEmpty());
  }

  @Test
  void aVisitThatDidNotSeeTheEndOfThePauseLooksAgain() {
    pause(true);
    Interleaved visit = begin();
    assertInstanceOf(VisitResult.Idle.class, visit.runUncommitted());
    pause(false);
    assertTrue(visit.commitConflicts());
    assertEquals(1, assertInstanceOf(VisitResult.Taken.class, visit()).items().size());
  }

  @Test
  void aVisitConflictsWithNoEnqueueOfAGivenIdThatReadsTheSettings() {
    Interleaved visit = begin();
    assertInstanceOf(VisitResult.Taken.class, visit.runUncommitted());
    test.run(tx -> tx.zone().enqueue(TestCluster.item("y").withId("b")));
    assertFalse(visit.commitConflicts());
  }
}
