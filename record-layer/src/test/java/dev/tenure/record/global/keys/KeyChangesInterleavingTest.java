package dev.tenure.record.global.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.audit.Audit;
import dev.tenure.record.global.audit.AuditListener;
import dev.tenure.record.global.audit.AuditOptions;
import dev.tenure.record.global.audit.AuditReport;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.client.GlobalIndex;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.settings.OldKeysException;
import dev.tenure.record.global.settings.StoredKeys;
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
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * A key is added and dropped beside clients of old and of new code. Some of their calls take longer
 * than a lease, so that operations begin before a change and would end behind it.
 */
class KeyChangesInterleavingTest {
  private static final int SEEDS = 120;
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final KeyDefinition HANDLE = KeyDefinition.alternate("handle");
  private static final KeyDefinitions OLD = KeyDefinitions.of(KeyDefinition.shared("town"));
  private static final KeyDefinitions NEW = OLD.with(HANDLE);
  private static final SecondaryKey TOWN = new SecondaryKey("town", "Berlin");

  private int writesOfOldCode;
  private int late;

  @Test
  void noWriteOfOldCodeSlipsPastAChange() {
    for (int seed = 0; seed < SEEDS; seed++) {
      new Run(seed).run();
    }
    assertTrue(writesOfOldCode > SEEDS, writesOfOldCode + " writes of old code");
    assertTrue(late > SEEDS, late + " operations outlived their lease");
  }

  private final class Run {
    private final int seed;
    private final Random random;
    private final VirtualTime time;
    private final LateShards shards;
    private final List<CompletableFuture<Void>> running = new ArrayList<>();
    private boolean isOver;

    Run(int seed) {
      this.seed = seed;
      this.random = new Random(seed);
      this.time = new VirtualTime(random);
      this.shards = new LateShards(time, 2, 2);
    }

    /** One call in eight takes up to four leases. */
    private int delay() {
      return random.nextInt(8) == 0
          ? random.nextInt(4 * (int) LEASE.toMillis())
          : random.nextInt(20);
    }

    void run() {
      time.join(StoredKeys.create(shards.dataOf(Life.endless()).get(0), LEASE, OLD));
      for (int i = 0; i < 4; i++) {
        boolean isNew = i < 2;
        Life life = new Life(Integer.MAX_VALUE, this::delay);
        GlobalIndex client = shards.storedClient(isNew ? NEW : OLD, life);
        running.add(writes(client, isNew));
      }
      time.pass(Duration.ofSeconds(20));
      Upkeep upkeep = shards.storedUpkeep(Life.endless());
      KeyChanges changes = new KeyChanges(upkeep);
      time.join(changes.add(HANDLE));
      WalkOptions pages = WalkOptions.defaults().withPage(1 + random.nextInt(3));
      KeyChangeReport filled =
          time.join(
              changes.fill(
                  "handle",
                  record -> handle(record.value().toStringUtf8()),
                  pages,
                  page -> {},
                  Optional.empty()));
      assertEquals(Optional.empty(), filled.position());
      for (int i = 0; i < 30; i++) {
        assertAllOwnTheirHandle();
        time.pass(Duration.ofSeconds(1));
      }
      time.join(changes.drop("handle"));
      time.join(changes.empty("handle", pages, page -> {}, Optional.empty()));
      for (int i = 0; i < 30; i++) {
        assertNobodyOwnsAHandle();
        time.pass(Duration.ofSeconds(1));
      }
      isOver = true;
      running.forEach(time::join);
      assertSound(upkeep);
    }

    private Set<SecondaryKey> handle(String value) {
      return Set.of(new SecondaryKey("handle", value));
    }

    private CompletableFuture<Void> writes(GlobalIndex client, boolean isNew) {
      int[] number = {0};
      return AsyncLoop.whileTrue(
          () -> {
            PrimaryKey pk = new PrimaryKey("p" + random.nextInt(6));
            String value = pk.value() + "-" + seed + "-" + isNew + random.nextInt(1_000_000);
            Content content =
                isNew
                    ? LateShards.content(value, TOWN, new SecondaryKey("handle", value))
                    : random.nextBoolean()
                        ? LateShards.content(value, TOWN)
                        : LateShards.content(value);
            CompletableFuture<?> operation =
                switch (random.nextInt(5)) {
                  case 0 -> client.delete(pk);
                  case 1, 2 -> client.create(pk, content);
                  default -> client.update(pk, pdr -> content);
                };
            number[0]++;
            CompletableFuture<Boolean> paused = new CompletableFuture<>();
            var unused =
                operation.whenComplete(
                    (done, error) -> {
                      if (error == null && !isNew && done instanceof DataRecord) {
                        writesOfOldCode++;
                      }
                      if (error != null
                          && OldKeysException.within(error) instanceof OldKeysException old
                          && old.retryable()) {
                        late++;
                      }
                      var unusedTimer =
                          time.schedule(
                              () -> paused.complete(!isOver),
                              1 + random.nextInt(300),
                              java.util.concurrent.TimeUnit.MILLISECONDS);
                    });
            return paused;
          });
    }

    private void assertAllOwnTheirHandle() {
      for (DataRecord record : shards.records()) {
        if (!record.isDummy()) {
          String value = record.value().toStringUtf8();
          assertTrue(record.keys().containsAll(handle(value)), "seed " + seed + ": " + record);
          SecondaryKey key = handle(value).iterator().next();
          assertTrue(
              shards.entries().stream()
                  .anyMatch(
                      each -> each.key().key().equals(key) && each.owner().equals(record.key())),
              "seed " + seed + ": " + record);
        }
      }
    }

    private void assertNobodyOwnsAHandle() {
      for (DataRecord record : shards.records()) {
        assertFalse(
            record.keys().stream().anyMatch(key -> key.name().equals("handle")),
            "seed " + seed + ": " + record);
      }
    }

    private void assertSound(Upkeep upkeep) {
      AuditReport report =
          time.join(
              new Audit(upkeep, AuditOptions.defaults(), AuditListener.none())
                  .run(Optional.empty()));
      assertEquals(0, report.count(State.MISSING), "seed " + seed);
    }
  }
}
