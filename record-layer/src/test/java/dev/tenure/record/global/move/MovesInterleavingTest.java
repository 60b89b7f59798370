package dev.tenure.record.global.move;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.time.VirtualTime;
import dev.tenure.record.global.ConditionalWrite;
import dev.tenure.record.global.DataRecord;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.KeyDefinition;
import dev.tenure.record.global.KeyDefinitions;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.audit.Audit;
import dev.tenure.record.global.audit.AuditListener;
import dev.tenure.record.global.audit.AuditOptions;
import dev.tenure.record.global.audit.AuditReport;
import dev.tenure.record.global.audit.Finding.State;
import dev.tenure.record.global.protocol.Content;
import dev.tenure.record.global.settings.StoredKeys;
import dev.tenure.record.global.slot.IndexSlots;
import dev.tenure.record.global.slot.Slots;
import dev.tenure.record.global.upkeep.LateShards;
import dev.tenure.record.global.upkeep.LateShards.Life;
import dev.tenure.record.global.upkeep.Upkeep;
import dev.tenure.record.global.upkeep.WalkOptions;
import dev.tenure.record.global.upkeep.WalkPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * Shards of both kinds are split and merged, again and again, beside clients of which some calls
 * take longer than a lease. Movers work two at a time, and crash; shards go down for a while.
 */
class MovesInterleavingTest {
  private static final int SEEDS = 14;
  private static final int SHARDS = 4;
  private static final int INDEX_SHARDS = 3;
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final KeyDefinitions KEYS = KeyDefinitions.of(KeyDefinition.alternate("email"));

  private int done;
  private int refused;
  private int expired;
  private int crashes;
  private long misplaced;

  @Test
  void noOperationIsLostOrSeenTwiceWhileShardsAreSplitAndMerged() {
    for (int seed = 0; seed < SEEDS; seed++) {
      new Run(seed).run();
    }
    assertTrue(done > SEEDS * 250, done + " operations had their effect");
    assertTrue(refused > SEEDS * 20, refused + " were refused");
    assertTrue(expired > SEEDS * 10, expired + " outlived their lease");
    assertTrue(crashes > SEEDS / 2, crashes + " movers crashed");
    assertTrue(misplaced > 0, "no client came late to a shard that was merged");
  }

  private final class Run {
    private final int seed;
    private final Random random;
    private final VirtualTime time;
    private final LateShards shards;
    private final List<OwnRecords> clients = new ArrayList<>();
    private final List<CompletableFuture<Void>> running = new ArrayList<>();

    Run(int seed) {
      this.seed = seed;
      this.random = new Random(seed);
      this.time = new VirtualTime(random);
      this.shards = new LateShards(time, SHARDS, INDEX_SHARDS);
    }

    /** One call in thirty takes up to four leases. */
    private int delay() {
      return random.nextInt(30) == 0
          ? random.nextInt(4 * (int) LEASE.toMillis())
          : random.nextInt(10);
    }

    private CompletableFuture<Void> pause(int millis) {
      CompletableFuture<Void> passed = new CompletableFuture<>();
      var unused = time.schedule(() -> passed.complete(null), millis, TimeUnit.MILLISECONDS);
      return passed;
    }

    void run() {
      time.join(StoredKeys.create(shards.dataOf(Life.endless()).get(0), LEASE, KEYS));
      time.join(new Moves(shards.storedUpkeep(Life.endless())).adoptIndex());
      for (int i = 0; i < 3; i++) {
        Life life = new Life(Integer.MAX_VALUE, this::delay);
        OwnRecords client =
            new OwnRecords(i + "-", shards.storedClient(KEYS, life), random, 8, this::pause);
        clients.add(client);
        running.add(client.run());
      }
      for (Set<Integer> places : List.of(Set.of(1, 2), Set.of(0, 1, 2, 3), Set.of(3))) {
        move(moves -> moves.begin(slots -> slots.spread(places)));
        Set<Integer> index =
            places.contains(0) ? Set.of(0, 1, 2) : Set.of(places.size(), places.size() - 1);
        move(moves -> moves.beginIndex(slots -> slots.spread(index)));
      }
      clients.forEach(each -> each.isOver = true);
      running.forEach(time::join);
      assertEndsSound();
    }

    private void move(Function<Moves, CompletableFuture<StoredKeys>> begin) {
      time.pass(Duration.ofMillis(random.nextInt(3_000)));
      time.join(begin.apply(new Moves(shards.storedUpkeep(Life.endless()))));
      List<CompletableFuture<MoveReport>> runs = new ArrayList<>();
      List<Life> lives = new ArrayList<>();
      for (int turn = 0; isMoving(); turn++) {
        assertTrue(turn < 2_000, "seed " + seed + ": the move does not end");
        if (turn % 100 == 0) {
          lives.stream().filter(Life::isOver).forEach(each -> crashes++);
          lives.clear();
          startMovers(runs, lives);
        }
        time.pass(Duration.ofMillis(500));
        shards.index.get(0).isDown = random.nextInt(4) == 0;
        shards.data.get(1).isDown = random.nextInt(20) == 0;
        assertUnique();
      }
      shards.index.get(0).isDown = false;
      shards.data.get(1).isDown = false;
    }

    /** One of them crashes. */
    private void startMovers(List<CompletableFuture<MoveReport>> runs, List<Life> lives) {
      shards.index.get(0).isDown = false;
      shards.data.get(1).isDown = false;
      for (int i = 0; i < 2; i++) {
        Life life = new Life(Integer.MAX_VALUE, this::delay);
        Upkeep upkeep = shards.storedUpkeep(life);
        if (i == 0) {
          life.crashAfter(random.nextInt(30));
          lives.add(life);
        }
        runs.add(run(new Moves(upkeep), Optional.empty()));
      }
    }

    /** A run that meets a shard that is down goes on from its last position. */
    private CompletableFuture<MoveReport> run(Moves moves, Optional<WalkPosition> from) {
      List<WalkPosition> last = new ArrayList<>();
      WalkOptions options = WalkOptions.defaults().withPage(1 + random.nextInt(4));
      return moves
          .run(options, page -> last.add(page.position()), from)
          .exceptionallyCompose(
              error ->
                  pause(1_000)
                      .thenCompose(
                          paused ->
                              !isMoving()
                                  ? CompletableFuture.failedFuture(error)
                                  : run(
                                      moves,
                                      last.isEmpty()
                                          ? from
                                          : Optional.of(last.get(last.size() - 1)))));
    }

    private boolean isMoving() {
      DataRecord stored =
          Objects.requireNonNull(shards.data.get(0).stored.get(PrimaryKey.reserved("keys")));
      StoredKeys keys = StoredKeys.require(new Fixed(stored)).join();
      return keys.slots().orElseThrow().phase() != Slots.Phase.STABLE
          || keys.index().orElseThrow().phase() != IndexSlots.Phase.STABLE;
    }

    private void assertUnique() {
      Set<PrimaryKey> live = new HashSet<>();
      Set<SecondaryKey> owned = new HashSet<>();
      for (DataRecord each : shards.records()) {
        if (!each.isDummy()) {
          assertTrue(live.add(each.key()), "seed " + seed + ": " + each.key() + " is live twice");
          each.keys()
              .forEach(key -> assertTrue(owned.add(key), "seed " + seed + ": " + key.value()));
        }
      }
    }

    private void assertEndsSound() {
      AuditReport report =
          time.join(
              new Audit(
                      shards.storedUpkeep(Life.endless()),
                      AuditOptions.defaults(),
                      AuditListener.none())
                  .run(Optional.empty()));
      assertEquals(0, report.count(State.MISSING), "seed " + seed);
      misplaced += report.count(State.MISPLACED);
      TreeMap<PrimaryKey, Content> stored = new TreeMap<>();
      for (DataRecord each : shards.records()) {
        if (!each.isDummy()) {
          stored.put(each.key(), Content.of(each));
        }
      }
      TreeMap<PrimaryKey, Content> known = new TreeMap<>();
      for (OwnRecords each : clients) {
        each.known().forEach((pk, record) -> known.put(pk, Content.of(record)));
        done += each.done;
        refused += each.refused;
        expired += each.expired;
      }
      assertEquals(known, stored, "seed " + seed);
      assertTrue(
          shards.data.subList(1, 3).stream()
              .allMatch(each -> each.stored.values().stream().allMatch(DataRecord::isDummy)),
          "seed " + seed + ": a shard that was merged has records");
    }
  }

  /** A shard with one record, which answers at once. */
  private record Fixed(DataRecord stored) implements DataShard {
    @Override
    public CompletableFuture<Optional<DataRecord>> read(PrimaryKey key) {
      return CompletableFuture.completedFuture(Optional.of(stored));
    }

    @Override
    public CompletableFuture<Boolean> write(ConditionalWrite<PrimaryKey, DataRecord> write) {
      return CompletableFuture.completedFuture(false);
    }
  }
}
