package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Transaction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What ends a watch before its key changes, and what does not. */
interface WatchEndContract extends BehaviourFixture {

  @Test
  default void cancelAfterTheCommitDoesNotEndIt() {
    Transaction transaction = begin();
    CompletableFuture<Void> watch = transaction.watch(key("k"));
    now(transaction.commit());
    transaction.cancel();
    assertFalse(isSoonDone(watch));
    write(tr -> tr.set(key("k"), bytes("v")));
    assertEquals(0, codeOf(watch));
    transaction.close();
  }

  @Test
  default void closeAfterTheCommitDoesNotEndItEither() {
    Transaction transaction = begin();
    CompletableFuture<Void> watch = transaction.watch(key("k"));
    now(transaction.commit());
    transaction.close();
    assertFalse(isSoonDone(watch));
    write(tr -> tr.set(key("k"), bytes("v")));
    assertEquals(0, codeOf(watch));
  }

  @Test
  default void cancelBeforeTheCommitLeavesOneThatHasReadItsKeyPending() {
    Transaction transaction = begin();
    CompletableFuture<Void> watch = transaction.watch(key("k"));
    assertFalse(isSoonDone(watch));
    transaction.cancel();
    write(tr -> tr.set(key("k"), bytes("v")));
    assertFalse(isSoonDone(watch));
    transaction.close();
  }

  @Test
  default void timeoutLeavesOneThatHasReadItsKeyPendingUntilTheTransactionEnds() {
    Transaction transaction = begin();
    transaction.options().setTimeout(200);
    CompletableFuture<Void> watch = transaction.watch(key("k"));
    waiting().pass(Duration.ofMillis(300));
    assertEquals(1031, codeOf(transaction.get(key("k"))));
    assertFalse(isSoonDone(watch));
    assertEquals(1031, codeOfRetry(transaction, 1020));
    assertEquals(1025, codeOf(watch));
  }

  @Test
  default void closeAndOnErrorBeforeTheCommitEndIt() {
    Transaction closed = begin();
    CompletableFuture<Void> ofClosed = closed.watch(key("k"));
    assertFalse(isSoonDone(ofClosed));
    closed.close();
    assertEquals(1025, codeOf(ofClosed));
    Transaction failed = begin();
    CompletableFuture<Void> ofFailed = failed.watch(key("k"));
    assertFalse(isSoonDone(ofFailed));
    retried(failed, 1020).close();
    assertEquals(1025, codeOf(ofFailed));
  }

  @Test
  default void ownWriteAfterItMakesItFireAndOneBeforeItDoesNot() {
    Transaction after = begin();
    CompletableFuture<Void> fires = after.watch(key("k"));
    after.set(key("k"), bytes("v"));
    now(after.commit());
    assertEquals(0, codeOf(fires));
    after.close();
    Transaction before = begin();
    before.set(key("k"), bytes("w"));
    CompletableFuture<Void> waits = before.watch(key("k"));
    now(before.commit());
    before.close();
    assertFalse(isSoonDone(waits));
    write(tr -> tr.set(key("k"), bytes("x")));
    assertEquals(0, codeOf(waits));
    assertTrue(waits.isDone());
  }
}
