package dev.tenure.record.context;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.TestDatabase;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a commit waits for, and what comes too late for it. */
final class CommitGateTest {
  private static final byte[] KEY = {1};
  private static final byte[] OTHER = {2};

  private final TestDatabase test = new TestDatabase();
  private final RecordContext context = test.database.openContext();
  private final CompletableFuture<Void> step = new CompletableFuture<>();

  @AfterEach
  void close() {
    context.close();
    test.close();
  }

  private byte[] stored(byte[] key) {
    return test.run(other -> other.get(key, false));
  }

  private CompletableFuture<Void> writeInTwoSteps() {
    context.set(KEY, KEY);
    return step.thenRun(() -> context.set(OTHER, OTHER));
  }

  @Test
  void commitWaitsForWorkInTurnThatNobodyAwaits() {
    var unused = context.inTurn("thing", this::writeInTwoSteps);

    CompletableFuture<Void> committed = context.commit();

    assertFalse(committed.isDone());
    step.complete(null);
    context.join(committed);
    assertArrayEquals(OTHER, stored(OTHER));
  }

  @Test
  void commitWaitsForWholeWorkThatNobodyAwaits() {
    var unused = context.whole(this::writeInTwoSteps);

    CompletableFuture<Void> committed = context.commit();

    assertFalse(committed.isDone());
    step.complete(null);
    context.join(committed);
    assertArrayEquals(OTHER, stored(OTHER));
  }

  @Test
  void commitHasWhatFollowsTheWorkThatItWaitsFor() {
    var unused =
        context
            .whole(() -> step)
            .thenRun(() -> context.set(KEY, KEY))
            .thenCompose(nothing -> context.whole(() -> CompletableFuture.completedFuture(1)))
            .thenRun(() -> context.set(OTHER, OTHER));
    CompletableFuture<Void> committed = context.commit();

    step.complete(null);
    context.join(committed);

    assertArrayEquals(KEY, stored(KEY));
    assertArrayEquals(OTHER, stored(OTHER));
  }

  @Test
  void commitFailsWithTheWorkThatItWaitsFor() {
    var unused = context.whole(this::writeInTwoSteps);
    CompletableFuture<Void> committed = context.commit();

    step.completeExceptionally(new ArithmeticException("no"));

    assertThrows(ArithmeticException.class, () -> context.join(committed));
    assertNull(stored(KEY));
  }

  @Test
  void workThatFailedBeforeTheCommitIsItsCallersBusiness() {
    context.set(KEY, KEY);
    var unused =
        context.whole(() -> CompletableFuture.failedFuture(new ArithmeticException("handled")));

    context.join(context.commit());

    assertArrayEquals(KEY, stored(KEY));
  }

  @Test
  void writeAfterTheChecksIsRefusedAndTheCommitWithIt() {
    context.set(KEY, KEY);
    CompletableFuture<Void> committed = context.commit(() -> step);

    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> context.set(OTHER, OTHER));
    step.complete(null);

    assertTrue(refused.toString().contains("came after the commit checks had ended"));
    assertThrows(IllegalStateException.class, () -> context.join(committed));
    assertNull(stored(KEY));
  }

  @Test
  void checkAndLastWriteAfterTheChecksAreRefused() {
    var unused = context.commit(() -> step);

    assertThrows(IllegalStateException.class, () -> context.addLastWrite(() -> {}));
    assertThrows(IllegalStateException.class, () -> context.addCommitCheck(() -> step));
    assertThrows(IllegalStateException.class, () -> context.together(() -> 1));
    step.complete(null);
  }

  @Test
  void writeDuringTheChecksIsPartOfTheCommit() {
    context.addCommitCheck(() -> step);
    CompletableFuture<Void> committed = context.commit();

    context.set(KEY, KEY);
    step.complete(null);
    context.join(committed);

    assertArrayEquals(KEY, stored(KEY));
  }

  @Test
  void lastWritesPassTheShutGate() {
    context.addLastWrite(() -> context.set(KEY, KEY));

    context.join(context.commit());

    assertArrayEquals(KEY, stored(KEY));
    assertEquals(0, test.uncaught.size());
  }
}
