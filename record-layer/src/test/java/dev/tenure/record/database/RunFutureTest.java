package dev.tenure.record.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.time.ManualClock;
import dev.tenure.record.Proxies;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who completes a run's future: the thread that joins it, or the executor. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RunFutureTest {
  private static final byte[] KEY = {'k'};

  /** Groups of commits, carried out when the test says so. */
  private final LinkedBlockingQueue<Runnable> groups = new LinkedBlockingQueue<>();

  /** What is left to the executor; nobody carries it out unless the test does. */
  private final LinkedBlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

  private final Executor executor = tasks::add;
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Database engine =
      EmbeddedDatabase.memory(
          EmbeddedEnvironment.builder()
              .clock(new ManualClock())
              .commitExecutor(groups::add)
              .executor(executor)
              .build());
  private final RecordDatabase database = on(engine, executor);
  private final List<String> events = new CopyOnWriteArrayList<>();

  private RecordDatabase on(Database below, Executor continuations) {
    return RecordDatabase.builder(below)
        .clock(new ManualClock())
        .random(new SplittableRandom(7))
        .executor(continuations)
        .timer(timer)
        .build();
  }

  @AfterEach
  void close() {
    engine.close();
    timer.shutdownNow();
  }

  private static CompletableFuture<Integer> write(RecordContext context) {
    context.set(KEY, KEY);
    return CompletableFuture.completedFuture(7);
  }

  /** As {@link #write}; the first attempt has read what another commit writes. */
  private CompletableFuture<Integer> collideAtFirst(RecordContext context) {
    return context
        .get(KEY, false)
        .thenCompose(
            read -> {
              if (context.attempt() == 0) {
                commitAnother();
              }
              return write(context);
            });
  }

  private void commitAnother() {
    Transaction other = engine.createTransaction();
    other.set(KEY, KEY);
    CompletableFuture<Void> commit = other.commit();
    try {
      runGroup();
      take(tasks, "the other commit's answer").run();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    assertTrue(commit.isDone());
    other.close();
  }

  private void note(String what) {
    events.add(what + " on " + Thread.currentThread().getName());
  }

  private void runGroup() throws InterruptedException {
    Runnable task = take(groups, "a group of commits");
    while (task != null) {
      task.run();
      task = groups.poll();
    }
  }

  private static Runnable take(LinkedBlockingQueue<Runnable> from, String what)
      throws InterruptedException {
    Runnable task = from.poll(3, TimeUnit.MINUTES);
    assertTrue(task != null, what);
    return task;
  }

  /** A thread that joins and keeps what it got; parked by the time this is made. */
  private static final class Joining {
    private final AtomicReference<@Nullable Object> got = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean wasInterrupted;

    Joining(Supplier<?> join) throws InterruptedException {
      thread =
          new Thread(
              () -> {
                try {
                  got.set(join.get());
                } catch (RuntimeException e) {
                  got.set(e);
                }
                wasInterrupted = Thread.currentThread().isInterrupted();
              },
              "joining");
      thread.setDaemon(true);
      thread.start();
      while (thread.getState() != Thread.State.WAITING) {
        assertTrue(thread.isAlive(), "did not wait");
        Thread.onSpinWait();
      }
    }

    Object result() throws InterruptedException {
      thread.join();
      return Objects.requireNonNull(got.get());
    }
  }

  @Test
  void joiningThreadCarriesOutWhatFollowsTheCommit() throws InterruptedException {
    CompletableFuture<Integer> run =
        database.run(
            context -> {
              context.whenCommitted(() -> note("committed"));
              return write(context);
            });
    var unused = run.thenRun(() -> note("continued"));
    Joining joining = new Joining(run::join);

    runGroup();

    assertEquals(0, tasks.size(), "left to the executor");
    assertEquals(7, joining.result());
    assertEquals(List.of("committed on joining", "continued on joining"), events);
  }

  @Test
  void joiningWhatFollowsFromARunHelpsAsWell() throws InterruptedException {
    CompletableFuture<Integer> derived =
        database
            .run(RunFutureTest::write)
            .thenApply(value -> value + 1)
            .exceptionallyCompose(CompletableFuture::failedFuture)
            .thenCompose(value -> CompletableFuture.completedFuture(value + 1));
    Joining joining = new Joining(derived::join);

    runGroup();

    assertEquals(0, tasks.size(), "left to the executor");
    assertEquals(9, joining.result());
  }

  @Test
  void databasesJoinHelpsToo() throws InterruptedException {
    CompletableFuture<Integer> run = database.run(RunFutureTest::write);
    Joining joining = new Joining(() -> database.join(run));

    runGroup();

    assertEquals(0, tasks.size(), "left to the executor");
    assertEquals(7, joining.result());
  }

  @Test
  void withoutAJoiningThreadTheExecutorIsTold() throws InterruptedException {
    CompletableFuture<Integer> run = database.run(RunFutureTest::write);
    runGroup();
    assertFalse(run.isDone());

    take(tasks, "the commit's answer").run();

    assertEquals(7, run.join());
  }

  @Test
  void joiningAfterTheDecisionWaitsForTheExecutor() throws InterruptedException {
    CompletableFuture<Integer> run = database.run(RunFutureTest::write);
    runGroup();
    Joining joining = new Joining(run::join);

    take(tasks, "the commit's answer").run();

    assertEquals(7, joining.result());
  }

  @Test
  void failureOfTheCommitIsThrownFromTheJoin() throws InterruptedException {
    CompletableFuture<Integer> run =
        database.run(RunOptions.defaults().withAttemptsMax(1), this::collideAtFirst);
    Joining joining = new Joining(() -> database.join(run));

    runGroup();

    assertEquals(0, tasks.size(), "left to the executor");
    RecordLayerException thrown = (RecordLayerException) joining.result();
    assertEquals(Code.COMMIT_CONFLICT, thrown.code());
  }

  @Test
  void attemptAfterAFailedCommitIsJoinedToItsEnd() throws InterruptedException {
    RunOptions fast = RunOptions.defaults().withDelays(Duration.ofNanos(1), Duration.ofNanos(1));
    CompletableFuture<Integer> run = database.run(fast, this::collideAtFirst);
    Joining first = new Joining(run::join);
    runGroup();
    take(tasks, "the second attempt").run();
    Joining second = new Joining(run::join);

    runGroup();

    assertEquals(0, tasks.size(), "left to the executor");
    assertEquals(7, second.result());
    assertEquals(7, first.result());
  }

  @Test
  void cancelledRunIsJoinedOnceItsCommitIsDecided() throws InterruptedException {
    CompletableFuture<Integer> run = database.run(RunFutureTest::write);
    Joining joining = new Joining(run::join);
    assertTrue(run.cancel(false));
    assertThrows(CancellationException.class, run::join, "of who comes later, at once");

    runGroup();

    assertTrue(joining.result() instanceof CancellationException);
  }

  @Test
  void runFailedFromOutsideBeforeItIsJoinedKeepsNobodyWaiting() {
    CompletableFuture<Integer> run = database.run(RunFutureTest::write);
    IllegalStateException enough = new IllegalStateException("enough");
    assertTrue(run.completeExceptionally(enough));

    CompletionException thrown = assertThrows(CompletionException.class, run::join);

    assertSame(enough, thrown.getCause());
    assertEquals(1, groups.size(), "the commit is still under way");
  }

  @Test
  void interruptIsKeptForAfterTheJoin() throws InterruptedException {
    CompletableFuture<Integer> run = database.run(RunFutureTest::write);
    Joining joining = new Joining(run::join);
    joining.thread.interrupt();

    runGroup();

    assertEquals(7, joining.result());
    assertTrue(joining.wasInterrupted);
  }

  @Test
  void threadThatWasInterruptedBeforeJoinsAndKeepsIt() throws InterruptedException {
    CompletableFuture<Integer> run = database.run(RunFutureTest::write);
    Joining joining =
        new Joining(
            () -> {
              Thread.currentThread().interrupt();
              return run.join();
            });

    runGroup();

    assertEquals(0, tasks.size(), "left to the executor");
    assertEquals(7, joining.result());
    assertTrue(joining.wasInterrupted);
  }

  @Test
  void threadsOfAPoolThatCountsWaitersLeaveItToTheExecutor() throws InterruptedException {
    CompletableFuture<Integer> run = database.run(RunFutureTest::write);
    // One of its own: with two processors nothing is run on the common pool.
    ForkJoinPool pool = new ForkJoinPool(2);
    try {
      CompletableFuture<Integer> joined = CompletableFuture.supplyAsync(run::join, pool);
      runGroup();
      take(tasks, "the commit's answer").run();

      assertEquals(7, joined.join());
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void continuationsOfAnotherExecutorStayOnIt() throws InterruptedException {
    LinkedBlockingQueue<Runnable> other = new LinkedBlockingQueue<>();
    CompletableFuture<Integer> run = on(engine, other::add).run(RunFutureTest::write);
    Joining joining = new Joining(run::join);
    runGroup();

    take(other, "what follows the commit").run();

    assertEquals(7, joining.result());
    assertEquals(0, tasks.size(), "left to the environment's executor");
  }

  @Test
  void commitThatCannotBeHelpedWithIsWaitedForAsEver() throws InterruptedException {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    Database around = Proxies.commitsAnsweredBy(engine, answer);
    Joining joining = new Joining(() -> on(around, executor).run(RunFutureTest::write).join());
    assertNull(joining.got.get());

    answer.complete(null);

    assertEquals(7, joining.result());
  }

  @Test
  void chainThatGoesOnDoesNotKeepWhatIsOver() {
    CompletableFuture<Integer> tail =
        database.run(context -> CompletableFuture.completedFuture(0)).thenApply(zero -> zero + 1);
    WeakReference<CompletableFuture<Integer>> early = new WeakReference<>(tail);
    for (int i = 0; i < 3; i++) {
      tail = tail.thenCompose(value -> CompletableFuture.completedFuture(value + 1));
    }
    for (int i = 0; i < 100 && early.get() != null; i++) {
      System.gc();
    }

    assertEquals(4, tail.join());
    assertNull(early.get(), "a link of the chain");
  }
}
