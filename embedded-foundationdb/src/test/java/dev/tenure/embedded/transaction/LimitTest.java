package dev.tenure.embedded.transaction;

import static dev.tenure.embedded.ManualEngine.bytes;
import static dev.tenure.embedded.ManualEngine.ofLength;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.FDBException;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.ManualEngine;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each limit holds what it allows and refuses one more. */
class LimitTest {
  private static final int FINE = 0;

  private final ManualEngine engine = ManualEngine.memory();

  @AfterEach
  void close() {
    engine.close();
  }

  private int commitOf(Consumer<Transaction> writes) {
    try (Transaction transaction = engine.begin()) {
      writes.accept(transaction);
      var commit = transaction.commit();
      if (engine.isDone(commit) && !commit.isCompletedExceptionally()) {
        return FINE;
      }
      return engine.failure(commit);
    }
  }

  @Test
  void keyOfTenThousandBytesIsWrittenAndOneMoreIsRefused() {
    assertEquals(FINE, commitOf(tr -> tr.set(ofLength(10_000), bytes("v"))));
    assertEquals(2102, commitOf(tr -> tr.set(ofLength(10_001), bytes("v"))));
    byte[] one = {1};
    assertEquals(FINE, commitOf(tr -> tr.mutate(MutationType.ADD, ofLength(10_000), one)));
    assertEquals(2102, commitOf(tr -> tr.mutate(MutationType.ADD, ofLength(10_001), one)));
  }

  @Test
  void rawAccessAllowsEightBytesMoreInKeys() {
    assertEquals(
        FINE,
        commitOf(
            tr -> {
              tr.options().setRawAccess();
              tr.set(ofLength(10_008), bytes("v"));
            }));
    assertEquals(
        2102,
        commitOf(
            tr -> {
              tr.options().setRawAccess();
              tr.set(ofLength(10_009), bytes("v"));
            }));
  }

  @Test
  void valueOfHundredThousandBytesIsWrittenAndOneMoreIsRefused() {
    assertEquals(FINE, commitOf(tr -> tr.set(bytes("k"), ofLength(100_000))));
    assertEquals(2103, commitOf(tr -> tr.set(bytes("k"), ofLength(100_001))));
  }

  @Test
  void transactionOfTheWholeSizeLimitCommitsAndOneByteMoreDoesNot() {
    // Each set of a one-byte key counts 44 for the mutation, 24 for its conflict range, the key
    // three times, a border byte, and the value.
    int overhead = 44 + 24 + 3 + 1;
    int rows = 99;
    int filled = rows * (overhead + 100_000);
    int last = 10_000_000 - filled - overhead;
    assertEquals(FINE, commitOf(tr -> fill(tr, rows, last)));
    assertEquals(2101, commitOf(tr -> fill(tr, rows, last + 1)));
  }

  private static void fill(Transaction transaction, int rows, int lastValueBytes) {
    for (int row = 0; row < rows; row++) {
      transaction.set(new byte[] {(byte) row}, ofLength(100_000));
    }
    transaction.set(new byte[] {(byte) rows}, ofLength(lastValueBytes));
  }

  @Test
  void smallerSizeLimitIsHeldToTheByte() {
    int size = 44 + 24 + 3 + 1 + 1;
    assertEquals(FINE, commitOf(tr -> setWithin(tr, size)));
    assertEquals(2101, commitOf(tr -> setWithin(tr, size - 1)));
  }

  private static void setWithin(Transaction transaction, int limit) {
    transaction.options().setSizeLimit(limit);
    transaction.set(bytes("k"), bytes("v"));
  }

  @Test
  void sizeLimitItselfIsBetween32AndTenMillion() {
    assertEquals(2006, commitOf(tr -> tr.options().setSizeLimit(31)));
    assertEquals(FINE, commitOf(tr -> tr.options().setSizeLimit(32)));
    assertEquals(FINE, commitOf(tr -> tr.options().setSizeLimit(10_000_000)));
    assertEquals(2006, commitOf(tr -> tr.options().setSizeLimit(10_000_001)));
  }

  @Test
  void userKeysEndBeforeFf() {
    assertEquals(FINE, commitOf(tr -> tr.set(new byte[] {(byte) 0xfe}, bytes("v"))));
    assertEquals(2004, commitOf(tr -> tr.set(new byte[] {(byte) 0xff}, bytes("v"))));
    assertEquals(FINE, commitOf(tr -> tr.clear(bytes("z"), new byte[] {(byte) 0xff})));
    assertEquals(2004, commitOf(tr -> tr.clear(bytes("z"), new byte[] {(byte) 0xff, 0})));
  }

  @Test
  void systemKeysAreWrittenWithTheOptionUpToThirtyThousandBytes() {
    assertEquals(FINE, commitOf(tr -> setSystemKey(tr, 30_000)));
    assertEquals(2102, commitOf(tr -> setSystemKey(tr, 30_001)));
  }

  private static void setSystemKey(Transaction transaction, int length) {
    transaction.options().setAccessSystemKeys();
    byte[] key = ofLength(length);
    key[0] = (byte) 0xff;
    transaction.set(key, bytes("v"));
  }

  @Test
  void rowLimitMayNotBeNegativeAndExactModeNeedsOne() {
    try (Transaction tr = engine.begin()) {
      var minusOne = tr.getRange(bytes("a"), bytes("b"), -1, false, StreamingMode.WANT_ALL);
      assertEquals(0, engine.now(minusOne.asList()).size());
      var minusTwo = tr.getRange(bytes("a"), bytes("b"), -2, false, StreamingMode.WANT_ALL);
      assertEquals(2012, engine.failure(minusTwo.asList()));
      var exact = tr.getRange(bytes("a"), bytes("b"), 0, false, StreamingMode.EXACT);
      assertEquals(2210, engine.failure(exact.asList()));
    }
  }

  @Test
  void databaseTakesAsManyWatchesAsItsOptionAllows() {
    engine.database().options().setMaxWatches(2);
    try (Transaction tr = engine.begin()) {
      var first = tr.watch(bytes("a"));
      var second = tr.watch(bytes("b"));
      assertEquals(1032, engine.failure(tr.watch(bytes("c"))));
      first.cancel(true);
      assertEquals(false, engine.isDone(tr.watch(bytes("c"))));
      assertEquals(false, engine.isDone(second));
    }
  }

  @Test
  void retryLimitAllowsThatManyRetries() {
    Transaction tr = engine.begin();
    tr.options().setRetryLimit(2);
    for (int retry = 0; retry < 2; retry++) {
      tr = engine.now(tr.onError(new FDBException("again", 1020)));
    }
    var third = tr.onError(new FDBException("again", 1020));
    assertEquals(1020, engine.failure(third));
  }
}
