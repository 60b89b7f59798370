package dev.tenure.record.global.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.upkeep.LateShards;
import dev.tenure.record.global.upkeep.LateShards.Life;
import dev.tenure.record.global.upkeep.Upkeep;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** 256 data shards and 256 index shards, as the paper aims at, under virtual time. */
class ManyShardsTest {
  private static final int SHARDS = 256;
  private static final int CLIENTS = 16;
  private static final int RECORDS_EACH = 150;
  private static final int EMAILS = 1_800;
  private static final KeyDefinitions KEYS = KeyDefinitions.of(KeyDefinition.alternate("email"));

  private final Random random = new Random(7);
  private final VirtualTime time = new VirtualTime(random);
  private final LateShards shards = new LateShards(time, SHARDS, SHARDS);
  private final TreeMap<PrimaryKey, DataRecord> acknowledged = new TreeMap<>();

  /** Creates records of its own, and gives each another address once. */
  private CompletableFuture<Void> work(GlobalIndex client, int number) {
    int[] done = {0};
    return AsyncLoop.whileTrue(
        () -> {
          PrimaryKey pk = new PrimaryKey(number + "-" + done[0] / 2);
          SecondaryKey email = new SecondaryKey("email", "e" + random.nextInt(EMAILS));
          CompletableFuture<DataRecord> write =
              done[0] % 2 == 0
                  ? client.create(pk, LateShards.content("v", email))
                  : client.update(pk, pdr -> LateShards.content("w", email));
          return write.handle(
              (record, error) -> {
                if (error == null) {
                  acknowledged.put(pk, record);
                }
                return ++done[0] < 2 * RECORDS_EACH;
              });
        });
  }

  @Test
  void manyClientsOnManyShardsKeepKeysUniqueAndLoseNoRecord() {
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Life life = new Life(Integer.MAX_VALUE, () -> 1 + random.nextInt(9));
      GlobalIndex client = shards.client(KEYS, GlobalIndexOptions.defaults(), life);
      running.add(work(client, i));
    }
    Upkeep upkeep = shards.upkeep(KEYS, Life.endless());
    AuditReport beside = time.join(audit(upkeep, AuditOptions.defaults().withRepair(true)));
    assertEquals(0, beside.count(State.MISSING) + beside.count(State.VIOLATION));
    for (CompletableFuture<Void> each : running) {
      time.runUntil(Duration.ofMinutes(10), each::isDone);
    }
    time.join(audit(upkeep, AuditOptions.defaults().withRepair(true).withDummyAge(Duration.ZERO)));
    AuditReport last = time.join(audit(upkeep, AuditOptions.defaults()));
    assertEquals(Set.of(State.VALID), last.states().keySet());
    Set<SecondaryKey> owned = new TreeSet<>();
    TreeMap<PrimaryKey, DataRecord> stored = new TreeMap<>();
    for (DataRecord each : shards.records()) {
      stored.put(each.key(), each);
      each.keys().forEach(key -> assertTrue(owned.add(key), each.key().value()));
    }
    assertEquals(acknowledged.keySet(), stored.keySet());
    stored.forEach(
        (pk, each) -> {
          DataRecord known = Objects.requireNonNull(acknowledged.get(pk));
          assertEquals(known.keys(), each.keys());
          assertEquals(known.value(), each.value());
        });
    assertTrue(stored.size() > CLIENTS * RECORDS_EACH / 4, stored.size() + " records");
  }

  private static CompletableFuture<AuditReport> audit(Upkeep upkeep, AuditOptions options) {
    return new Audit(upkeep, options, AuditListener.none()).run(Optional.empty());
  }
}
