package dev.tenure.embedded.transaction;

import static dev.tenure.embedded.ManualEngine.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.ManualEngine;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A watch outlives its transaction's commit and fires when the value changes. */
class WatchTest {
  private final ManualEngine engine = ManualEngine.memory();

  @AfterEach
  void close() {
    engine.close();
  }

  private CompletableFuture<Void> committedWatch(String key) {
    try (Transaction transaction = engine.begin()) {
      CompletableFuture<Void> watch = transaction.watch(bytes(key));
      engine.now(transaction.commit());
      return watch;
    }
  }

  @Test
  void firesOnAChangedValueAndNotOnTheSameOne() {
    engine.write(tr -> tr.set(bytes("k"), bytes("1")));
    CompletableFuture<Void> watch = committedWatch("k");
    engine.write(tr -> tr.set(bytes("k"), bytes("1")));
    assertFalse(engine.isDone(watch));
    engine.write(tr -> tr.set(bytes("k"), bytes("2")));
    assertTrue(engine.isDone(watch));
  }

  @Test
  void firesWhenAnAbsentKeyComes() {
    CompletableFuture<Void> watch = committedWatch("k");
    engine.write(tr -> tr.set(bytes("other"), bytes("v")));
    assertFalse(engine.isDone(watch));
    engine.write(tr -> tr.set(bytes("k"), bytes("v")));
    assertTrue(engine.isDone(watch));
  }

  @Test
  void endsWithTheTransactionThatDidNotCommit() {
    Transaction closed = engine.begin();
    CompletableFuture<Void> ofClosed = closed.watch(bytes("k"));
    closed.close();
    assertEquals(1025, engine.failure(ofClosed));
    Transaction retried = engine.begin();
    CompletableFuture<Void> ofRetried = retried.watch(bytes("k"));
    engine.now(retried.onError(new FDBException("conflict", 1020))).close();
    assertEquals(1025, engine.failure(ofRetried));
  }

  @Test
  void failsWithTheErrorOfTheCommit() {
    Transaction transaction = engine.begin();
    CompletableFuture<Void> watch = transaction.watch(bytes("k"));
    engine.write(tr -> tr.set(bytes("k"), bytes("v")));
    transaction.set(bytes("x"), bytes("v"));
    assertEquals(1020, engine.failure(transaction.commit()));
    assertEquals(1020, engine.failure(watch));
    transaction.close();
  }

  @Test
  void closingTheDatabaseEndsAWaitingWatch() {
    CompletableFuture<Void> watch = committedWatch("k");
    engine.database().close();
    assertEquals(1101, engine.failure(watch));
  }
}
