package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.ManualEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What an error handed to {@code onError} leaves of a transaction. */
interface RetryContract extends BehaviourFixture {

  @Test
  default void onlyErrorsThatAnotherTryMayNotMeetAreRetried() {
    List<Integer> codes =
        List.of(
            1000, 1004, 1007, 1009, 1020, 1021, 1025, 1031, 1036, 1037, 1038, 1039, 1040, 1042,
            1051, 1062, 1078, 1079, 1101, 1200, 1213, 1223, 1500, 2000, 2004, 2101, 4100);
    List<Integer> retried = new ArrayList<>();
    for (int code : codes) {
      int outcome = codeOfRetry(begin(), code);
      if (outcome == 0) {
        retried.add(code);
      } else {
        assertEquals(code, outcome);
      }
    }
    assertEquals(
        List.of(1007, 1009, 1020, 1021, 1037, 1038, 1042, 1051, 1078, 1079, 1213, 1223), retried);
  }

  @Test
  default void noErrorAndABrokenPromiseBecomeOthers() {
    assertEquals(2000, codeOfRetry(begin(), 0));
    assertEquals(1025, codeOfRetry(begin(), 1100));
  }

  @Test
  default void whatEndedTheTransactionIsGivenInsteadOfTheError() {
    Transaction cancelled = begin();
    cancelled.cancel();
    assertEquals(1025, codeOfRetry(cancelled, 1020));
    Transaction late = begin();
    late.options().setTimeout(1);
    waiting().pass(Duration.ofMillis(50));
    assertEquals(1031, codeOfRetry(late, 1020));
  }

  @Test
  default void optionsOfOneTryAreForgotten() {
    Transaction first = begin();
    first.options().setSizeLimit(32);
    first.options().setAccessSystemKeys();
    first.options().setReadYourWritesDisable();
    first.options().setReportConflictingKeys();
    try (Transaction next = retried(first, 1020)) {
      next.set(key("a"), bytes("own"));
      assertEquals("own", ManualEngine.text(now(next.get(key("a")))));
      assertEquals(2004, codeOf(next.get(bytes("\u00ff/x"))));
      write(tr -> tr.set(key("b"), bytes("other")));
      assertEquals(0, codeOf(next.get(key("b"))));
      assertEquals(0, codeOf(next.commit()));
    }
  }

  @Test
  default void optionsOfTheWholeTransactionStay() {
    Transaction first = begin();
    first.options().setRetryLimit(1);
    Transaction second = retried(first, 1020);
    assertEquals(1020, codeOfRetry(second, 1020));
    Transaction timed = begin();
    timed.options().setTimeout(300);
    try (Transaction next = retried(timed, 1020)) {
      waiting().pass(Duration.ofMillis(400));
      assertEquals(1031, codeOf(next.get(key("a"))));
    }
  }

  @Test
  default void nothingThatWasWrittenOrReadIsLeft() {
    Transaction first = begin();
    first.set(key("a"), bytes("v"));
    assertEquals(0, codeOf(first.get(key("b"))));
    try (Transaction next = retried(first, 1020)) {
      write(tr -> tr.set(key("b"), bytes("v")));
      next.set(key("c"), bytes("v"));
      assertEquals(0, codeOf(next.commit()));
    }
    assertEquals(null, stored(key("a")));
  }

  @Test
  default void committedVersionStaysUntilTheNextCommit() {
    Transaction first = begin();
    first.set(key("a"), bytes("v"));
    now(first.commit());
    long version = first.getCommittedVersion();
    try (Transaction next = retried(first, 1020)) {
      assertEquals(version, next.getCommittedVersion());
      now(next.commit());
      assertEquals(-1, next.getCommittedVersion());
    }
  }

  @Test
  default void promisedVersionstampIsBroken() {
    Transaction first = begin();
    CompletableFuture<byte[]> stamp = first.getVersionstamp();
    retried(first, 1020).close();
    assertEquals(1100, codeOf(stamp));
    assertTrue(stamp.isCompletedExceptionally());
  }
}
