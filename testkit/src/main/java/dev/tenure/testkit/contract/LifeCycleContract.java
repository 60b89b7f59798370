package dev.tenure.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Commit, retry, cancellation and close of a transaction.
 */
interface LifeCycleContract extends EngineFixture {

  private static FDBException error(int code) {
    return new FDBException("error " + code, code);
  }

  @Test
  default void aCommittedTransactionCannotBeUsedAgain() {
    try (Transaction transaction = begin()) {
      transaction.set(key("a"), value("a"));
      transaction.commit().join();
      assertEquals(2017, codeOf(() -> transaction.get(key("a")).join()));
      assertEquals(2017, codeOf(() -> transaction.commit().join()));
    }
  }

  @Test
  default void aReadOnlyCommitHasNoVersion() {
    try (Transaction transaction = begin()) {
      transaction.get(key("a")).join();
      transaction.commit().join();
      assertEquals(-1, transaction.getCommittedVersion());
    }
  }

  @Test
  default void onErrorGivesAFreshTransactionForARetryableError() {
    try (Transaction first = begin()) {
      first.set(key("a"), value("a"));
      try (Transaction second = first.onError(error(1020)).join()) {
        assertNotSame(first, second);
        assertNull(second.get(key("a")).join());
        second.set(key("b"), value("b"));
        second.commit().join();
      }
    }
    assertNull(stored("a"));
    assertEquals("b", stored("b"));
  }

  @Test
  default void onErrorRetriesWhatMayHaveCommitted() {
    for (int code : new int[] {1007, 1009, 1020, 1021, 1037, 1213}) {
      try (Transaction first = begin()) {
        first.onError(error(code)).join().close();
      }
    }
  }

  @Test
  default void onErrorGivesBackAnErrorThatIsNotRetryable() {
    for (int code : new int[] {1025, 1031, 2004, 2017, 2101, 2102}) {
      Transaction transaction = begin();
      assertEquals(code, codeOf(() -> transaction.onError(error(code)).join()));
      transaction.close();
    }
  }

  @Test
  default void onErrorObeysTheRetryLimit() {
    Transaction first = begin();
    first.options().setRetryLimit(1);
    Transaction second = first.onError(error(1020)).join();
    assertEquals(1020, codeOf(() -> second.onError(error(1020)).join()));
    second.close();
  }

  @Test
  default void runRetriesUntilItCommits() {
    AtomicInteger attempts = new AtomicInteger();
    String result =
        database()
            .run(
                transaction -> {
                  transaction.get(key("a")).join();
                  if (attempts.incrementAndGet() < 3) {
                    write(other -> other.set(key("a"), number(attempts.get())));
                  }
                  transaction.set(key("b"), value("b"));
                  return "result";
                });
    assertEquals("result", result);
    assertEquals(3, attempts.get());
    assertEquals("b", stored("b"));
  }

  @Test
  default void runCommitsNothingWhenItsBodyThrows() {
    CompletionException thrown =
        assertThrows(
            CompletionException.class,
            () ->
                database()
                    .run(
                        transaction -> {
                          transaction.set(key("a"), value("a"));
                          throw new IllegalStateException("no");
                        }));
    assertInstanceOf(IllegalStateException.class, thrown.getCause());
    assertNull(stored("a"));
  }

  @Test
  default void aCancelledTransactionFailsEveryOperation() {
    try (Transaction transaction = begin()) {
      transaction.set(key("a"), value("a"));
      transaction.cancel();
      assertEquals(1025, codeOf(() -> transaction.get(key("a")).join()));
      assertEquals(1025, codeOf(() -> transaction.commit().join()));
    }
    assertNull(stored("a"));
  }

  @Test
  default void aClosedTransactionRefusesUse() {
    Transaction transaction = begin();
    transaction.close();
    assertThrows(IllegalStateException.class, () -> transaction.get(key("a")));
  }

  @Test
  default void theFirstIllegalWriteIsTheErrorOfEveryLaterOperation() {
    try (Transaction transaction = begin()) {
      transaction.set(new byte[] {(byte) 0xff, 'a'}, value("a"));
      transaction.clear(key("b"), key("a"));
      assertEquals(2004, codeOf(() -> transaction.get(key("a")).join()));
      assertEquals(2004, codeOf(() -> transaction.commit().join()));
    }
  }
}
