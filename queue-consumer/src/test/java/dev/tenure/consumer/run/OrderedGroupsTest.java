package dev.tenure.consumer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.WorkContext;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.cluster.ClusterOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three consumers run the items of many groups: each group's in order, one at a time. */
class OrderedGroupsTest {
  private static final int GROUPS = 20;
  private static final int ITEMS = 50;

  /** What the handlers of all consumers saw. */
  private static final class Journal {
    private final Fleet fleet;
    private final SplittableRandom random;
    private final Map<String, List<Integer>> done = new TreeMap<>();
    private final Set<String> running = new HashSet<>();
    private final Set<String> consumers = new HashSet<>();
    private final List<String> overlaps = new ArrayList<>();
    private int runningMax;
    private int failures;

    Journal(Fleet fleet) {
      this.fleet = fleet;
      this.random = fleet.random.split();
    }

    CompletableFuture<Outcome> handle(String consumer, String number, WorkContext context) {
      String group = context.item().group().orElseThrow();
      if (!running.add(group)) {
        overlaps.add(group + " at " + number);
      }
      runningMax = Math.max(runningMax, running.size());
      consumers.add(consumer);
      boolean fails = context.item().errors() == 0 && random.nextInt(20) == 0;
      return fleet
          .takes(Duration.ofMillis(random.nextInt(20)), Outcome.done())
          .thenApply(
              outcome -> {
                running.remove(group);
                if (fails) {
                  failures++;
                  return Outcome.retryAfter(Duration.ofMillis(100), "again");
                }
                done.computeIfAbsent(group, absent -> new ArrayList<>())
                    .add(Integer.valueOf(number));
                return outcome;
              });
    }

    int doneCount() {
      return done.values().stream().mapToInt(List::size).sum();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eachGroupRunsInOrderAndOneAtATime(long seed) {
    try (Fleet fleet = Fleet.startShuffled(seed, ClusterOptions.named("a"))) {
      Journal journal = new Journal(fleet);
      Fleet.Site producer = fleet.process("producer").withTenant(Fleet.AHAB);
      for (int i = 0; i < 3; i++) {
        String name = "c" + i;
        var unused =
            fleet
                .process(name)
                .start(name, (number, context) -> journal.handle(name, number, context));
      }
      for (int i = 0; i < ITEMS; i++) {
        int number = i;
        List<NewItem> items =
            IntStream.range(0, GROUPS)
                .mapToObj(group -> NewItem.of(Fleet.SEND, "" + number).withGroup("group " + group))
                .toList();
        producer.run(Fleet.AHAB, transaction -> transaction.zone().enqueueAll(items));
      }
      fleet.time.runUntil(Duration.ofMinutes(5), () -> journal.doneCount() >= GROUPS * ITEMS);
      fleet.time.pass(Duration.ofSeconds(5));

      List<Integer> inOrder = IntStream.range(0, ITEMS).boxed().toList();
      assertEquals(List.of(), journal.overlaps);
      assertEquals(GROUPS, journal.done.size());
      journal.done.forEach((group, order) -> assertEquals(inOrder, order, group));
      assertEquals(0, producer.left(Fleet.AHAB));
      assertTrue(journal.runningMax > 5, journal.runningMax + " groups at once at most");
      assertTrue(journal.consumers.size() > 1, "one consumer did it all");
      assertTrue(journal.failures > 0, "no item failed");
    }
  }
}
