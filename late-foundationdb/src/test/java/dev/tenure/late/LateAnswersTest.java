package dev.tenure.late;

import static dev.tenure.late.LateFixture.SEED;
import static dev.tenure.late.LateFixture.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** When the answers of reads come. */
final class LateAnswersTest {
  private static final LateOptions ALL_DELAYED =
      LateOptions.seeded(SEED).withOvertaken(0).withDelayed(1).withDelayMax(Duration.ofSeconds(1));
  private static final LateOptions ALL_OVERTAKEN =
      LateOptions.seeded(SEED).withDelayed(0).withOvertaken(1).withDelayMax(Duration.ofSeconds(1));

  @Test
  void aPunctualAnswerIsDoneAtOnceWhenItIsBelow() {
    LateFixture late = LateFixture.punctual();
    late.cluster.answerAtOnce("get a", bytes("1"));
    assertArrayEquals(bytes("1"), late.begin().get(bytes("a")).getNow(bytes("none")));
  }

  @Test
  void anAnswerDoesNotComeBeforeTheOneBelow() {
    LateFixture late = new LateFixture(ALL_DELAYED);
    CompletableFuture<byte[]> read = late.begin().get(bytes("a"));
    late.assertOpen(read);
    late.cluster.answer("get a", bytes("1"));
    late.passLong();
    assertArrayEquals(bytes("1"), read.join());
  }

  @Test
  void aDelayedAnswerComesWithinTheLongestDelay() {
    LateFixture late = new LateFixture(ALL_DELAYED);
    late.cluster.answerAtOnce("get a", bytes("1"));
    CompletableFuture<byte[]> read = late.begin().get(bytes("a"));
    late.time.runReady();
    assertFalse(read.isDone());
    late.time.pass(Duration.ofSeconds(1));
    assertTrue(read.isDone());
    assertEquals(1, late.database.counts().delayed());
  }

  @Test
  void anOvertakenAnswerWaitsForOneThatWasAskedLater() {
    LateFixture late = new LateFixture(ALL_OVERTAKEN);
    late.cluster.answerAtOnce("get a", bytes("1"));
    Transaction transaction = late.begin();
    CompletableFuture<byte[]> first = transaction.get(bytes("a"));
    CompletableFuture<byte[]> second = transaction.get(bytes("b"));
    late.time.pass(Duration.ofMillis(500));
    assertFalse(first.isDone());
    late.cluster.answer("get b", bytes("2"));
    late.time.pass(Duration.ofMillis(1));
    assertTrue(first.isDone() && second.isDone());
    assertEquals(1, late.database.counts().reordered());
  }

  @Test
  void anAnswerThatNothingOvertakesComesSoon() {
    LateFixture late = new LateFixture(ALL_OVERTAKEN);
    late.cluster.answerAtOnce("get a", bytes("1"));
    CompletableFuture<byte[]> alone = late.begin().get(bytes("a"));
    late.time.pass(Duration.ofMillis(1));
    assertTrue(alone.isDone());
  }

  @Test
  void anAnswerThatIsNotOvertakenInTimeComes() {
    LateFixture late = new LateFixture(ALL_OVERTAKEN);
    late.cluster.answerAtOnce("get a", bytes("1"));
    Transaction transaction = late.begin();
    CompletableFuture<byte[]> first = transaction.get(bytes("a"));
    CompletableFuture<byte[]> never = transaction.get(bytes("b"));
    late.time.pass(Duration.ofSeconds(1));
    assertTrue(first.isDone());
    assertFalse(never.isDone());
  }

  @Test
  void aSeedDecidesTheOrder() {
    assertEquals(order(1), order(1));
    assertNotEquals(order(1), order(2));
  }

  private static List<Integer> order(long seed) {
    LateFixture late = new LateFixture(LateOptions.seeded(seed));
    List<Integer> order = new ArrayList<>();
    Transaction transaction = late.begin();
    for (int number = 0; number < 20; number++) {
      int asked = number;
      late.cluster.answerAtOnce("get " + number, bytes("value"));
      var unused = transaction.get(bytes("" + number)).thenAccept(value -> order.add(asked));
    }
    late.passLong();
    assertEquals(20, order.size());
    return order;
  }

  @Test
  void aFailureComesLateToo() {
    LateFixture late = new LateFixture(ALL_DELAYED);
    CompletableFuture<byte[]> read = late.begin().get(bytes("a"));
    late.cluster.fail("get a", 1007);
    late.time.runReady();
    assertFalse(read.isDone());
    late.passLong();
    assertEquals(1007, late.codeOf(read));
  }

  @Test
  void aCancelledAnswerIsCancelledBelow() {
    LateFixture late = LateFixture.punctual();
    assertTrue(late.begin().get(bytes("a")).cancel(true));
    assertTrue(late.cluster.isCancelled("get a"));
  }

  @Test
  void closingFailsWhatIsWaitedFor() {
    LateFixture late = new LateFixture(ALL_DELAYED);
    late.cluster.answerAtOnce("get a", bytes("1"));
    Transaction transaction = late.begin();
    CompletableFuture<byte[]> read = transaction.get(bytes("a"));
    transaction.close();
    assertEquals(1025, late.codeOf(read));
  }

  @Test
  void retryingFailsWhatIsWaitedFor() {
    LateFixture late = LateFixture.punctual();
    Transaction transaction = late.begin();
    CompletableFuture<byte[]> read = transaction.get(bytes("a"));
    CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
    CompletableFuture<Void> watch = transaction.watch(bytes("w"));
    transaction.onError(ClientErrors.of(1021)).join().close();
    assertEquals(1025, late.codeOf(read));
    assertEquals(1100, late.codeOf(stamp));
    assertEquals(1025, late.codeOf(watch));
  }

  @Test
  void aSnapshotIsLateAsItsTransactionIs() {
    LateFixture late = new LateFixture(ALL_DELAYED);
    late.cluster.answerAtOnce("get a", bytes("1"));
    CompletableFuture<byte[]> read = late.begin().snapshot().get(bytes("a"));
    assertFalse(read.isDone());
    late.passLong();
    assertTrue(read.isDone());
  }

  @Test
  void anExecutorThatRefusesDoesNotLoseAnAnswer() {
    LateFixture late = new LateFixture(ALL_DELAYED);
    late.cluster.answerAtOnce("get a", bytes("1"));
    Transaction transaction =
        late.database.createTransaction(
            work -> {
              throw new RejectedExecutionException("full");
            });
    CompletableFuture<byte[]> read = transaction.get(bytes("a"));
    late.passLong();
    assertTrue(read.isDone());
  }
}
