package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.UnknownFieldSet;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.proto.QueueHistory;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A stack trace lies in the item's history: of the last failure that has one, gone with it. */
final class StackTraceOfAnItemTest {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final TestCluster test = TestCluster.start();

  @AfterEach
  void stop() {
    test.close();
  }

  private static Optional<Failure> failure(String error, String trace) {
    return Optional.of(
        new Failure(
            error, "consumer", trace.isEmpty() ? Optional.empty() : StackTrace.compress(trace)));
  }

  private LeasedItem lease() {
    return test.run(tx -> tx.zone().dequeue(DequeueRequest.of(1, LEASE, "consumer"))).get(0);
  }

  private void fail(String error, String trace) {
    LeasedItem held = lease();
    test.run(tx -> tx.zone().requeue("x", held.lease().id(), Duration.ZERO, failure(error, trace)));
  }

  private void setAside(Optional<Failure> why) {
    LeasedItem held = lease();
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter("x", held.lease().id(), DeadLetterKind.FAILED, "given up", why));
  }

  private static List<String> traces(List<FailedAttempt> failures) {
    return failures.stream()
        .map(failed -> failed.stackTrace().map(StackTrace::text).orElse("-"))
        .toList();
  }

  private List<String> traces() {
    return traces(test.run(tx -> tx.zone().failures("x")));
  }

  private List<String> tracesOfTheLetter() {
    return traces(test.run(tx -> tx.zone().findDeadLetter("x")).orElseThrow().failures());
  }

  private boolean hasHistory() {
    return test.ask(
        tx ->
            tx.store()
                .load(QueueSchema.HISTORY, Tuple.from(tx.zone().name(), "x"))
                .thenApply(Optional::isPresent));
  }

  private void enqueue() {
    test.run(tx -> tx.zone().enqueue(item("b").withId("x")));
  }

  @Test
  void theLastFailureReplacesTheTraceOfTheOneBefore() {
    enqueue();
    fail("first", "at a.B");
    fail("second", "at c.D");
    assertEquals(List.of("-", "at c.D"), traces());
  }

  @Test
  void aFailureWithoutATraceKeepsTheEarlierOneWithItsAttempt() {
    enqueue();
    fail("first", "at a.B");
    fail("second", "");
    assertEquals(List.of("at a.B", "-"), traces());
  }

  @Test
  void itLeavesWithTheOldestOfTenFailures() {
    enqueue();
    fail("first", "at a.B");
    for (int i = 0; i < 10; i++) {
      fail("later", "");
    }
    assertEquals(List.of("-"), traces().stream().distinct().toList());
  }

  @Test
  void aDeadLetterKeepsThatOfItsLastFailure() {
    enqueue();
    fail("first", "at a.B");
    setAside(failure("second", "at c.D"));
    assertEquals(List.of("-", "at c.D"), tracesOfTheLetter());
    assertFalse(hasHistory());
  }

  @Test
  void aDeadLetterWithoutAFailureOfItsOwnKeepsTheEarlierOne() {
    enqueue();
    fail("first", "at a.B");
    setAside(Optional.empty());
    assertEquals(List.of("at a.B"), tracesOfTheLetter());
  }

  @Test
  void aParkedItemKeepsThatOfWhatCouldNotReadItAndNoAttemptIsCounted() {
    enqueue();
    LeasedItem held = lease();
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter(
                    "x",
                    held.lease().id(),
                    DeadLetterKind.PARKED,
                    "unread",
                    failure("unread", "at a.B")));
    assertEquals(List.of("at a.B"), tracesOfTheLetter());
    DeadLetter letter = test.run(tx -> tx.zone().findDeadLetter("x")).orElseThrow();
    assertEquals(0, letter.item().errors());
    assertEquals(0, letter.item().attempts());
    test.run(tx -> tx.zone().redrive("x"));
    assertEquals(List.of(), traces());
    assertFalse(hasHistory());
  }

  @Test
  void aRedriveForgetsIt() {
    enqueue();
    setAside(failure("first", "at a.B"));
    test.run(tx -> tx.zone().redrive("x"));
    assertEquals(List.of(), traces());
    assertFalse(hasHistory());
  }

  @Test
  void itIsGoneWithItsItem() {
    enqueue();
    fail("first", "at a.B");
    LeasedItem held = lease();
    assertTrue(hasHistory());
    test.run(tx -> tx.zone().complete("x", held.lease().id()));
    assertFalse(hasHistory());
  }

  @Test
  void anItemThatNeverFailedIsCompletedWithoutAskingForIt() {
    enqueue();
    LeasedItem held = lease();
    long before = test.meters.count(RecordCounter.RECORDS_LOADED);
    test.run(tx -> tx.zone().complete("x", held.lease().id()));
    assertEquals(before + 1, test.meters.count(RecordCounter.RECORDS_LOADED));
  }

  /** As an older consumer finds the field of a stack trace, which it does not know. */
  @Test
  void aFieldOfANewerReleaseStaysWithItsFailureAndGoesWithItsItem() {
    enqueue();
    fail("first", "");
    UnknownFieldSet newer =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
            .build();
    test.run(
        tx ->
            tx.store()
                .load(QueueSchema.HISTORY, Tuple.from(tx.zone().name(), "x"))
                .thenCompose(found -> tx.store().save(with(newer, found.orElseThrow()))));
    fail("second", "at a.B");
    assertEquals(newer, history().getFailures(0).getUnknownFields());
    LeasedItem held = lease();
    test.run(tx -> tx.zone().complete("x", held.lease().id()));
    assertFalse(hasHistory());
  }

  private static QueueHistory with(UnknownFieldSet newer, StoredRecord stored) {
    QueueHistory.Builder history = ((QueueHistory) stored.message()).toBuilder();
    history.getFailuresBuilder(0).setUnknownFields(newer);
    return history.build();
  }

  private QueueHistory history() {
    return test.run(
        tx ->
            tx.store()
                .load(QueueSchema.HISTORY, Tuple.from(tx.zone().name(), "x"))
                .thenApply(found -> (QueueHistory) found.orElseThrow().message()));
  }
}
