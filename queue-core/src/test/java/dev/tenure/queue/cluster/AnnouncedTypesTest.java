package dev.tenure.queue.cluster;

import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TestCluster;
import dev.tenure.queue.TypeNews;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.store.RecordStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Heartbeats, who is live, and when a type was last announced. */
final class AnnouncedTypesTest {
  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private Instant now() {
    return test.clock.instant();
  }

  private ConsumerInfo consumer(String id, Map<String, Integer> versions) {
    return new ConsumerInfo(id, now(), now(), new TreeMap<>(versions));
  }

  private List<String> beat(String id, Map<String, Integer> versions) {
    return join(test.cluster.consumers().heartbeat(consumer(id, versions))).stream()
        .map(ConsumerInfo::id)
        .toList();
  }

  private TypeNews news(String type, int version) {
    return join(
        test.database.run(
            context ->
                test.cluster
                    .space()
                    .openClusterStore(context)
                    .thenCompose(store -> ConsumerRegistry.news(store, type, version))));
  }

  private long written(Runnable action) {
    long before = test.meters.count(RecordCounter.RECORDS_SAVED);
    action.run();
    return test.meters.count(RecordCounter.RECORDS_SAVED) - before;
  }

  @Test
  void aHeartbeatTellsWhoIsLiveItselfIncludedInOneTransaction() {
    assertEquals(List.of("b"), beat("b", Map.of("send", 1)));
    assertEquals(List.of("a", "b"), beat("a", Map.of("send", 1)));
    long before = test.meters.count(RecordCounter.TRANSACTIONS_OPENED);
    assertEquals(List.of("a", "b"), beat("b", Map.of("send", 1)));
    assertEquals(1, test.meters.count(RecordCounter.TRANSACTIONS_OPENED) - before);
    test.advance(ConsumerRegistry.LIVE.plusMillis(1));
    assertEquals(List.of("a"), beat("a", Map.of("send", 1)));
    assertEquals(
        beat("a", Map.of("send", 1)),
        join(test.cluster.consumers().live()).stream().map(ConsumerInfo::id).toList());
  }

  @Test
  void theVersionsOfAConsumerAreKept() {
    beat("a", new TreeMap<>(Map.of("print", 3, "send", 2)));
    ConsumerInfo found = join(test.cluster.consumers().live()).get(0);
    assertEquals(new TreeMap<>(Map.of("print", 3, "send", 2)), found.versions());
    assertTrue(found.knows("print", 3));
    assertFalse(found.knows("print", 4));
    assertFalse(found.knows("other", 1));
    assertEquals(Set.of("print", "send"), found.types());
  }

  @Test
  void aTypeIsAnnouncedWhenItIsNewAndThenAtMostOnceAMinute() {
    assertEquals(2, written(() -> beat("a", Map.of("send", 1))));
    assertEquals(1, written(() -> beat("a", Map.of("send", 1))));
    assertEquals(1, written(() -> beat("b", Map.of("send", 1))));
    assertEquals(2, written(() -> beat("b", Map.of("send", 2))));
    test.advance(Duration.ofMinutes(1).minusMillis(1));
    assertEquals(1, written(() -> beat("a", Map.of("send", 1))));
    test.advance(Duration.ofMillis(1));
    assertEquals(2, written(() -> beat("a", Map.of("send", 1))));
  }

  @Test
  void newsTellOfLiveConsumersAndOfTheLastAnnouncementOfThatVersionOrAHigherOne() {
    assertEquals(new TypeNews(false, Optional.empty()), news("send", 1));
    Instant first = now();
    beat("old", Map.of("send", 1));
    test.advance(Duration.ofSeconds(5));
    Instant second = now();
    beat("new", Map.of("send", 3));
    assertEquals(new TypeNews(true, Optional.of(second)), news("send", 1));
    assertEquals(new TypeNews(true, Optional.of(second)), news("send", 3));
    assertEquals(new TypeNews(false, Optional.empty()), news("send", 4));
    assertEquals(new TypeNews(false, Optional.empty()), news("sen", 1));
    test.advance(ConsumerRegistry.LIVE);
    assertEquals(new TypeNews(true, Optional.of(second)), news("send", 2));
    // read versions are right to some milliseconds
    test.advance(Duration.ofMillis(100));
    TypeNews gone = news("send", 2);
    assertEquals(new TypeNews(false, Optional.of(second)), gone);
    assertTrue(gone.isUnknownSince(second));
    assertFalse(gone.isUnknownSince(second.minusMillis(1)));
    assertTrue(first.isBefore(second));
  }

  @Test
  void announcementsOfLongAgoAreForgotten() {
    beat("a", Map.of("send", 1));
    test.advance(AnnouncedTypes.FORGOTTEN);
    beat("b", Map.of("print", 1));
    assertTrue(news("send", 1).announced().isPresent());
    test.advance(Duration.ofMinutes(1));
    beat("b", Map.of("print", 1));
    assertTrue(news("send", 1).announced().isEmpty());
  }

  @Test
  void whoReadsTheNewsConflictsWithTheFirstToAnnounceTheType() {
    try (RecordContext context = test.database.openContext()) {
      RecordStore store = join(test.cluster.space().openClusterStore(context));
      assertTrue(join(ConsumerRegistry.news(store, "send", 1)).isUnknownSince(now()));
      beat("a", Map.of("send", 2));
      context.set(new byte[] {'x'}, new byte[0]);
      assertThrows(RuntimeException.class, () -> join(context.commit()));
    }
  }

  @Test
  void heartbeatsNeverConflict() {
    try (RecordContext context = test.database.openContext()) {
      RecordStore store = join(test.cluster.space().openClusterStore(context));
      join(new AnnouncedTypes(store).announce(consumer("a", Map.of("send", 1))));
      beat("b", Map.of("send", 1));
      join(context.commit());
    }
    assertEquals(
        List.of("b"),
        join(test.cluster.consumers().live()).stream().map(ConsumerInfo::id).toList());
  }
}
