package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.commit.ParkingGroupPacer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who completes a commit's future: the thread that joins it, or the executor; never the engine. */
@Timeout(600)
class CommitResultTest {
  private static final byte[] KEY = {'k'};

  /** The commit thread's tasks, carried out when the test says so. */
  private final LinkedBlockingQueue<Runnable> groups = new LinkedBlockingQueue<>();

  private final EmbeddedDatabase database =
      EmbeddedDatabase.memory(EmbeddedEnvironment.builder().commitExecutor(groups::add).build());

  @AfterEach
  void close() {
    database.close();
  }

  private CompletableFuture<Void> commit() {
    return commit(database);
  }

  private static CompletableFuture<Void> commit(EmbeddedDatabase database) {
    Transaction transaction = database.createTransaction();
    transaction.set(KEY, KEY);
    return transaction.commit();
  }

  private void runGroup() throws InterruptedException {
    Runnable task = groups.poll(3, TimeUnit.MINUTES);
    assertTrue(task != null, "a group was scheduled");
    while (task != null) {
      task.run();
      task = groups.poll();
    }
  }

  /** A thread that joins; parked by the time this returns. */
  private static Thread joining(Runnable join) throws InterruptedException {
    Thread thread = new Thread(join);
    thread.start();
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }

  @Test
  void joiningThreadReturnsOnceTheGroupIsWritten() throws InterruptedException {
    CompletableFuture<Void> commit = commit();
    Thread thread = joining(commit::join);
    assertFalse(commit.isDone());
    runGroup();
    thread.join();
    assertTrue(commit.isDone());
  }

  @Test
  void joiningThreadThatIsAloneCarriesOutTheGroupWhereClientsMay() {
    try (EmbeddedDatabase led =
        EmbeddedDatabase.memory(
            EmbeddedEnvironment.builder()
                .commitExecutor(groups::add)
                .pacer(new ParkingGroupPacer(System::nanoTime, ParkingGroupPacer.PAUSE))
                .build())) {
      commit(led).join();
      assertEquals(1, groups.size(), "tasks of the commit thread, none of which was run");
    }
  }

  @Test
  void severalThreadsMayJoin() throws InterruptedException {
    CompletableFuture<Void> commit = commit();
    Thread first = joining(commit::join);
    Thread second = joining(commit::join);
    runGroup();
    first.join();
    second.join();
    assertTrue(commit.isDone());
  }

  @Test
  void joiningAfterTheDecisionReturns() throws InterruptedException {
    CompletableFuture<Void> commit = commit();
    runGroup();
    commit.join();
    assertTrue(commit.isDone());
  }

  @Test
  void conflictIsThrownFromTheJoin() throws InterruptedException {
    Transaction reader = database.createTransaction();
    assertEquals(null, reader.get(KEY).join());
    CompletableFuture<Void> writing = commit();
    runGroup();
    writing.join();
    reader.set(new byte[] {'x'}, KEY);
    CompletableFuture<Void> commit = reader.commit();
    AtomicReference<Integer> code = new AtomicReference<>(0);
    Thread thread =
        joining(() -> code.set(codeOf(assertThrows(CompletionException.class, commit::join))));
    runGroup();
    thread.join();
    assertEquals(FdbErrors.NOT_COMMITTED, code.get());
  }

  private static int codeOf(CompletionException thrown) {
    return thrown.getCause() instanceof FDBException cause ? cause.getCode() : -1;
  }

  @Test
  void interruptIsKeptForAfterTheJoin() throws InterruptedException {
    CompletableFuture<Void> commit = commit();
    AtomicReference<Boolean> interrupted = new AtomicReference<>(false);
    Thread thread =
        joining(
            () -> {
              commit.join();
              interrupted.set(Thread.interrupted());
            });
    thread.interrupt();
    runGroup();
    thread.join();
    assertSame(true, interrupted.get());
  }

  @Test
  void threadsOfAPoolThatCountsWaitersJoinAsEver() throws InterruptedException {
    CompletableFuture<Void> commit = commit();
    CompletableFuture<Void> joined =
        CompletableFuture.runAsync(commit::join, ForkJoinPool.commonPool());
    runGroup();
    joined.join();
    assertTrue(commit.isDone());
  }

  @Test
  void closingTheDatabaseEndsTheWait() throws InterruptedException {
    CompletableFuture<Void> commit = commit();
    Thread thread = joining(() -> assertThrows(CompletionException.class, commit::join));
    database.close();
    thread.join();
    assertTrue(commit.isCompletedExceptionally());
  }
}
