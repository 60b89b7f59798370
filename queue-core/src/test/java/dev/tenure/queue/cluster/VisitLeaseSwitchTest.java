package dev.tenure.queue.cluster;

import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TestCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who may switch leases of visits on, and who learns of it. */
final class VisitLeaseSwitchTest {
  private static final ClusterOptions ON = ClusterOptions.named("test");
  private static final ClusterOptions OFF = ON.withVisitLeases(false);

  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start(OFF);
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
                new ConsumerInfo(id, now, now, new TreeMap<>())
                    .withContentFormatMax(contentFormatMax)));
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

  private QueueCluster open(ClusterOptions options) {
    return join(
        QueueCluster.open(test.database, options, TenantSchemas.same(TestCluster.metaData())));
  }

  private void deleteSettings() {
    join(
        test.database.run(
            context ->
                test.cluster
                    .space()
                    .openClusterStore(context)
                    .thenCompose(store -> store.delete(ClusterSchema.SETTINGS, Tuple.from(0)))));
  }

  @Test
  void aNewClusterHasThemOnUnlessItsOptionsSayOtherwise() {
    assertFalse(join(test.cluster.leasesTogether()));
    assertTrue(join(open(ON.withRoot("another")).leasesTogether()));
  }

  @Test
  void aClusterKeepsWhatItWasMadeWith() {
    assertFalse(join(open(ON.withShards(2)).leasesTogether()));
    join(test.cluster.leaseTogether(true));
    assertTrue(join(open(OFF.withShards(3)).leasesTogether()));
    beat("new", 1);
    assertEquals(3, test.cluster.shards());
  }

  @Test
  void aClusterThatConsumersKnowIsNotNew() {
    beat("old", 0);
    deleteSettings();
    assertFalse(join(open(ON).leasesTogether()));
    join(test.cluster.consumers().forget("old"));
    deleteSettings();
    assertTrue(join(open(ON).leasesTogether()));
  }
}
