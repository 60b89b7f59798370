package dev.tenure.late;

import static dev.tenure.late.LateFixture.SEED;
import static dev.tenure.late.LateFixture.bytes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.Transaction;
import com.apple.foundationdb.async.AsyncIterator;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Ranges, read at once or row by row. */
final class LateIteratorTest {
  private final LateFixture late =
      new LateFixture(
          LateOptions.seeded(SEED)
              .withOvertaken(0)
              .withDelayed(1)
              .withDelayMax(Duration.ofSeconds(1)));
  private final Transaction transaction = late.begin();

  private AsyncIterator<KeyValue> iterator() {
    return transaction.getRange(bytes("a"), bytes("b")).iterator();
  }

  @Test
  void aListIsLate() {
    late.cluster.answerAtOnce("asList", List.of());
    CompletableFuture<List<KeyValue>> rows = transaction.getRange(bytes("a"), bytes("b")).asList();
    assertFalse(rows.isDone());
    late.passLong();
    assertEquals(List.of(), rows.join());
  }

  @Test
  void askingTwiceIsAskingOnce() {
    AsyncIterator<KeyValue> rows = iterator();
    assertSame(rows.onHasNext(), rows.onHasNext());
  }

  @Test
  void someRowsComeLateAndTheOthersWithThem() {
    late.cluster.answerAtOnce("onHasNext", true);
    AsyncIterator<KeyValue> rows = iterator();
    int late = 0;
    for (int row = 0; row < 100; row++) {
      CompletableFuture<Boolean> next = rows.onHasNext();
      late += next.isDone() ? 0 : 1;
      this.late.passLong();
      assertTrue(next.join());
      rows.next();
    }
    assertTrue(late > 4 && late < 50, late + " of 100 rows were late");
  }

  @Test
  void cancellingEndsWhatIsWaitedFor() {
    AsyncIterator<KeyValue> rows = iterator();
    CompletableFuture<Boolean> next = rows.onHasNext();
    rows.cancel();
    assertThrows(CancellationException.class, next::join);
    assertThrows(CancellationException.class, rows::onHasNext);
  }

  @Test
  void anIteratorMadeAfterTheCommitReadsNothing() {
    CompletableFuture<byte[]> read = transaction.get(bytes("a"));
    CompletableFuture<Void> commit = transaction.commit();
    AsyncIterator<KeyValue> rows = iterator();
    assertEquals(2017, late.codeOf(rows.onHasNext()));
    assertThrows(RuntimeException.class, rows::next);
    assertFalse(late.cluster.wasAsked("iterator"));
    assertFalse(read.isDone() || commit.isDone());
  }

  @Test
  void closingFailsTheIterator() {
    CompletableFuture<Boolean> next = iterator().onHasNext();
    transaction.close();
    late.time.runReady();
    assertThrows(CompletionException.class, next::join);
  }
}
