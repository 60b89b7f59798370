package dev.tenure.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Transaction;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** Futures that complete when a key changes. */
interface WatchContract extends EngineFixture {
  int SECONDS_MAX = 200;

  private CompletableFuture<Void> watch(String name) {
    try (Transaction transaction = begin()) {
      CompletableFuture<Void> watch = transaction.watch(key(name));
      transaction.commit().join();
      return watch;
    }
  }

  private static void awaitChange(CompletableFuture<Void> watch)
      throws InterruptedException, ExecutionException, TimeoutException {
    watch.get(SECONDS_MAX, TimeUnit.SECONDS);
  }

  @Test
  default void aWatchFiresWhenItsKeyGetsAnotherValue() throws Exception {
    store("a");
    CompletableFuture<Void> watch = watch("a");
    assertFalse(watch.isDone());
    write(transaction -> transaction.set(key("a"), value("changed")));
    awaitChange(watch);
  }

  @Test
  default void aWatchFiresWhenItsKeyIsMadeOrCleared() throws Exception {
    CompletableFuture<Void> made = watch("a");
    store("a");
    awaitChange(made);
    CompletableFuture<Void> cleared = watch("a");
    write(transaction -> transaction.clear(all()));
    awaitChange(cleared);
  }

  @Test
  default void aWatchDoesNotFireForOtherKeys() throws Exception {
    CompletableFuture<Void> other = watch("a");
    CompletableFuture<Void> changed = watch("b");
    store("b");
    awaitChange(changed);
    assertFalse(other.isDone());
    assertTrue(other.cancel(true));
  }

  @Test
  default void aWatchSetBeforeTheOwnWriteFiresWithItsCommit() throws Exception {
    try (Transaction transaction = begin()) {
      CompletableFuture<Void> watch = transaction.watch(key("a"));
      transaction.set(key("a"), value("a"));
      transaction.commit().join();
      awaitChange(watch);
    }
  }

  @Test
  default void aWatchOfATransactionThatNeverCommittedEndsWithIt() {
    Transaction transaction = begin();
    CompletableFuture<Void> watch = transaction.watch(key("a"));
    transaction.close();
    assertEquals(1025, codeOf(() -> watch.orTimeout(SECONDS_MAX, TimeUnit.SECONDS).join()));
  }

  @Test
  default void aCancelledWatchIsCancelled() {
    CompletableFuture<Void> watch = watch("a");
    assertTrue(watch.cancel(true));
    assertThrows(CancellationException.class, watch::join);
  }
}
