package dev.tenure.queue.cluster;

import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TestCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who may switch leases of visits on, and who learns of it. */
final class VisitLeaseSwitchTest {
  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private void beat(String id, int contentFormatMax) {
    Instant now = test.clock.instant();
    join(
        test.cluster
            .consumers()
            .heartbeat(
                new ConsumerInfo(
                    id,
                    now,
                    now,
                    new TreeMap<>(),
                    Set.of(),
                    Set.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ZERO,
                    contentFormatMax)));
  }

  @Test
  void consumersLearnOfTheSwitchByTheirHeartbeats() {
    beat("new", 1);
    assertFalse(join(test.cluster.leasesTogether()));
    join(test.cluster.leaseTogether(true));
    assertTrue(join(test.cluster.leasesTogether()));
    assertFalse(test.cluster.space().leasesTogether());
    beat("new", 1);
    assertTrue(test.cluster.space().leasesTogether());
    join(test.cluster.leaseTogether(false));
    beat("new", 1);
    assertFalse(test.cluster.space().leasesTogether());
  }

  @Test
  void aConsumerOfAnEarlierReleaseKeepsTheSwitchOffWhileItLives() {
    beat("new", 1);
    beat("old", 0);
    QueueException refused =
        assertThrows(QueueException.class, () -> join(test.cluster.leaseTogether(true)));
    assertEquals(QueueException.Code.FORMAT_UNKNOWN, refused.code());
    assertTrue(String.valueOf(refused.getMessage()).contains("[old]"), refused::getMessage);
    assertFalse(join(test.cluster.leasesTogether()));
    join(test.cluster.leaseTogether(false));
    test.advance(Duration.ofMinutes(1));
    join(test.cluster.leaseTogether(true));
    assertTrue(join(test.cluster.leasesTogether()));
  }
}
