package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.inflight.VisitKey;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.pointer.PointerRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharesTest {
  private static final Set<String> TYPES = Set.of("send");

  private static ConsumerInfo consumer(String id, Set<String> types) {
    return new ConsumerInfo(id, Instant.EPOCH, Instant.EPOCH, types);
  }

  private static Shares shares(String self, List<ConsumerInfo> live) {
    Shares shares = new Shares(self, true);
    shares.live("cluster", live);
    return shares;
  }

  private static List<Shares> fleet(int count) {
    List<ConsumerInfo> live =
        IntStream.range(0, count).mapToObj(i -> consumer("c" + i, TYPES)).toList();
    return live.stream().map(each -> shares(each.id(), live)).toList();
  }

  @Test
  void consumersThatWorkForOtherApplicationsDoNotDivide() {
    ConsumerInfo all = consumer("all", TYPES);
    ConsumerInfo mail = consumer("mail", TYPES).withServed(Set.of("mail"));
    ConsumerInfo mailToo = consumer("mail too", TYPES).withServed(Set.of("mail"));
    List<ConsumerInfo> live = List.of(all, mail, mailToo);
    assertEquals(1, shares("all", live).of("cluster", 0, 1).part());
    assertEquals(0.5, shares("mail", live).of("cluster", 0, 1).part());
    assertEquals(0.5, shares("mail too", live).of("cluster", 0, 1).part());
  }

  @Test
  void whoseWorkersDoNotBecomeFreeHasNoPartOfTheShares() {
    List<ConsumerInfo> live =
        List.of(consumer("a", TYPES), consumer("b", TYPES).stuck(), consumer("c", TYPES));
    assertEquals(0.5, shares("a", live).of("cluster", 0, 1).part());
    assertEquals(0.5, shares("c", live).of("cluster", 0, 1).part());
  }

  private static List<VisitKey> zones(int shard) {
    List<VisitKey> keys = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      PointerRef ref = new PointerRef(7, new TenantId("mail", "user-" + i), "default", shard);
      keys.add(new VisitKey.OfZone("cluster", ref));
      keys.add(new VisitKey.OfLocalItem("cluster", shard, "item-" + i));
    }
    return keys;
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 2", "1, 16", "3, 2", "4, 3", "5, 16", "16, 4", "16, 16", "16, 7"})
  void eachZoneAndLocalItemIsInTheShareOfOneConsumer(int shards, int consumers) {
    List<Shares> fleet = fleet(consumers);
    for (int shard = 0; shard < shards; shard++) {
      for (VisitKey key : zones(shard)) {
        int at = shard;
        long owners =
            fleet.stream().filter(each -> each.of("cluster", at, shards).contains(key)).count();
        assertEquals(1, owners, () -> key + " of shard " + at);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 16", "4, 3", "16, 4", "16, 7", "16, 16"})
  void sharesAreEquallyLargeAndInFewShards(int shards, int consumers) {
    double fair = (double) shards / consumers;
    for (Shares each : fleet(consumers)) {
      List<Double> parts =
          IntStream.range(0, shards)
              .mapToObj(shard -> each.of("cluster", shard, shards).part())
              .filter(part -> part > 0)
              .toList();
      assertEquals(fair, parts.stream().mapToDouble(part -> part).sum(), 1e-9);
      assertTrue(parts.size() <= Math.ceil(fair) + 1, parts.toString());
    }
  }

  @Test
  void zonesAreSpreadEvenly() {
    for (Shares each : fleet(4)) {
      ShardShare share = each.of("cluster", 0, 1);
      long own = zones(0).stream().filter(share::contains).count();
      assertTrue(own > 400 && own < 600, own + " of 2,000 are of one of four");
    }
  }

  @Test
  void whoRunsOtherTypesTakesNothingFromAShare() {
    List<ConsumerInfo> live =
        List.of(
            consumer("a", TYPES),
            consumer("b", Set.of("print")),
            consumer("c", Set.of("send", "print")));
    live.forEach(each -> assertEquals(ShardShare.ALL, shares(each.id(), live).of("cluster", 0, 1)));
  }

  @Test
  void aConsumerThatIsNotOnTheListHasAll() {
    Shares late = shares("late", List.of(consumer("a", TYPES), consumer("b", TYPES)));
    assertEquals(ShardShare.ALL, late.of("cluster", 0, 1));
    assertEquals(ShardShare.ALL, new Shares("first", true).of("cluster", 0, 1));
  }

  @Test
  void undividedEverythingIsEverybodys() {
    Shares undivided = new Shares("a", false);
    undivided.live("cluster", List.of(consumer("a", TYPES), consumer("b", TYPES)));
    assertEquals(ShardShare.ALL, undivided.of("cluster", 0, 1));
  }
}
