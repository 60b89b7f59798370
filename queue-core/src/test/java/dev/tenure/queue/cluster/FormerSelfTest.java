package dev.tenure.queue.cluster;

import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TestCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The clock of a process that is started again and again counts once. */
class FormerSelfTest {
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

  private void beat(QueueCluster process, String id, Instant startedAt) {
    Instant now = test.clock.instant();
    join(process.consumers().heartbeat(new ConsumerInfo(id, startedAt, now, Set.of("send"))));
  }

  private void beat(QueueCluster process, String id) {
    beat(process, id, Instant.EPOCH);
  }

  private void startAnew(String id, Duration ahead) {
    test.advance(Duration.ofSeconds(3));
    beat(test.process(ahead).cluster(), id, test.clock.instant().plus(ahead));
  }

  /** Seed 1060654 of the world deployments: its three lives were the majority. */
  @Test
  void processWithAWrongClockThatRestartsOftenIsNoMajority() {
    beat(test.cluster, "right");
    beat(test.process(Duration.ZERO).cluster(), "right too");
    startAnew("wrong-1", HOUR);
    startAnew("wrong-2", HOUR);
    startAnew("wrong-3", HOUR);
    beat(test.cluster, "right");
    assertEquals(Duration.ZERO, test.cluster.time().skew());
  }

  /** Seed 1012350 of the world deployments: its former self made its clock the majority's. */
  @Test
  void processThatBeginsDoesNotHeedItsFormerSelf() {
    beat(test.cluster, "right");
    startAnew("wrong-1", HOUR);
    test.advance(Duration.ofSeconds(3));
    QueueCluster again = test.process(HOUR).cluster();
    beat(again, "wrong-2", test.clock.instant().plus(HOUR));
    assertTrue(again.time().isWaiting());
  }

  @Test
  void consumersWithOtherClocksCountEach() {
    beat(test.cluster, "ahead");
    startAnew("one", HOUR.negated());
    startAnew("two", HOUR.negated().plusSeconds(3));
    startAnew("three", HOUR.negated().plusSeconds(6));
    beat(test.cluster, "ahead");
    assertEquals(HOUR.minusSeconds(3), test.cluster.time().skew());
  }

  @Test
  void consumersThatRunBesideOneAnotherCountEach() {
    beat(test.cluster, "ahead");
    QueueCluster right = test.process(HOUR.negated()).cluster();
    QueueCluster another = test.process(HOUR.negated()).cluster();
    beat(right, "one");
    beat(another, "two");
    test.advance(Duration.ofSeconds(5));
    beat(right, "one");
    beat(another, "two");
    beat(test.cluster, "ahead");
    assertEquals(HOUR, test.cluster.time().skew());
  }
}
