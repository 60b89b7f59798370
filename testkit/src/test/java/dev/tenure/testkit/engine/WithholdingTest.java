package dev.tenure.testkit.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.Transaction;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class WithholdingTest {
  private static final byte[] KEY = {1};
  private static final Duration LONG = Duration.ofMinutes(1);

  private final DeterministicScheduler scheduler = DeterministicScheduler.seeded(1);
  private final SimulatedEngine engine =
      new SimulatedEngine(
          scheduler, new EngineFaults(FaultRates.none(), scheduler.random("faults"), fault -> {}));
  private final Withholding link = new Withholding();
  private final Database database = engine.connect(scheduler.process("client"), link);

  @Test
  void anAnswerComesWhenTheWithholdingEnds() {
    Transaction transaction = database.createTransaction();
    link.begin();
    CompletableFuture<Long> version = transaction.getReadVersion();
    scheduler.runFor(LONG);
    assertFalse(version.isDone());
    link.end();
    assertTrue(scheduler.join(version) > 0);
  }

  @Test
  void whatIsAskedHappensAlthoughNoAnswerComes() {
    Transaction writing = database.createTransaction();
    writing.set(KEY, KEY);
    link.begin();
    CompletableFuture<Void> committed = writing.commit();
    scheduler.runFor(LONG);
    assertFalse(committed.isDone());
    byte[] stored = scheduler.join(engine.direct().createTransaction().get(KEY));
    assertArrayEquals(KEY, stored);
  }

  @Test
  void readsMayBeAnsweredWhileCommitsAreNot() {
    Transaction writing = database.createTransaction();
    writing.set(KEY, KEY);
    link.beginCommits();
    CompletableFuture<Void> committed = writing.commit();
    scheduler.runFor(LONG);
    assertFalse(committed.isDone());
    assertArrayEquals(KEY, scheduler.join(database.createTransaction().get(KEY)));
    link.end();
    scheduler.join(committed);
    assertFalse(committed.isCompletedExceptionally());
  }

  @Test
  void theTimeoutOfATransactionStillEndsItsWaiting() {
    Transaction transaction = database.createTransaction();
    transaction.options().setTimeout(2_000);
    link.begin();
    CompletableFuture<Long> version = transaction.getReadVersion();
    scheduler.runFor(Duration.ofMillis(1_999));
    assertFalse(version.isDone());
    scheduler.runFor(Duration.ofMillis(2));
    assertEquals(1031, codeOf(version));
  }

  @Test
  void aClosedTransactionWaitsNoMore() {
    Transaction transaction = database.createTransaction();
    link.begin();
    CompletableFuture<byte[]> read = transaction.get(KEY);
    transaction.close();
    assertEquals(1025, codeOf(read));
  }

  private static int codeOf(CompletableFuture<?> failed) {
    assertTrue(failed.isDone());
    CompletionException error = assertThrows(CompletionException.class, failed::join);
    return assertInstanceOf(FDBException.class, error.getCause()).getCode();
  }
}
