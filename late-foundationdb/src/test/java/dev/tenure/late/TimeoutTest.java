package dev.tenure.late;

import static dev.tenure.late.LateFixture.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Transaction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Timeouts of transactions, which end them while the cluster hangs. */
final class TimeoutTest {
  private final LateFixture late = LateFixture.punctual();

  @Test
  void aHungReadAndCommitFailWhenTheTimeoutHasPassed() {
    late.database.hang();
    Transaction transaction = late.begin();
    transaction.options().setTimeout(1_000);
    CompletableFuture<byte[]> read = transaction.get(bytes("a"));
    transaction.set(bytes("b"), bytes("b"));
    CompletableFuture<Void> commit = transaction.commit();
    late.time.pass(Duration.ofMillis(999));
    assertFalse(read.isDone() || commit.isDone());
    late.time.pass(Duration.ofMillis(1));
    assertEquals(1031, late.codeOf(read));
    assertEquals(1031, late.codeOf(commit));
    assertEquals(1, late.database.counts().timedOut());
    assertTrue(late.cluster.wasAsked("option 500"));
  }

  @Test
  void whatIsAskedAfterTheTimeoutFails() {
    Transaction transaction = late.begin();
    transaction.options().setTimeout(1_000);
    late.time.pass(Duration.ofSeconds(1));
    assertEquals(1031, late.codeOf(transaction.get(bytes("a"))));
    assertEquals(1031, late.codeOf(transaction.getReadVersion()));
    assertEquals(1031, late.codeOf(transaction.commit()));
    assertEquals(1031, late.codeOf(transaction.onError(ClientErrors.of(1021))));
  }

  @Test
  void theDatabaseHasADefault() {
    late.database.options().setTransactionTimeout(1_000);
    CompletableFuture<byte[]> read = late.begin().get(bytes("a"));
    late.time.pass(Duration.ofSeconds(1));
    assertEquals(1031, late.codeOf(read));
  }

  @Test
  void theTimeRunsFromTheCreationOverAllAttempts() {
    Transaction first = late.begin();
    first.options().setTimeout(1_000);
    late.time.pass(Duration.ofMillis(600));
    Transaction second = first.onError(ClientErrors.of(1021)).join();
    CompletableFuture<byte[]> read = second.get(bytes("a"));
    first.close();
    late.time.pass(Duration.ofMillis(400));
    assertEquals(1031, late.codeOf(read));
  }

  @Test
  void aTimeoutSetLateCountsFromTheCreation() {
    Transaction transaction = late.begin();
    late.time.pass(Duration.ofSeconds(2));
    CompletableFuture<byte[]> read = transaction.get(bytes("a"));
    transaction.options().setTimeout(1_000);
    assertEquals(1031, late.codeOf(read));
  }

  @Test
  void zeroIsNoTimeout() {
    late.database.options().setTransactionTimeout(1_000);
    Transaction transaction = late.begin();
    transaction.options().setTimeout(0);
    late.assertOpen(transaction.get(bytes("a")));
  }

  @Test
  void aClosedTransactionLeavesNoTimer() {
    Transaction transaction = late.begin();
    transaction.options().setTimeout(1_000);
    assertEquals(1, late.time.timersWaiting());
    transaction.close();
    assertEquals(0, late.time.timersWaiting());
    late.passLong();
    assertEquals(0, late.database.counts().timedOut());
  }

  @Test
  void aWatchThatIsSetSurvivesTheTimeout() {
    late.cluster.answerAtOnce("commit", null);
    Transaction transaction = late.begin();
    transaction.options().setTimeout(1_000);
    CompletableFuture<Void> watch = transaction.watch(bytes("w"));
    assertTrue(transaction.commit().isDone());
    late.assertOpen(watch);
    late.cluster.answer("watch w", null);
    assertTrue(watch.isDone());
  }
}
