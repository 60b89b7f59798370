package dev.tenure.record.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.record.Proxies;
import dev.tenure.record.TestDatabase;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.meter.TransactionOutcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class RecordContextTest {
  private static final byte[] KEY = {'k'};

  private final TestDatabase test = new TestDatabase();
  private final RecordContext context = test.database.openContext();

  @AfterEach
  void close() {
    context.close();
    test.close();
  }

  private void commit() {
    context.join(context.commit());
  }

  @Test
  void timeStandsStill() {
    Instant opened = context.now();
    test.clock.advance(Duration.ofHours(1));

    assertEquals(opened, context.now());
  }

  @Test
  void checksRunBeforeTheCommitAndMayWriteAndAddChecks() {
    List<String> order = new ArrayList<>();
    context.addCommitCheck(
        () -> {
          order.add("first");
          context.set(KEY, KEY);
          context.addCommitCheck(
              () -> {
                order.add("third");
                return CompletableFuture.completedFuture(null);
              });
          return CompletableFuture.completedFuture(null);
        });
    context.addCommitCheck(
        () -> {
          order.add("second");
          return CompletableFuture.completedFuture(null);
        });

    commit();

    assertEquals(List.of("first", "second", "third"), order);
    assertTrue(context.committedVersion() > 0);
  }

  @Test
  void failedCheckFailsTheCommitAndNothingIsWritten() {
    context.set(KEY, KEY);
    context.addCommitCheck(() -> CompletableFuture.failedFuture(new ArithmeticException("no")));
    context.addCommitCheck(
        () -> {
          throw new IllegalStateException("later");
        });

    assertThrows(RuntimeException.class, this::commit);

    byte[] found = test.run(other -> other.get(KEY, false));
    assertNull(found);
    assertThrows(IllegalStateException.class, context::committedVersion);
    assertThrows(IllegalStateException.class, () -> context.set(KEY, KEY));
  }

  @Test
  void hooksRunInOrderAfterTheCommitAndOneThatThrowsKeepsNoneBack() {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    context.set(KEY, KEY);
    context.afterCommit(() -> order.add("committed " + (context.committedVersion() > 0)));
    IllegalStateException thrown = new IllegalStateException("a hook that throws");
    context.afterCommit(
        () -> {
          throw thrown;
        });
    CompletableFuture<Boolean> last = new CompletableFuture<>();
    context.afterCommit(() -> last.complete(order.add("last")));

    commit();

    context.join(last);
    assertEquals(List.of("committed true", "last"), order);
    assertEquals(List.of(thrown), List.copyOf(test.uncaught));
  }

  /** A context whose commit is answered by the test, on the test's thread. */
  private RecordContext answeredBy(CompletableFuture<Void> answer) {
    Database around = Proxies.commitsAnsweredBy(test.engine, answer);
    return test.builder(around).build().openContext();
  }

  @Test
  void notesRunInOrderBeforeTheCommitIsAnswered() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    List<String> order = new ArrayList<>();
    RecordContext noting = answeredBy(answer);
    noting.whenCommitted(() -> order.add("first at " + noting.committedVersion()));
    noting.addCommitCheck(
        () -> {
          noting.whenCommitted(() -> order.add("of a check"));
          return CompletableFuture.completedFuture(null);
        });
    var unused = noting.commit().thenRun(() -> order.add("answered"));
    assertEquals(List.of(), order);
    assertThrows(IllegalStateException.class, () -> noting.whenCommitted(() -> {}));

    answer.complete(null);

    assertEquals(List.of("first at 5", "of a check", "answered"), order);
    assertThrows(IllegalStateException.class, () -> noting.whenCommitted(() -> {}));
    noting.close();
  }

  @Test
  void noteThatThrowsKeepsNeitherTheNextNorTheCommitsResultBack() {
    Thread thread = Thread.currentThread();
    Thread.UncaughtExceptionHandler usual = thread.getUncaughtExceptionHandler();
    List<Throwable> told = new ArrayList<>();
    thread.setUncaughtExceptionHandler(
        (where, error) -> {
          told.add(error);
          throw new IllegalStateException("a handler that throws");
        });
    try {
      CompletableFuture<Void> answer = new CompletableFuture<>();
      List<String> order = new ArrayList<>();
      ArithmeticException thrown = new ArithmeticException("a note that throws");
      RecordContext noting = answeredBy(answer);
      noting.whenCommitted(
          () -> {
            throw thrown;
          });
      noting.whenCommitted(() -> order.add("next"));
      CompletableFuture<Void> committing = noting.commit();

      answer.complete(null);

      assertTrue(committing.isDone());
      committing.join();
      assertEquals(List.of("next"), order);
      assertEquals(List.of(thrown), told);
      noting.close();
    } finally {
      thread.setUncaughtExceptionHandler(usual);
    }
  }

  @Test
  void notesDoNotRunWhenTheCommitFails() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    List<String> order = new ArrayList<>();
    RecordContext noting = answeredBy(answer);
    noting.whenCommitted(() -> order.add("note"));
    CompletableFuture<Void> committing = noting.commit();

    answer.completeExceptionally(new FDBException("conflict", 1020));

    assertTrue(committing.isCompletedExceptionally());
    noting.close();
    context.whenCommitted(() -> order.add("note of a check that fails"));
    context.addCommitCheck(() -> CompletableFuture.failedFuture(new ArithmeticException("no")));
    assertThrows(ArithmeticException.class, this::commit);
    context.close();
    assertEquals(List.of(), order);
  }

  @Test
  void hooksRunEvenWhenTheExecutorWasShutDown() {
    List<String> order = new ArrayList<>();
    CommitSteps steps = new CommitSteps(new CommitGate(new ContextLife()));
    steps.addHook(() -> order.add("hook"));

    steps.committed(
        work -> {
          throw new RejectedExecutionException("shut down");
        });

    assertEquals(List.of("hook"), order);
  }

  @Test
  void hooksDoNotRunWhenTheCommitFails() {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    context.afterCommit(() -> order.add("hook"));
    context.addCommitCheck(() -> CompletableFuture.failedFuture(new ArithmeticException("no")));

    assertThrows(ArithmeticException.class, this::commit);
    context.close();
    RecordContext next = test.database.openContext();
    CompletableFuture<Boolean> last = new CompletableFuture<>();
    next.afterCommit(() -> last.complete(order.add("next")));
    next.join(next.commit());
    next.close();

    next.join(last);
    assertEquals(List.of("next"), order);
  }

  @Test
  void endHooksRunInOrderWhateverTheEnd() {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<Boolean> last = new CompletableFuture<>();
    context.set(KEY, KEY);
    context.afterClose(outcome -> order.add("first " + outcome));
    context.afterClose(
        outcome -> {
          throw new IllegalStateException("a hook that throws");
        });
    commit();
    context.afterClose(outcome -> last.complete(order.add("added late")));
    assertEquals(List.of(), order);
    context.close();
    context.close();

    context.join(last);
    assertEquals(List.of("first COMMITTED", "added late"), order);
    assertThrows(IllegalStateException.class, () -> context.afterClose(outcome -> {}));

    RecordContext given = test.database.openContext();
    CompletableFuture<TransactionOutcome> outcome = new CompletableFuture<>();
    given.afterClose(outcome::complete);
    given.close();
    assertEquals(TransactionOutcome.ABANDONED, context.join(outcome));
  }

  @Test
  void endHooksAreToldOfACommitThatIsUnderWayWhenTheContextIsClosed() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    RecordContext closing = test.builder(answeringCommitsWith(answer)).build().openContext();
    CompletableFuture<TransactionOutcome> outcome = new CompletableFuture<>();
    closing.afterClose(outcome::complete);
    var unused = closing.commit();
    closing.close();

    assertEquals(TransactionOutcome.UNKNOWN, context.join(outcome));
  }

  @Test
  void commitIsGivenUpWhenTheContextIsClosedDuringItsChecks() {
    CompletableFuture<Void> check = new CompletableFuture<>();
    CompletableFuture<TransactionOutcome> outcome = new CompletableFuture<>();
    context.set(KEY, KEY);
    context.addCommitCheck(() -> check);
    context.afterClose(outcome::complete);
    CompletableFuture<Void> committing = context.commit();
    context.close();
    check.complete(null);

    assertThrows(IllegalStateException.class, () -> context.join(committing));
    assertEquals(TransactionOutcome.ABANDONED, context.join(outcome));
    byte[] found = test.run(other -> other.get(KEY, false));
    assertNull(found);
  }

  @Test
  void attachmentIsMadeOnce() {
    Object first = context.attachment("a", Object::new);

    assertSame(first, context.attachment("a", Object::new));
    assertTrue(first != context.attachment("b", Object::new));
  }

  @Test
  void commitComesOnce() {
    commit();

    assertThrows(IllegalStateException.class, context::commit);
    assertThrows(IllegalStateException.class, () -> context.afterCommit(() -> {}));
  }

  @Test
  void closedContextTakesNoMoreWork() {
    context.close();
    context.close();

    assertThrows(IllegalStateException.class, () -> context.set(KEY, KEY));
    assertThrows(IllegalStateException.class, context::commit);
    assertThrows(IllegalStateException.class, () -> context.fence(KEY));
  }

  @Test
  void commitEndsThoughTheContextWasClosedBeforeItsAnswer() {
    CompletableFuture<Void> answer = new CompletableFuture<>();
    RecordDatabase late = test.builder(answeringCommitsWith(answer)).build();
    RecordContext closing = late.openContext();
    CompletableFuture<Void> committing = closing.commit();
    closing.close();
    assertFalse(committing.isDone());

    answer.complete(null);

    assertTrue(committing.isCompletedExceptionally());
    assertThrows(IllegalStateException.class, () -> late.join(committing));
  }

  private Database answeringCommitsWith(CompletableFuture<Void> answer) {
    return proxy(
        Database.class,
        test.engine,
        (method, usual) ->
            usual instanceof Transaction transaction
                ? proxy(
                    Transaction.class,
                    transaction,
                    (asked, result) -> asked.equals("commit") ? answer : result)
                : usual);
  }

  private static <T> T proxy(
      Class<T> type, T below, BiFunction<String, @Nullable Object, @Nullable Object> change) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              try {
                return change.apply(method.getName(), method.invoke(below, arguments));
              } catch (InvocationTargetException e) {
                throw Objects.requireNonNull(e.getCause());
              }
            }));
  }

  @Test
  void keyAndValueOverTheLimitAreRefusedWhereTheyAreWritten() {
    context.set(new byte[10_000], new byte[100_000]);

    assertCode(Code.KEY_TOO_LARGE, () -> context.set(new byte[10_001], KEY));
    assertCode(Code.KEY_TOO_LARGE, () -> context.clear(new byte[10_001]));
    assertCode(Code.VALUE_TOO_LARGE, () -> context.set(KEY, new byte[100_001]));
  }

  private static void assertCode(Code code, Executable write) {
    assertEquals(code, assertThrows(RecordLayerException.class, write).code());
  }

  @Test
  void joinTakesWrappersOff() {
    ArithmeticException inner = new ArithmeticException("x");

    assertSame(
        inner,
        assertThrows(
            ArithmeticException.class,
            () ->
                context.join(
                    CompletableFuture.failedFuture(
                        new CompletionException(new CompletionException(inner))))));
  }
}
