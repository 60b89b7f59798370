package dev.tenure.record.global.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.IndexRecord;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.client.GlobalIndexOptions;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.upkeep.LateShards;
import dev.tenure.record.global.upkeep.LateShards.Life;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.WalkOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Audits that repair run beside writers that crash; any call may come before any other. */
class AuditInterleavingTest {
  private static final int SEEDS = 300;
  private static final int OPERATIONS = 12;
  private static final KeyDefinitions KEYS = KeyDefinitions.of(KeyDefinition.alternate("email"));

  private long found;
  private long repaired;

  @Test
  void auditBesideWritersSeesNothingMissingAndLeavesNothingBehind() {
    for (int seed = 0; seed < SEEDS; seed++) {
      run(seed);
    }
    assertTrue(found > SEEDS && repaired > SEEDS / 2, found + " found, " + repaired + " repaired");
  }

  private void run(int seed) {
    Random random = new Random(seed);
    VirtualTime time = new VirtualTime(random);
    LateShards shards = new LateShards(time, 2, 2);
    Upkeep upkeep = shards.upkeep(KEYS, Life.endless());
    List<CompletableFuture<?>> running = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Life life = new Life(i == 0 ? 20 + random.nextInt(60) : Integer.MAX_VALUE);
      GlobalIndex client =
          shards.client(KEYS, GlobalIndexOptions.defaults().withCleanersMax(i % 2), life);
      CompletableFuture<Void> writes = writes(client, random);
      if (i > 0) {
        running.add(writes);
      }
    }
    AuditOptions harsh =
        AuditOptions.defaults()
            .withRepair(true)
            .withGrace(Duration.ZERO)
            .withDummyAge(Duration.ZERO)
            .withWalk(WalkOptions.defaults().withPage(1 + random.nextInt(3)));
    for (int i = 0; i < 3; i++) {
      AuditReport report = time.join(audit(upkeep, harsh));
      assertEquals(0, report.count(State.MISSING) + report.count(State.VIOLATION), "seed " + seed);
      found += report.results().values().stream().mapToLong(Long::longValue).sum();
      repaired += report.count(Finding.Result.REPAIRED);
      assertSound(shards, seed);
    }
    running.forEach(time::join);
    time.join(audit(upkeep, harsh));
    AuditReport last = time.join(audit(upkeep, harsh));
    assertTrue(Set.of(State.VALID).containsAll(last.states().keySet()), seed + ": " + last);
    assertEquals(
        shards.records().stream().mapToInt(each -> each.keys().size()).sum(),
        shards.entries().size());
  }

  private static CompletableFuture<AuditReport> audit(Upkeep upkeep, AuditOptions options) {
    return new Audit(upkeep, options, AuditListener.none()).run(Optional.empty());
  }

  private static CompletableFuture<Void> writes(GlobalIndex client, Random random) {
    int[] left = {OPERATIONS};
    return AsyncLoop.whileTrue(
        () -> {
          PrimaryKey pk = new PrimaryKey("p" + random.nextInt(3));
          Set<SecondaryKey> keys = new TreeSet<>();
          for (int i = 0; i < 3; i++) {
            if (random.nextBoolean()) {
              keys.add(new SecondaryKey("email", "k" + i));
            }
          }
          Content content = LateShards.content("", keys.toArray(SecondaryKey[]::new));
          CompletableFuture<?> operation =
              switch (random.nextInt(4)) {
                case 0 -> client.delete(pk);
                case 1 -> client.create(pk, content);
                default -> client.update(pk, pdr -> content);
              };
          return operation.handle((done, error) -> --left[0] > 0);
        });
  }

  /** What the protocol keeps true at every instant. */
  private static void assertSound(LateShards shards, int seed) {
    Set<SecondaryKey> owned = new TreeSet<>();
    for (DataRecord record : shards.records()) {
      for (SecondaryKey key : record.keys()) {
        assertTrue(owned.add(key), "seed " + seed + ": two owners of " + key.value());
        Optional<IndexRecord> entry =
            shards.entries().stream().filter(each -> each.key().key().equals(key)).findFirst();
        assertEquals(Optional.of(record.key()), entry.map(IndexRecord::owner), "seed " + seed);
      }
    }
  }
}
