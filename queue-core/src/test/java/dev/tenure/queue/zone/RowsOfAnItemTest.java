package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The records of an item that lie apart from it: a large body, and the history of its failures. */
final class RowsOfAnItemTest {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private TestCluster test;

  @BeforeEach
  void start() {
    test = TestCluster.start();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  private void enqueue(NewItem item) {
    test.run(tx -> tx.zone().enqueue(item));
  }

  /** Whether the store has a record of that type for the item "x". */
  private boolean has(String type) {
    return test.ask(
        tx ->
            tx.store()
                .load(type, Tuple.from(tx.zone().name(), "x"))
                .thenApply(found -> found.isPresent()));
  }

  private static void fail(TestCluster on, String error) {
    LeasedItem leased =
        on.run(tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "consumer"))).get(0);
    Optional<Failure> failure = Optional.of(new Failure(error, "consumer"));
    on.run(tx -> tx.zone().requeue("x", leased.lease().id(), Duration.ZERO, failure));
  }

  /** Of 256 bytes as it is stored: the payload and three bytes before it. */
  @Test
  void aBodyOf256BytesIsInItsItem() {
    enqueue(item("b".repeat(253)).withId("x"));
    assertFalse(has(QueueSchema.BODY));
    test.run(tx -> tx.zone().cancel("x"));
    enqueue(item("b".repeat(254)).withId("x"));
    assertTrue(has(QueueSchema.BODY));
  }

  @Test
  void aLargeBodyGoesWithItsItem() {
    enqueue(item("b".repeat(20_000)).withId("x"));
    assertTrue(has(QueueSchema.BODY));
    test.run(tx -> tx.zone().cancel("x"));
    assertFalse(has(QueueSchema.BODY));
  }

  @Test
  void theHistoryGoesWithItsItem() {
    enqueue(item("b").withId("x"));
    fail(test, "refused");
    assertTrue(has(QueueSchema.HISTORY));
    test.run(tx -> tx.zone().cancel("x"));
    assertFalse(has(QueueSchema.HISTORY));
  }

  @Test
  void theHistoryIsWrittenBeforeTheRequeueIsDoneWhenAnswersAreLate() {
    LateOptions options = LateOptions.seeded(1).withDelayMax(Duration.ofMillis(5));
    try (TestCluster late = TestCluster.startLate(options)) {
      late.run(tx -> tx.zone().enqueue(item("b").withId("x")));
      List<String> errors = IntStream.range(0, 10).mapToObj(attempt -> "error " + attempt).toList();
      errors.forEach(error -> fail(late, error));
      List<FailedAttempt> failures = late.run(tx -> tx.zone().failures("x"));
      assertEquals(errors, failures.stream().map(FailedAttempt::error).toList());
    }
  }

  @Test
  void anItemWhoseBodyIsLostIsNamedByTheError() {
    enqueue(item("b".repeat(20_000)).withId("x"));
    LeasedItem leased =
        test.run(tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "consumer"))).get(0);
    test.run(tx -> tx.store().delete(QueueSchema.BODY, Tuple.from(tx.zone().name(), "x")));
    QueueException error =
        assertThrows(
            QueueException.class,
            () ->
                test.run(
                    tx ->
                        tx.zone()
                            .moveToDeadLetter(
                                "x",
                                leased.lease().id(),
                                DeadLetterKind.FAILED,
                                "why",
                                Optional.empty())));
    assertEquals(QueueException.Code.CORRUPT, error.code());
    assertTrue(error.toString().contains("item x of zone default"), error.toString());
  }
}
