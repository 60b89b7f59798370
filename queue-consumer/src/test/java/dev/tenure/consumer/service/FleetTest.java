package dev.tenure.consumer.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.Selection;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.WorkContext;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.inspect.ClusterInspector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several consumers, crashes, conflicts and unknown commits: each item's effects happen once. */
@Tag("punctual") // draws late answers itself
class FleetTest {
  private static final int ITEMS = 150;
  private static final int TENANTS = 12;
  private static final WorkType<String> SEND =
      Fleet.SEND.withPolicy(
          WorkPolicy.defaults()
              .withAttemptsMax(0)
              .withVanishedMax(0)
              .withInlineRetries(1)
              .withBackoff(Duration.ofMillis(100), Duration.ofSeconds(5))
              .withExecutionBound(Duration.ofSeconds(6))
              .withConcurrency(6));

  /** {@code -Dtenure.seed=N} replays one, {@code -Dtenure.seeds=N} runs so many fresh ones. */
  static List<Long> seeds() {
    Long given = Long.getLong("tenure.seed");
    if (given != null) {
      return List.of(given);
    }
    List<Long> seeds = new ArrayList<>(List.of(1L, 2L, 3L, 4L, 5L, 6L));
    SplittableRandom fresh = new SplittableRandom();
    for (int i = 0; i < Integer.getInteger("tenure.seeds", 0); i++) {
      seeds.add(fresh.nextLong(1_000_000_000));
    }
    return seeds;
  }

  /** One run from a seed. */
  private static final class Run implements AutoCloseable {
    private final Fleet fleet;
    private final SplittableRandom random;
    private final Fleet.Site producers;
    private final Map<String, Integer> calls = new TreeMap<>();
    private final Map<Integer, Consumer> consumers = new HashMap<>();
    private final Map<Integer, Fleet.Site> sites = new HashMap<>();
    private int incarnations;
    private long lost;
    private long conflicts;

    Run(long seed) {
      this(start(seed));
    }

    private static Fleet start(long seed) {
      return Fleet.startShuffled(
          seed,
          ClusterOptions.named("a").withShards(2).withMinInactive(Duration.ofSeconds(3)),
          ClusterOptions.named("b").withMinInactive(Duration.ofSeconds(3)));
    }

    /** Every process gets its answers late, by the seed. */
    static Run onLateAnswers(long seed) {
      return new Run(start(seed).withLateAnswers(LateOptions.seeded(seed)));
    }

    private Run(Fleet fleet) {
      this.fleet = fleet;
      random = fleet.random.split();
      producers = fleet.process("producers");
      for (int i = 0; i < TENANTS; i++) {
        producers.withTenant(tenant(i));
      }
      for (int i = 0; i < 3; i++) {
        sites.put(i, fleet.process("consumers " + i));
        begin(i);
      }
    }

    static TenantId tenant(int number) {
      return new TenantId("mail", "user " + number);
    }

    private void begin(int number) {
      ConsumerOptions options =
          ConsumerOptions.defaults("c" + number + "-" + incarnations++)
              .withItemLease(Duration.ofSeconds(2))
              .withWorkers(5)
              .withManagers(4)
              .withSelection(new Selection.Steered(0.1))
              .withTuning(
                  Tuning.defaults().withRankDelay(Duration.ofMillis(20L * random.nextInt(2))));
      consumers.put(
          number,
          site(number)
              .start(
                  options,
                  Handlers.builder().on(SEND, this::handle).build(),
                  new ConsumerListener() {}));
    }

    private Fleet.Site site(int number) {
      return java.util.Objects.requireNonNull(sites.get(number));
    }

    private CompletableFuture<Outcome> handle(String payload, WorkContext context) {
      calls.merge(context.tenant() + " " + payload, 1, Integer::sum);
      if (context.item().errors() > 5) {
        return fleet.takes(Duration.ofMillis(1), done(payload));
      }
      return switch (random.nextInt(12)) {
        case 0 -> CompletableFuture.failedFuture(new IllegalStateException("planted"));
        case 1 -> new CompletableFuture<>();
        case 2 -> fleet.takes(Duration.ofSeconds(5), done(payload));
        case 3 ->
            CompletableFuture.completedFuture(
                Outcome.snooze(Duration.ofMillis(random.nextInt(900))));
        case 4 ->
            CompletableFuture.completedFuture(
                Outcome.done(
                    transaction ->
                        CompletableFuture.failedFuture(new IllegalStateException("bad"))));
        case 5 -> fleet.takes(Duration.ofMillis(400), Outcome.retryAfter(Duration.ZERO, "again"));
        default -> fleet.takes(Duration.ofMillis(random.nextInt(60)), done(payload));
      };
    }

    private static Outcome done(String payload) {
      return Outcome.done(
          transaction ->
              Counters.readAndAdd("all")
                  .apply(transaction)
                  .thenCompose(added -> Counters.add(payload).apply(transaction)));
    }

    private CommitFault fault() {
      return switch (random.nextInt(40)) {
        case 0 -> CommitFault.NOT_COMMITTED;
        case 1 -> CommitFault.UNKNOWN_RESULT_APPLIED;
        case 2 -> CommitFault.UNKNOWN_RESULT_NOT_APPLIED;
        case 3 -> CommitFault.TRANSACTION_TOO_OLD;
        default -> CommitFault.NONE;
      };
    }

    void stormyTime() {
      fleet.faults.plant(request -> fault());
      for (int i = 0; i < ITEMS; i++) {
        NewItem item =
            NewItem.of(SEND, "letter " + i)
                .withId("item " + i)
                .withPriority(random.nextInt(16))
                .withDelay(Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(9_000) : 0));
        producers.enqueue(tenant(random.nextInt(TENANTS) * random.nextInt(2)), item);
        fleet.time.pass(Duration.ofMillis(random.nextInt(200)));
        if (random.nextInt(25) == 0) {
          replace(random.nextInt(3));
        }
        if (random.nextInt(20) == 0) {
          site(random.nextInt(3)).executor().stallFor(Duration.ofMillis(random.nextInt(5_000)));
        }
      }
      fleet.time.pass(Duration.ofSeconds(10));
      fleet.faults.none();
    }

    /** A consumer crashes, or is stopped, and another takes its place. */
    private void replace(int number) {
      Consumer old = java.util.Objects.requireNonNull(consumers.get(number));
      if (random.nextBoolean()) {
        old.halt();
      } else {
        CompletableFuture<Void> stopped = old.stop(Duration.ofMillis(random.nextInt(3_000)));
        fleet.time.runUntil(Duration.ofSeconds(10), stopped::isDone);
      }
      count(old);
      begin(number);
    }

    private void count(Consumer consumer) {
      lost += consumer.status().leases().lost();
      conflicts +=
          consumer.status().visits().conflictsReading()
              + consumer.status().visits().conflictsCommitting();
    }

    void calmTime() {
      fleet.time.pass(Duration.ofMinutes(3));
      consumers.values().forEach(this::count);
    }

    long effects() {
      long all = 0;
      for (int i = 0; i < TENANTS; i++) {
        all += producers.counter(tenant(i), "all");
      }
      return all;
    }

    void everyEffectHappenedOnce(String seed) {
      for (int tenant = 0; tenant < TENANTS; tenant++) {
        assertEquals(0, producers.left(tenant(tenant)), seed);
        for (int i = 0; i < ITEMS; i++) {
          long times = producers.counter(tenant(tenant), "letter " + i);
          assertTrue(times <= 1, seed + ": letter " + i + " has had effect " + times + " times");
        }
      }
      assertEquals(ITEMS, effects(), seed);
    }

    void everyPointerIsGone(String seed) {
      producers
          .deployment()
          .clusters()
          .forEach(
              cluster ->
                  assertEquals(
                      0,
                      fleet.time.join(new ClusterInspector(cluster).summary()).pointers(),
                      seed));
    }

    void nothingIsInHand(String seed) {
      for (Consumer consumer : consumers.values()) {
        ConsumerStatus.Load load = consumer.status().load();
        assertEquals(new ConsumerStatus.Load(0, 0, 0, 0, 0), load, seed);
      }
    }

    @Override
    public void close() {
      fleet.close();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyItemHasEffectOnceWhateverHappens(long seed) {
    String text = "seed " + seed;
    try (Run run = new Run(seed)) {
      run.stormyTime();
      run.calmTime();
      run.everyEffectHappenedOnce(text);
      run.everyPointerIsGone(text);
      run.nothingIsInHand(text);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void everyItemHasEffectOnceWhenAnswersAreLate(long seed) {
    String text = "seed " + seed + " on late answers";
    try (Run run = Run.onLateAnswers(seed)) {
      run.stormyTime();
      run.calmTime();
      run.everyEffectHappenedOnce(text);
      run.everyPointerIsGone(text);
      run.nothingIsInHand(text);
      assertTrue(run.fleet.reordered() > 0, text);
    }
  }

  @Test
  void consumersMeet() {
    long lost = 0;
    long conflicts = 0;
    for (long seed = 1; seed <= 5; seed++) {
      try (Run run = new Run(seed)) {
        run.stormyTime();
        run.calmTime();
        lost += run.lost;
        conflicts += run.conflicts;
      }
    }
    assertTrue(lost > 0, "no lease was ever lost");
    assertTrue(conflicts > 0, "no visit ever collided");
  }

  @Test
  void oneSeedGivesOneHistory() {
    List<String> histories = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      try (Run run = new Run(11)) {
        run.stormyTime();
        histories.add(run.calls + " " + run.effects());
      }
    }
    assertEquals(histories.get(0), histories.get(1));
  }
}
