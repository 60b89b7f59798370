package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.LateOptions;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.TestCluster.Open;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.query.RecordQuery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transactions that are open together and commit in any order, each with several operations on a
 * few groups, against lists: a transaction that commits did to the lists, as they are at its
 * commit, what its operations answered.
 */
final class OrderedGroupModelTest {
  private static final int STEPS = 400;
  private static final int OPEN_MAX = 4;
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final List<String> GROUPS = List.of("g", "h");

  /** {@code -Dtenure.seed=N} replays one. */
  static List<Long> seeds() {
    Long given = Long.getLong("tenure.seed");
    return given != null ? List.of(given) : List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
  }

  /** Groups in their order, dead letters with their groups, leases by item. */
  private static final class Model {
    private final Map<String, List<String>> groups = new TreeMap<>();
    private final Map<String, String> dead = new TreeMap<>();
    private final Map<String, LeaseId> leases = new TreeMap<>();

    Model() {
      GROUPS.forEach(group -> groups.put(group, new ArrayList<>()));
    }

    List<String> of(String group) {
      return groups.getOrDefault(group, List.of());
    }

    void remove(String id) {
      groups.values().forEach(ids -> ids.remove(id));
      leases.remove(id);
    }

    List<String> ids() {
      return groups.values().stream().flatMap(List::stream).toList();
    }
  }

  /** What a transaction did, to be done to the model when it has committed. */
  private record Running(Open open, List<Runnable> effects) {}

  private static final class Run implements AutoCloseable {
    private final TestCluster test;
    private final SplittableRandom random;
    private final Model model = new Model();
    private final List<Running> running = new ArrayList<>();
    private final Map<String, Integer> answers = new TreeMap<>();
    private final boolean together;
    private int numbered;
    private int conflicts;

    Run(TestCluster test, long seed) {
      this.test = test;
      random = new SplittableRandom(seed);
      together = seed % 2 == 0;
    }

    void step() {
      if (running.size() < OPEN_MAX && (running.isEmpty() || random.nextInt(3) == 0)) {
        running.add(new Running(test.open(), new ArrayList<>()));
      } else if (random.nextInt(3) == 0) {
        end(running.remove(random.nextInt(running.size())));
      } else {
        operate(running.get(random.nextInt(running.size())));
      }
    }

    private void operate(Running in) {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> enqueue(in);
        case 3 -> leaseHeads(in);
        case 4 -> complete(in);
        case 5 -> setAside(in);
        case 6 -> cancel(in);
        default -> redrive(in);
      }
    }

    private QueueZone zone(Running in) {
      return in.open().tx().zone();
    }

    private void enqueue(Running in) {
      String group = GROUPS.get(random.nextInt(GROUPS.size()));
      boolean again = random.nextInt(6) == 0;
      String id = (again ? anyOf(model.ids()) : Optional.<String>empty()).orElse("i" + numbered++);
      NewItem item = item("x".repeat(random.nextInt(600))).withId(id).withGroup(group);
      if (join(zone(in).enqueue(item)).existed()) {
        note("existed");
        return;
      }
      note("enqueued");
      in.effects().add(() -> model.of(group).add(id));
    }

    private void leaseHeads(Running in) {
      test.advance(Duration.ofMillis(1));
      DequeueRequest request = DequeueRequest.of(5, LEASE, "consumer").withTogether(together);
      for (LeasedItem leased : join(zone(in).dequeue(request))) {
        String id = leased.item().id();
        String group = leased.item().group().orElseThrow();
        note("leased");
        in.effects()
            .add(
                () -> {
                  assertEquals(id, model.of(group).get(0), "not the first of its group");
                  model.leases.put(id, leased.lease().id());
                });
      }
    }

    private void complete(Running in) {
      anyOf(new ArrayList<>(model.leases.keySet()))
          .ifPresent(
              id ->
                  ended(
                      in, id, join(zone(in).complete(id, model.leases.getOrDefault(id, none())))));
    }

    private LeaseId none() {
      return LeaseId.random(new Random(1));
    }

    private void setAside(Running in) {
      anyOf(new ArrayList<>(model.leases.keySet()))
          .ifPresent(
              id -> {
                String group = groupOf(id);
                ZoneOutcome outcome =
                    join(
                        zone(in)
                            .moveToDeadLetter(
                                id,
                                model.leases.getOrDefault(id, none()),
                                DeadLetterKind.FAILED,
                                "no",
                                Optional.empty()));
                ended(in, id, outcome);
                if (outcome == ZoneOutcome.DONE) {
                  in.effects().add(() -> model.dead.put(id, group));
                }
              });
    }

    private void cancel(Running in) {
      anyOf(model.ids()).ifPresent(id -> ended(in, id, join(zone(in).cancel(id))));
    }

    private void redrive(Running in) {
      anyOf(new ArrayList<>(model.dead.keySet()))
          .ifPresent(
              id -> {
                String group = Optional.ofNullable(model.dead.get(id)).orElseThrow();
                if (join(zone(in).redrive(id)) == ZoneOutcome.DONE) {
                  note("redriven");
                  in.effects()
                      .add(
                          () -> {
                            model.dead.remove(id);
                            model.of(group).add(id);
                          });
                }
              });
    }

    private void ended(Running in, String id, ZoneOutcome outcome) {
      note("end " + outcome);
      if (outcome == ZoneOutcome.DONE) {
        in.effects().add(() -> model.remove(id));
      }
    }

    private String groupOf(String id) {
      return GROUPS.stream()
          .filter(group -> model.of(group).contains(id))
          .findFirst()
          .orElseThrow();
    }

    private Optional<String> anyOf(List<String> ids) {
      return ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(random.nextInt(ids.size())));
    }

    private void end(Running ending) {
      try {
        ending.open().commit();
        ending.effects().forEach(Runnable::run);
      } catch (RuntimeException e) {
        assertTrue(FdbErrorPredicates.conflict(e), e::toString);
        conflicts++;
      } finally {
        ending.open().close();
      }
      check();
    }

    /** What is stored is the model's: heads, followers, dead letters, counts. */
    private void check() {
      Map<String, List<String>> heads = new LinkedHashMap<>();
      for (String group : GROUPS) {
        Optional<String> head = test.run(tx -> tx.zone().headOf(group));
        heads.put(group, head.map(List::of).orElse(List.of()));
        assertEquals(model.of(group).stream().findFirst(), head, "head of " + group);
      }
      TreeSet<String> stored = new TreeSet<>();
      RecordQuery all = RecordQuery.of("QueueItem").where(equal(field("zone"), "default"));
      test.run(tx -> tx.store().query(all).asList())
          .forEach(found -> stored.add(((QueueItem) found.message()).getId()));
      assertEquals(
          new TreeSet<>(heads.values().stream().flatMap(List::stream).toList()), stored, "heads");
      assertEquals(model.ids().size(), test.count(TestCluster.SEND));
    }

    /** Ends everything, then takes what is left in its order. */
    void finish() {
      while (!running.isEmpty()) {
        end(running.remove(0));
      }
      for (String group : GROUPS) {
        List<String> order = new ArrayList<>();
        for (Optional<String> head = head(group); head.isPresent(); head = head(group)) {
          String id = head.get();
          order.add(id);
          assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().cancel(id)));
        }
        assertEquals(model.of(group), order);
      }
      assertEquals(0L, test.count(TestCluster.SEND));
      assertTrue(test.ask(tx -> tx.zone().isEmpty()));
    }

    private Optional<String> head(String group) {
      return test.run(tx -> tx.zone().headOf(group));
    }

    private void note(String answer) {
      answers.merge(answer, 1, Integer::sum);
    }

    @Override
    public void close() {
      running.forEach(each -> each.open().close());
      test.close();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void interleavedTransactionsKeepTheOrderOfTheirCommits(long seed) {
    keepsOrder(TestCluster.start(), seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void interleavedTransactionsKeepTheOrderOfTheirCommitsWhenAnswersAreLate(long seed) {
    LateOptions options = LateOptions.seeded(seed).withDelayMax(Duration.ofMillis(1));
    TestCluster late = TestCluster.startLate(options);
    keepsOrder(late, seed);
    assertTrue(late.reordered() > 0);
  }

  private static void keepsOrder(TestCluster test, long seed) {
    try (Run run = new Run(test, seed)) {
      for (int i = 0; i < STEPS; i++) {
        run.step();
      }
      run.finish();
      assertNotEquals(0, run.conflicts, "no conflict: seed " + seed);
      for (String answer : List.of("enqueued", "existed", "leased", "end DONE", "redriven")) {
        assertTrue(run.answers.containsKey(answer), () -> answer + " never: " + run.answers);
      }
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed, e);
    }
  }
}
