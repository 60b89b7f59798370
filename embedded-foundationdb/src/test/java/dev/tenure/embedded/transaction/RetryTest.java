package dev.tenure.embedded.transaction;

import static dev.tenure.embedded.ManualEngine.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.ManualEngine;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a transaction does after an error, and when its time is over. */
class RetryTest {
  private final ManualEngine engine = ManualEngine.memory();

  @AfterEach
  void close() {
    engine.close();
  }

  private static FDBException conflict() {
    return new FDBException("conflict", 1020);
  }

  @Test
  void waitBeforeARetryDoublesUpToTheLimitOfTheOption() {
    RetryPolicy policy = new RetryPolicy(TransactionDefaults.STANDARD);
    policy.set(OptionCode.MAX_RETRY_DELAY, new byte[] {40, 0, 0, 0, 0, 0, 0, 0});
    long[] most = {10, 20, 40, 40};
    for (long millis : most) {
      SplittableRandom almostOne = new SplittableRandom(1);
      long delay = policy.nextDelayNanos(1020, almostOne);
      double fraction = new SplittableRandom(1).nextDouble();
      assertEquals((long) (millis * fraction * 1_000_000), delay);
    }
  }

  @Test
  void retryIsAnotherObjectAndTheOldOneIsInvalid() {
    Transaction first = engine.begin();
    first.set(bytes("k"), bytes("v"));
    CompletableFuture<Transaction> retried = first.onError(conflict());
    assertThrows(IllegalStateException.class, () -> first.set(bytes("k"), bytes("v")));
    Transaction second = engine.now(retried);
    assertEquals(null, engine.now(second.get(bytes("k"))));
    second.close();
  }

  @Test
  void errorThatIsNoneToRetryAfterClosesTheTransaction() {
    Transaction transaction = engine.begin();
    CompletableFuture<Transaction> refused =
        transaction.onError(new FDBException("too large", 2101));
    assertEquals(2101, engine.failure(refused));
    assertThrows(IllegalStateException.class, transaction::commit);
  }

  @Test
  void timeoutEndsATransactionAndWhatItWaitsFor() {
    Transaction transaction = engine.begin();
    transaction.options().setTimeout(100);
    CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
    engine.pass(Duration.ofMillis(99));
    assertFalse(engine.isDone(stamp));
    engine.pass(Duration.ofMillis(1));
    assertEquals(1031, engine.failure(stamp));
    assertEquals(1031, engine.failure(transaction.get(bytes("k"))));
    assertEquals(1031, engine.failure(transaction.onError(conflict())));
  }

  @Test
  void timeoutRunsFromTheCreationOverAllAttempts() {
    Transaction transaction = engine.begin();
    transaction.options().setTimeout(1000);
    engine.pass(Duration.ofMillis(900));
    Transaction second = engine.now(transaction.onError(conflict()));
    assertEquals(null, engine.now(second.get(bytes("k"))));
    engine.pass(Duration.ofMillis(100));
    assertEquals(1031, engine.failure(second.get(bytes("k"))));
    second.close();
  }

  @Test
  void timeoutOfZeroTakesAnEarlierOneBack() {
    Transaction transaction = engine.begin();
    transaction.options().setTimeout(100);
    transaction.options().setTimeout(0);
    engine.pass(Duration.ofSeconds(1));
    assertEquals(null, engine.now(transaction.get(bytes("k"))));
    transaction.close();
  }

  @Test
  void databaseDefaultsHoldForLaterTransactionsAndTheirRetries() {
    engine.database().options().setTransactionRetryLimit(1);
    engine.database().options().setTransactionSizeLimit(100);
    Transaction transaction = engine.now(engine.begin().onError(conflict()));
    transaction.set(bytes("k"), new byte[200]);
    assertEquals(2101, engine.failure(transaction.commit()));
    assertEquals(1020, engine.failure(transaction.onError(conflict())));
  }

  @Test
  void cancelFailsWhatIsUnderWayAndWhatComesLater() {
    Transaction transaction = engine.begin();
    transaction.set(bytes("k"), bytes("v"));
    CompletableFuture<Void> commit = transaction.commit();
    transaction.cancel();
    assertEquals(1025, engine.failure(commit));
    assertTrue(commit.isCompletedExceptionally());
    transaction.close();
  }
}
