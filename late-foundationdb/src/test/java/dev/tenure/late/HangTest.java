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

/** A cluster that stops answering. */
final class HangTest {

  private static LateFixture hung(double applied, double unknown) {
    LateFixture late =
        new LateFixture(
            LateOptions.punctual(SEED).withCommits(new LateCommits(0, applied, unknown)));
    late.cluster.answerAtOnce("get a", bytes("1"));
    late.cluster.answerAtOnce("commit", null);
    late.database.hang();
    return late;
  }

  private static CompletableFuture<Void> commit(LateFixture late) {
    Transaction transaction = late.begin();
    transaction.set(bytes("a"), bytes("1"));
    return transaction.commit();
  }

  @Test
  void aReadComesAfterTheRelease() {
    LateFixture late = hung(1, 0);
    CompletableFuture<byte[]> read = late.begin().get(bytes("a"));
    late.assertOpen(read);
    late.database.release();
    late.time.runReady();
    assertArrayEquals(bytes("1"), read.join());
    assertEquals(1, late.database.counts().withheld());
  }

  @Test
  void whatWasAskedBeforeTheHangIsWithheldToo() {
    LateFixture late = LateFixture.punctual();
    CompletableFuture<byte[]> read = late.begin().get(bytes("a"));
    late.database.hang();
    late.cluster.answer("get a", bytes("1"));
    late.assertOpen(read);
    late.database.release();
    late.time.runReady();
    assertTrue(read.isDone());
  }

  @Test
  void aDelayedAnswerDoesNotSlipThrough() {
    LateFixture late =
        new LateFixture(
            LateOptions.seeded(SEED)
                .withOvertaken(0)
                .withDelayed(1)
                .withDelayMax(Duration.ofSeconds(1)));
    late.cluster.answerAtOnce("get a", bytes("1"));
    CompletableFuture<byte[]> read = late.begin().get(bytes("a"));
    late.database.hang();
    late.assertOpen(read);
  }

  @Test
  void aCommitMayBeAppliedWithoutAWord() {
    LateFixture late = hung(1, 0);
    CompletableFuture<Void> commit = commit(late);
    assertTrue(late.cluster.wasAsked("commit"));
    late.assertOpen(commit);
    late.database.release();
    late.time.runReady();
    assertNull(commit.join());
  }

  @Test
  void aCommitThatWasAppliedMayEndAsUnknown() {
    LateFixture late = hung(1, 1);
    CompletableFuture<Void> commit = commit(late);
    late.database.release();
    assertEquals(1021, late.codeOf(commit));
    assertTrue(late.cluster.wasAsked("commit"));
  }

  @Test
  void aCommitMayBeAppliedAtTheRelease() {
    LateFixture late = hung(0, 0);
    CompletableFuture<Void> commit = commit(late);
    late.assertOpen(commit);
    assertFalse(late.cluster.wasAsked("commit"));
    late.database.release();
    late.time.runReady();
    assertNull(commit.join());
    assertTrue(late.cluster.wasAsked("commit"));
  }

  @Test
  void aCommitMayNeverBeApplied() {
    LateFixture late = hung(0, 1);
    CompletableFuture<Void> commit = commit(late);
    late.database.release();
    assertEquals(1021, late.codeOf(commit));
    assertFalse(late.cluster.wasAsked("commit"));
  }

  @Test
  void aTransactionGivenUpDoesNotCommitAtTheRelease() {
    LateFixture late = hung(0, 0);
    Transaction transaction = late.begin();
    transaction.set(bytes("a"), bytes("1"));
    CompletableFuture<Void> commit = transaction.commit();
    transaction.close();
    assertEquals(1025, late.codeOf(commit));
    late.database.release();
    late.passLong();
    assertFalse(late.cluster.wasAsked("commit"));
  }

  @Test
  void whatAClientDoesByItselfGoesOn() {
    LateFixture late = hung(0, 0);
    Transaction transaction = late.begin();
    late.cluster.answerAtOnce("getApproximateSize", 7L);
    assertEquals(7L, transaction.getApproximateSize().join());
    assertNull(late.begin().commit().join());
    assertTrue(transaction.onError(ClientErrors.of(1021)).isDone());
  }

  @Test
  void anErrorOfTheClientComesAndOneOfTheClusterDoesNot() {
    LateFixture late = LateFixture.punctual();
    late.database.hang();
    Transaction transaction = late.begin();
    CompletableFuture<byte[]> illegal = transaction.get(bytes("illegal"));
    CompletableFuture<byte[]> old = transaction.get(bytes("old"));
    late.cluster.fail("get illegal", 2004);
    late.cluster.fail("get old", 1007);
    assertEquals(2004, late.codeOf(illegal));
    late.assertOpen(old);
  }

  @Test
  void onlyCommitsHang() {
    LateFixture late = hung(1, 0);
    late.database.hangCommits();
    assertTrue(late.begin().get(bytes("a")).isDone());
    late.assertOpen(commit(late));
  }

  @Test
  void aHangBeginsAfterSomeCalls() {
    LateFixture late = hung(1, 0);
    late.database.hangAfter(2);
    Transaction transaction = late.begin();
    assertTrue(transaction.get(bytes("a")).isDone());
    assertTrue(transaction.get(bytes("a")).isDone());
    late.assertOpen(transaction.get(bytes("a")));
  }

  @Test
  void aWatchFiresAfterTheRelease() {
    LateFixture late = LateFixture.punctual();
    late.cluster.answerAtOnce("commit", null);
    Transaction transaction = late.begin();
    CompletableFuture<Void> watch = transaction.watch(bytes("w"));
    assertNull(transaction.commit().join());
    late.database.hang();
    late.cluster.answer("watch w", null);
    late.assertOpen(watch);
    late.database.release();
    late.time.runReady();
    assertTrue(watch.isDone());
  }

  @Test
  void someAnswersAreWithheldByRate() {
    LateFixture late = new LateFixture(LateOptions.punctual(SEED).withWithheld(1));
    late.cluster.answerAtOnce("get a", bytes("1"));
    CompletableFuture<byte[]> read = late.begin().get(bytes("a"));
    late.assertOpen(read);
    late.database.release();
    late.time.runReady();
    assertTrue(read.isDone());
  }

  @Test
  void closingTheDatabaseFailsWhatIsWithheld() {
    LateFixture late = hung(1, 0);
    CompletableFuture<byte[]> read = late.begin().get(bytes("a"));
    late.database.close();
    assertEquals(1101, late.codeOf(read));
    assertTrue(late.cluster.wasAsked("close"));
  }

  @Test
  void closingTheDatabaseLetsDelayedAnswersCome() {
    FakeCluster cluster = new FakeCluster();
    cluster.answerAtOnce("get a", bytes("1"));
    LateOptions slow =
        LateOptions.seeded(SEED)
            .withOvertaken(0)
            .withDelayed(1)
            .withDelayMax(Duration.ofMillis(200));
    LateDatabase database = LateDatabase.realTime(cluster.database(), slow);
    CompletableFuture<byte[]> read = database.createTransaction().get(bytes("a"));
    database.close();
    assertArrayEquals(bytes("1"), read.join());
  }
}
