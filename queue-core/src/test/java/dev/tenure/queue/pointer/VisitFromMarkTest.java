package dev.tenure.queue.pointer;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.tenure.queue.TestCluster;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A visit passes over what came before its mark for two seconds, and no longer. */
final class VisitFromMarkTest {
  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private List<String> visit() {
    PointerRef ref;
    try (var context = test.database.openContext()) {
      long application = join(test.cluster.applicationId(context, "mail")).orElseThrow();
      ref = new PointerRef(application, TestCluster.TENANT, "default", 0);
    }
    VisitRequest request = new VisitRequest("c", 3, 1_000_000, Duration.ofSeconds(30), any -> true);
    VisitResult result = test.settled(test.cluster.visits().visit(ref, List.of(), request));
    return assertInstanceOf(VisitResult.Taken.class, result).items().stream()
        .map(taken -> taken.item().id())
        .toList();
  }

  @Test
  void anItemOfAProducerWhoseClockIsBehindIsTakenWithinTwoSeconds() {
    for (int i = 0; i < 30; i++) {
      test.run(tx -> tx.zone().enqueue(item("x")));
      test.advance(Duration.ofMillis(1));
    }
    visit();
    TestCluster.OtherProcess behind = test.process(Duration.ofSeconds(-5));
    behind.run(tx -> tx.zone().enqueue(item("y").withId("early")));
    assertFalse(visit().contains("early"));
    test.advance(Duration.ofMillis(1_999));
    assertFalse(visit().contains("early"));
    test.advance(Duration.ofMillis(1));
    assertEquals("early", visit().get(0));
  }
}
