package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static dev.tenure.queue.TestCluster.join;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.TestCluster.Open;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Enqueues of one transaction that are begun together, while answers come in another order. */
final class LateEnqueuesTest {
  private static final int ITEMS = 6;

  private static TestCluster late(long seed) {
    return TestCluster.startLate(LateOptions.seeded(seed).withOvertaken(0.5));
  }

  private static NewItem inGroup(int number) {
    return item("letter").withId("id" + number).withGroup("g");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void itemsOfAGroupFollowTheOrderOfTheCalls(long seed) {
    try (TestCluster test = late(seed)) {
      List<CompletableFuture<?>> begun = new ArrayList<>();
      try (Open open = test.open()) {
        ZoneSettings unused = join(open.tx().zone().settings());
        IntStream.range(0, ITEMS)
            .forEach(number -> begun.add(open.tx().zone().enqueue(inGroup(number))));
        begun.forEach(TestCluster::join);
        open.commit();
      }

      for (int number = 0; number < ITEMS; number++) {
        String expected = "id" + number;
        Optional<String> head = test.run(tx -> tx.zone().headOf("g"));
        assertEquals(Optional.of(expected), head);
        assertEquals(ZoneOutcome.DONE, test.run(tx -> tx.zone().cancel(expected)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void secondEnqueueOfAnIdFindsTheFirst(long seed) {
    try (TestCluster test = late(seed)) {
      List<EnqueueResult> results =
          test.run(
              tx -> {
                CompletableFuture<EnqueueResult> first =
                    tx.zone().enqueue(item("one").withId("id"));
                return tx.zone()
                    .enqueue(item("two").withId("id"))
                    .thenCombine(first, (second, one) -> List.of(one, second));
              });

      assertEquals(
          List.of(EnqueueResult.Status.NEW, EnqueueResult.Status.EXISTING),
          results.stream().map(EnqueueResult::status).toList());
      assertEquals(1, test.count(TestCluster.SEND));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void enqueueThatTheBodyDoesNotAwaitIsWhole(long seed) {
    try (TestCluster test = late(seed)) {
      test.run(
          tx -> {
            var unused = tx.zone().enqueue(item("letter").withId("id"));
            return CompletableFuture.completedFuture(true);
          });

      assertEquals(1, test.count(TestCluster.SEND));
      List<LeasedItem> taken =
          test.run(
              tx -> tx.zone().dequeue(DequeueRequest.of(1, Duration.ofSeconds(30), "consumer")));
      assertEquals(1, taken.size());
    }
  }
}
