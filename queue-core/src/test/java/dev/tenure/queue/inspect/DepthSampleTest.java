package dev.tenure.queue.inspect;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.inspect.DepthSample.TypeDepth;
import dev.tenure.queue.zone.ZoneSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DepthSampleTest {
  private final TestCluster test = TestCluster.start(ClusterOptions.named("test").withShards(3));

  @AfterEach
  void stop() {
    test.close();
  }

  private void enqueue(String zone, NewItem item) {
    test.run(tx -> tx.zone(zone).enqueue(item));
  }

  private DepthSample sample(int zonesMax) {
    return join(new ClusterInspector(test.cluster).depths(zonesMax));
  }

  @Test
  void itemsOfAllZonesAndShardsAreAddedUpByType() {
    Instant start = test.clock.instant();
    enqueue("a", item("x"));
    test.advance(Duration.ofSeconds(1));
    for (String zone : new String[] {"a", "b", "c", "d", "e"}) {
      enqueue(zone, item("y"));
    }
    enqueue("e", NewItem.of(TestCluster.PRINT, "z").withDelay(Duration.ofHours(1)));
    DepthSample sample = sample(100);
    assertEquals(
        Map.of(
            "send", new TypeDepth(6, Optional.of(start)),
            "print", new TypeDepth(1, Optional.empty())),
        sample.byType());
    assertEquals(5, sample.zones());
    assertEquals(5, sample.pointers());
    assertTrue(sample.complete());
  }

  @Test
  void whatIsPausedDoesNotWait() {
    enqueue("a", item("x"));
    test.run(tx -> tx.zone("a").changeSettings(now -> new ZoneSettings(true)));
    assertEquals(Map.of("send", new TypeDepth(1, Optional.empty())), sample(100).byType());
  }

  @Test
  void aSampleOfFewZonesSaysThatItIsNotComplete() {
    for (int i = 0; i < 20; i++) {
      enqueue("zone-" + i, item("x"));
    }
    DepthSample sample = sample(7);
    assertEquals(7, sample.zones());
    assertEquals(20, sample.pointers());
    assertFalse(sample.complete());
    assertEquals(
        Map.of("send", new TypeDepth(7, Optional.of(test.clock.instant()))), sample.byType());
  }

  @Test
  void aZoneThatCannotBeLookedIntoIsCounted() {
    enqueue("a", item("x"));
    test.deleteTenantStore();
    DepthSample sample = sample(7);
    assertEquals(1, sample.unreadable());
    assertEquals(0, sample.zones());
    assertFalse(sample.complete());
  }

  @Test
  void aBoundOutOfRangeIsRefused() {
    assertEquals(
        "zonesMax is 1001, it must be 1 to 1000",
        assertThrows(IllegalArgumentException.class, () -> sample(1_001)).getMessage());
  }
}
