package dev.tenure.embedded.transaction;

import static dev.tenure.embedded.ManualEngine.bytes;
import static dev.tenure.embedded.ManualEngine.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.ManualEngine;
import dev.tenure.embedded.commit.FaultInjector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads that wait for their version see the writes made before them, and only those. */
class PendingReadTest {
  private static final FaultInjector SLOW_VERSIONS =
      new FaultInjector() {
        @Override
        public Duration readVersionDelay() {
          return Duration.ofMillis(50);
        }
      };

  private final ManualEngine engine = ManualEngine.memory(env -> env.faults(SLOW_VERSIONS));

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void waitingReadDoesNotSeeALaterWriteAndKeepsItsConflict() {
    engine.write(tr -> tr.set(bytes("k"), bytes("stored")));
    Transaction transaction = engine.begin();
    CompletableFuture<byte[]> before = transaction.get(bytes("k"));
    assertFalse(before.isDone());
    transaction.set(bytes("k"), bytes("own"));
    CompletableFuture<byte[]> after = transaction.get(bytes("k"));
    assertEquals("stored", text(engine.now(before)));
    assertEquals("own", text(engine.now(after)));
    engine.write(tr -> tr.set(bytes("k"), bytes("other")));
    assertEquals(1020, engine.failure(transaction.commit()));
    transaction.close();
  }

  @Test
  void waitingRangeReadSeesTheWritesBeforeIt() {
    engine.write(tr -> tr.set(bytes("a"), bytes("1")));
    Transaction transaction = engine.begin();
    transaction.set(bytes("b"), bytes("2"));
    CompletableFuture<List<KeyValue>> rows = transaction.getRange(bytes("a"), bytes("z")).asList();
    transaction.clear(bytes("a"), bytes("z"));
    assertEquals(2, engine.now(rows).size());
    assertEquals(0, engine.now(transaction.getRange(bytes("a"), bytes("z")).asList()).size());
    transaction.close();
  }

  @Test
  void commitWaitsForTheReadsBeforeIt() {
    engine.write(tr -> tr.set(bytes("k"), bytes("stored")));
    Transaction transaction = engine.begin();
    CompletableFuture<byte[]> read = transaction.get(bytes("k"));
    transaction.set(bytes("other"), bytes("v"));
    CompletableFuture<Void> commit = transaction.commit();
    assertFalse(engine.isDone(commit));
    engine.now(commit);
    assertEquals("stored", text(engine.now(read)));
    transaction.close();
  }

  @Test
  void commitSetsTheWatchWhoseReadItWaitedFor() {
    engine.write(tr -> tr.set(bytes("k"), bytes("stored")));
    Transaction transaction = engine.begin();
    CompletableFuture<Void> watch = transaction.watch(bytes("k"));
    engine.now(transaction.commit());
    assertFalse(watch.isDone());
    engine.write(tr -> tr.set(bytes("k"), bytes("other")));
    engine.now(watch);
    transaction.close();
  }

  @Test
  void watchThatIsCancelledWhileItsReadWaitsFreesItsPlace() {
    engine.database().options().setMaxWatches(1);
    Transaction transaction = engine.begin();
    transaction.watch(bytes("k")).cancel(true);
    engine.now(transaction.commit());
    Transaction second = engine.begin();
    CompletableFuture<Void> watch = second.watch(bytes("k"));
    engine.now(second.commit());
    assertFalse(watch.isDone());
    transaction.close();
    second.close();
  }

  @Test
  void watchEndsWithATransactionThatIsCancelledOnceItsReadIsDone() {
    Queue<Runnable> held = new ArrayDeque<>();
    Transaction transaction = engine.database().createTransaction(held::add);
    CompletableFuture<Void> watch = transaction.watch(bytes("k"));
    engine.pass(Duration.ofMillis(100));
    assertFalse(held.isEmpty());
    transaction.cancel();
    while (!held.isEmpty()) {
      held.remove().run();
    }
    assertEquals(1025, engine.failure(watch));
    transaction.close();
  }

  @Test
  void ownWritesAreReadWithoutWaiting() {
    Transaction transaction = engine.begin();
    transaction.set(bytes("k"), bytes("own"));
    transaction.clear(bytes("x"));
    assertEquals("own", text(transaction.get(bytes("k")).join()));
    assertEquals(null, transaction.get(bytes("x")).join());
    transaction.close();
  }

  @Test
  void cancelFailsTheReadsThatWaitThoughTheExecutorRejectsAllTasks() {
    Transaction transaction =
        engine
            .database()
            .createTransaction(
                task -> {
                  throw new RejectedExecutionException("planted: the pool is full");
                });
    CompletableFuture<byte[]> read = transaction.get(bytes("k"));
    transaction.cancel();
    assertEquals(1025, engine.failure(read));
    transaction.close();
  }

  @Test
  void cancelFailsTheReadsThatWait() {
    Transaction transaction = engine.begin();
    CompletableFuture<byte[]> read = transaction.get(bytes("k"));
    CompletableFuture<Long> version = transaction.getReadVersion();
    transaction.cancel();
    assertEquals(1025, engine.failure(read));
    assertEquals(1025, engine.failure(version));
    transaction.close();
  }
}
