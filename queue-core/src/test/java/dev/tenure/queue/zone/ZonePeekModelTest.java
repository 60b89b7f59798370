package dev.tenure.queue.zone;

import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.WorkType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Peeks into small zones of all kinds, against lists of their items. */
final class ZonePeekModelTest {
  private static final int ZONES = 40;
  private static final int PEEKS = 6;
  private static final int ITEMS_MAX = 9;
  private static final List<Integer> PRIORITIES = List.of(0, 1, 2, QueueLimits.PRIORITY_MAX);
  private static final List<Duration> DELAYS =
      List.of(Duration.ZERO, Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofHours(2));

  /** {@code -Dtenure.seed=N} replays one. */
  static List<Long> seeds() {
    Long given = Long.getLong("tenure.seed");
    return given != null ? List.of(given) : List.of(1L, 2L, 3L, 4L, 5L);
  }

  /** An item of the model. */
  private record Known(String id, WorkType<String> type, int priority, Instant vesting) {
    private static final Comparator<Known> ORDER =
        Comparator.comparing(Known::priority)
            .thenComparing(Known::vesting)
            .thenComparing(Known::id);

    NewItem toEnqueue(Instant now) {
      return NewItem.of(type, "x")
          .withId(id)
          .withPriority(priority)
          .withDelay(Duration.between(now, vesting));
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void peekFindsWhatTheListHas(long seed) {
    try (TestCluster test = TestCluster.start()) {
      peekIntoZones(test, seed);
    }
  }

  @Test
  void peekFindsWhatTheListHasWhenAnswersAreLate() {
    long seed = seeds().get(0);
    try (TestCluster test = TestCluster.startLate(LateOptions.seeded(seed))) {
      peekIntoZones(test, seed);
      assertTrue(test.reordered() > 0);
    }
  }

  private static void peekIntoZones(TestCluster test, long seed) {
    Random random = new Random(seed);
    int ofNothing = 0;
    int withMore = 0;
    for (int i = 0; i < ZONES; i++) {
      String zone = "zone-" + i;
      Instant then = test.clock.instant();
      List<Known> items = items(random, then);
      test.run(
          tx ->
              tx.zone(zone).enqueueAll(items.stream().map(each -> each.toEnqueue(then)).toList()));
      test.advance(Duration.ofSeconds(random.nextInt(3)));
      for (int j = 0; j < PEEKS; j++) {
        boolean printed = random.nextBoolean();
        int max = 1 + random.nextInt(ITEMS_MAX);
        int priorityMin = random.nextInt(3);
        PeekRequest request =
            printed
                ? PeekRequest.first(max)
                : PeekRequest.first(max).where(equal(field("type"), TestCluster.SEND.name()));
        PeekView seen = test.run(tx -> tx.zone(zone).look(request.withPriorityMin(priorityMin)));
        String which = "seed " + seed + ", " + zone + ", peek " + j;
        List<Known> from =
            items.stream()
                .filter(each -> each.priority() >= priorityMin)
                .sorted(Known.ORDER)
                .toList();
        requireFound(from, printed, max, test.clock.instant(), seen, which);
        ofNothing += seen.items().isEmpty() ? 1 : 0;
        withMore += seen.more() ? 1 : 0;
      }
    }
    assertTrue(ofNothing > 0 && withMore > 0, ofNothing + " and " + withMore);
  }

  private static List<Known> items(Random random, Instant now) {
    List<Known> items = new ArrayList<>();
    int count = random.nextInt(ITEMS_MAX + 1);
    int levels = 1 + random.nextInt(PRIORITIES.size());
    for (int i = 0; i < count; i++) {
      items.add(
          new Known(
              "item-" + i,
              random.nextInt(3) == 0 ? TestCluster.PRINT : TestCluster.SEND,
              PRIORITIES.get(random.nextInt(levels)),
              now.plus(DELAYS.get(random.nextInt(DELAYS.size())))));
    }
    return items;
  }

  private static void requireFound(
      List<Known> items, boolean printed, int max, Instant now, PeekView seen, String which) {
    List<String> wanted =
        items.stream()
            .filter(each -> !each.vesting().isAfter(now))
            .filter(each -> printed || each.type().equals(TestCluster.SEND))
            .map(Known::id)
            .toList();
    assertEquals(
        wanted.stream().limit(max).toList(),
        seen.items().stream().map(IndexedItem::id).toList(),
        which);
    assertEquals(wanted.size() > max, seen.more(), which);
    if (!seen.more()) {
      Optional<Instant> earliest =
          items.stream()
              .map(Known::vesting)
              .filter(vesting -> vesting.isAfter(now))
              .min(Comparator.naturalOrder());
      assertEquals(earliest, seen.earliestUnvested(), which);
    }
  }
}
