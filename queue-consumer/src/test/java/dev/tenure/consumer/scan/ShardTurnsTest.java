package dev.tenure.consumer.scan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.SerialExecutor;
import dev.tenure.consumer.fixture.Environments;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.inflight.InFlightRegistry;
import dev.tenure.consumer.inflight.Throttle;
import dev.tenure.consumer.visit.Candidate;
import dev.tenure.consumer.visit.Source;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.QueueCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which of four shards come first, two of which are this consumer's share. */
class ShardTurnsTest {
  private static final int SHARDS = 4;
  private static final int ZONES = 200;
  private static final int MANAGERS = 10;

  private final Fleet fleet = Fleet.start(1, ClusterOptions.named("a").withShards(SHARDS));
  private final List<Throwable> failures = new ArrayList<>();
  private Duration ahead = Duration.ZERO;
  private final Environment environment =
      Environments.withClock(
          fleet,
          ConsumerOptions.defaults("c"),
          () -> fleet.time.instant().plus(ahead),
          failures::add);
  private final Shares shares = new Shares("c", true);
  private final List<ShardScan> shards = shards(fleet.process("one").withTenant(Fleet.AHAB));
  private final ShardTurns turns = new ShardTurns(environment);

  @AfterEach
  void close() {
    fleet.close();
    assertEquals(List.of(), failures);
  }

  private List<ShardScan> shards(Fleet.Site process) {
    for (int zone = 0; zone < ZONES; zone++) {
      String name = "zone-" + zone;
      process.run(Fleet.AHAB, tx -> tx.zone(name).enqueue(NewItem.of(Fleet.SEND, "letter")));
    }
    divideAmong("c", "d");
    return shards(environment, process.cluster());
  }

  private List<ShardScan> shards(Environment scanning, QueueCluster cluster) {
    Throttle throttle =
        new Throttle(
            Handlers.builder()
                .on(
                    Fleet.SEND,
                    (payload, context) -> CompletableFuture.completedFuture(Outcome.done()))
                .build());
    CandidateFilter filter =
        new CandidateFilter(
            scanning,
            new InFlightRegistry(),
            new PointerMemory(scanning.options()),
            new Inabilities(),
            throttle,
            new Unserved(scanning.options()));
    SelectionFraction fraction = new SelectionFraction(scanning.options().selection());
    SerialExecutor serial = new SerialExecutor(fleet.time, failures::add);
    return IntStream.range(0, SHARDS)
        .mapToObj(
            shard ->
                new ShardScan(
                    scanning,
                    serial,
                    new Source(cluster, shard),
                    filter,
                    fraction,
                    new ConsumerRanks("c", shares),
                    shares,
                    () -> {}))
        .toList();
  }

  private void divideAmong(String... consumers) {
    shares.live(
        "a",
        Set.of(consumers).stream()
            .map(id -> new ConsumerInfo(id, Instant.EPOCH, Instant.EPOCH, Set.of("send")))
            .toList());
  }

  /** Peeks these shards, after which their candidates can be drawn. */
  private void peek(int... numbers) {
    for (int number : numbers) {
      shards.get(number).peek(MANAGERS);
    }
    for (int number : numbers) {
      fleet.time.runUntil(Duration.ofSeconds(1), shards.get(number)::isReady);
    }
  }

  private List<Integer> toPeek() {
    return numbers(turns.toPeek(shards));
  }

  private static List<Integer> numbers(List<ShardScan> some) {
    return some.stream().map(shard -> shard.source().shard()).toList();
  }

  private Candidate draw() {
    Candidate drawn = turns.draw(shards);
    assertNotNull(drawn);
    return drawn;
  }

  /** How many of the next draws come from each shard. */
  private int[] draws(int count) {
    int[] from = new int[SHARDS];
    for (int i = 0; i < count; i++) {
      from[draw().source().shard()]++;
    }
    return from;
  }

  @Test
  void withoutWorkInItsShareAllDueShardsArePeeked() {
    assertEquals(List.of(0, 1, 2, 3), toPeek());
    peek(2);
    assertEquals(List.of(0, 1, 3), toPeek());
    assertFalse(turns.leavesForeign(shards));
  }

  @Test
  void whileItsShareKeepsItBusyOneOtherShardIsPeekedEachSecond() {
    peek(0);
    List<Integer> first = toPeek();
    assertEquals(2, first.size(), first + "");
    assertEquals(1, first.get(0));
    assertTrue(first.get(1) >= 2, first + "");
    assertEquals(List.of(1), toPeek());
    fleet.time.pass(Duration.ofMillis(999));
    assertEquals(List.of(1), toPeek());
    fleet.time.pass(Duration.ofMillis(1));
    assertEquals(2, toPeek().size());
    assertEquals(List.of(1), toPeek());
    ahead = Duration.ofMillis(-1);
    assertEquals(2, toPeek().size());
    assertEquals(List.of(1), toPeek());
  }

  @Test
  void shardsOfItsShareAreDrawnFromFirst() {
    peek(0, 1, 2, 3);
    int[] from = draws(60);
    assertTrue(from[0] >= 15 && from[1] >= 15, from[0] + ", " + from[1]);
    assertTrue(from[2] + from[3] <= 4, from[2] + ", " + from[3]);
  }

  @Test
  void aShardIsDrawnFromByThePartThatIsItsShare() {
    divideAmong("c", "d", "e"); // c has shard 0 and a third of shard 1
    peek(0, 1);
    int[] from = draws(24);
    assertTrue(from[0] > 2 * from[1], from[0] + ", " + from[1]);
    assertTrue(from[1] > 0);
  }

  @Test
  void withoutWorkInItsShareOthersAreDrawnFromAlike() {
    divideAmong("b", "c"); // c has shards 2 and 3
    peek(0, 1);
    int[] from = draws(60);
    assertTrue(from[0] >= 15 && from[1] >= 15, from[0] + ", " + from[1]);
  }

  @Test
  void whileItsShareKeepsItBusyOthersAreDrawnFromSeldom() {
    peek(1, 2, 3);
    shards.get(1).peek(MANAGERS); // not ready meanwhile, and known to have more
    assertFalse(shards.get(1).isReady());
    int drawn = 0;
    for (int i = 0; i < 64; i++) {
      drawn += turns.draw(shards) == null ? 0 : 1;
    }
    assertTrue(drawn <= 4, drawn + "");
  }

  @Test
  void shardsOfEqualPartsAreDrawnFromAlike() {
    divideAmong("c");
    peek(0, 1, 2, 3);
    for (int drawn : draws(80)) {
      assertTrue(drawn >= 8, drawn + "");
    }
  }

  /** Some of these draws begin with the shards of others, of which there are none. */
  @Test
  void whatIsDrawnToTheEndGivesNothing() {
    divideAmong("c");
    for (int round = 0; round < 5; round++) {
      peek(0, 1, 2, 3);
      int drawn = 0;
      while (turns.draw(shards) != null) {
        drawn++;
      }
      assertEquals(ZONES, drawn);
      assertNull(turns.draw(shards));
    }
  }

  @Test
  void aShardOfAnotherApplicationIsLeftOutForTwoSecondsAfterItsPeek() {
    QueueCluster cluster = fleet.process("restricted").cluster();
    cluster.space().plan(Map.of("maps", List.of(3)));
    Environment restricted =
        Environments.of(
            fleet, ConsumerOptions.defaults("c").withApplications(Set.of("mail")), failures::add);
    List<ShardScan> scans = shards(restricted, cluster);
    ShardTurns leaving = new ShardTurns(restricted);
    ShardScan foreign = scans.get(3);
    assertEquals(List.of(0, 1, 2, 3), numbers(leaving.toPeek(scans)));
    foreign.peek(MANAGERS);
    fleet.time.runUntil(Duration.ofSeconds(1), foreign::isReady);
    assertFalse(leaving.leavesForeign(scans), "it is being drawn from");
    foreign.probe();
    assertTrue(leaving.leavesForeign(scans));
    assertEquals(List.of(0, 1, 2), numbers(leaving.toPeek(scans)));
    fleet.time.pass(ShardTurns.FOREIGN_EVERY);
    assertFalse(leaving.leavesForeign(scans));
    assertEquals(List.of(0, 1, 2, 3), numbers(leaving.toPeek(scans)));
  }

  @Test
  void noShardGivesNothing() {
    assertNull(turns.draw(List.of()));
    assertEquals(List.of(), turns.toPeek(List.of()));
  }
}
