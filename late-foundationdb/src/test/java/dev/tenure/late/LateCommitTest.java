package dev.tenure.late;

import static dev.tenure.late.LateFixture.SEED;
import static dev.tenure.late.LateFixture.bytes;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Transaction;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** When a commit is sent, and what hangs on its answer. */
final class LateCommitTest {
  private static final LateOptions ALL_HELD =
      LateOptions.punctual(SEED)
          .withDelayMax(Duration.ofSeconds(1))
          .withCommits(LateCommits.usual().withHeld(1));

  @Test
  void aCommitIsSentAfterTheReadsBeforeIt() {
    LateFixture late = LateFixture.punctual();
    Transaction transaction = late.begin();
    CompletableFuture<byte[]> read = transaction.get(bytes("a"));
    CompletableFuture<Void> commit = transaction.commit();
    late.passLong();
    assertFalse(late.cluster.wasAsked("commit"));
    late.cluster.answer("get a", bytes("1"));
    assertTrue(late.cluster.wasAsked("commit"));
    late.cluster.answer("commit", null);
    assertTrue(read.isDone() && commit.isDone());
  }

  @Test
  void aWriteBetweenTheCallAndTheCommitIsNotPartOfIt() {
    LateFixture late = LateFixture.punctual();
    Transaction transaction = late.begin();
    CompletableFuture<Void> wrote =
        transaction.get(bytes("a")).thenAccept(value -> transaction.set(bytes("b"), value));
    CompletableFuture<Void> commit = transaction.commit();
    transaction.set(bytes("c"), bytes("c"));
    assertEquals(2017, late.codeOf(transaction.get(bytes("d"))));
    assertEquals(2017, late.codeOf(transaction.commit()));
    assertEquals(2017, late.codeOf(transaction.watch(bytes("d"))));
    late.cluster.answer("get a", bytes("1"));
    late.cluster.answer("commit", null);
    assertTrue(wrote.isDone() && commit.isDone());
    assertFalse(late.cluster.wasAsked("set c c") || late.cluster.wasAsked("get d"));
  }

  @Test
  void aHeldCommitIsSentWithinTheLongestDelay() {
    LateFixture late = new LateFixture(ALL_HELD);
    Transaction transaction = late.begin();
    transaction.set(bytes("a"), bytes("1"));
    CompletableFuture<Void> commit = transaction.commit();
    assertFalse(late.cluster.wasAsked("commit"));
    late.time.pass(Duration.ofSeconds(1));
    late.cluster.answer("commit", null);
    assertNull(commit.join());
    assertEquals(1, late.database.counts().commitsHeld());
  }

  @Test
  void aHeldCommitOfAClosedTransactionIsNotSent() {
    LateFixture late = new LateFixture(ALL_HELD);
    Transaction transaction = late.begin();
    transaction.set(bytes("a"), bytes("1"));
    CompletableFuture<Void> commit = transaction.commit();
    transaction.close();
    assertEquals(1025, late.codeOf(commit));
    late.passLong();
    assertFalse(late.cluster.wasAsked("commit"));
  }

  @Test
  void aVersionstampDoesNotComeBeforeItsCommit() {
    LateFixture late = LateFixture.punctual();
    Transaction transaction = late.begin();
    CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
    transaction.set(bytes("a"), bytes("1"));
    CompletableFuture<Void> commit = transaction.commit();
    late.cluster.answer("getVersionstamp", bytes("stamp"));
    assertFalse(stamp.isDone());
    late.cluster.answer("commit", null);
    transaction.close();
    late.time.runReady();
    assertTrue(commit.isDone());
    assertArrayEquals(bytes("stamp"), stamp.join());
  }

  @Test
  void aWatchDoesNotFireBeforeItsCommitIsKnown() {
    LateFixture late = LateFixture.punctual();
    Transaction transaction = late.begin();
    CompletableFuture<Void> watch = transaction.watch(bytes("w"));
    CompletableFuture<Void> commit = transaction.commit();
    late.cluster.answer("watch w", null);
    assertFalse(watch.isDone());
    late.cluster.answer("commit", null);
    assertTrue(watch.isDone() && commit.isDone());
  }

  @Test
  void aWatchOutlivesItsTransactionOnceItsCommitIsKnown() {
    LateFixture late = LateFixture.punctual();
    Transaction transaction = late.begin();
    CompletableFuture<Void> watch = transaction.watch(bytes("w"));
    late.cluster.answerAtOnce("commit", null);
    assertNull(transaction.commit().join());
    transaction.close();
    late.passLong();
    assertFalse(watch.isDone());
    late.cluster.answer("watch w", null);
    assertTrue(watch.isDone());
  }

  @Test
  void aWatchEndsWithATransactionWhoseCommitWasNotKnown() {
    LateFixture late = LateFixture.punctual();
    Transaction transaction = late.begin();
    CompletableFuture<Void> watch = transaction.watch(bytes("w"));
    CompletableFuture<Void> commit = transaction.commit();
    transaction.close();
    assertEquals(1025, late.codeOf(watch));
    assertEquals(1025, late.codeOf(commit));
    assertTrue(late.cluster.isCancelled("watch w"));
  }

  @Test
  void aWatchGetsTheErrorOfItsCommit() {
    LateFixture late = LateFixture.punctual();
    Transaction transaction = late.begin();
    CompletableFuture<Void> watch = transaction.watch(bytes("w"));
    CompletableFuture<byte[]> stamp = transaction.getVersionstamp();
    CompletableFuture<Void> commit = transaction.commit();
    late.cluster.fail("commit", 1020);
    assertEquals(1020, late.codeOf(commit));
    assertEquals(1020, late.codeOf(watch));
    assertEquals(2020, late.codeOf(stamp));
  }

  @Test
  void aLostWatchIsNeverHeardOf() {
    LateFixture late = new LateFixture(LateOptions.punctual(SEED).withWatchLost(1));
    Transaction transaction = late.begin();
    CompletableFuture<Void> watch = transaction.watch(bytes("w"));
    late.cluster.answerAtOnce("commit", null);
    assertNull(transaction.commit().join());
    late.cluster.answer("watch w", null);
    late.assertOpen(watch);
    assertEquals(1, late.database.counts().watchesLost());
    assertTrue(watch.cancel(true));
  }

  @Test
  void aCommitAskedForTwiceIsRefusedBelow() {
    LateFixture late = LateFixture.punctual();
    late.cluster.answerAtOnce("commit", null);
    Transaction transaction = late.begin();
    assertNull(transaction.commit().join());
    assertTrue(transaction.commit().isDone());
    assertEquals(2, late.cluster.calls.stream().filter("commit"::equals).count());
  }
}
