package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/**
 * What calls that report no failure do, and what is counted, when something was illegal or late.
 */
interface QuietFailureContract extends BehaviourFixture {

  @Test
  default void writesAfterAnIllegalOneAreNotCarriedOut() {
    try (Transaction transaction = begin()) {
      CompletableFuture<Void> watch = transaction.watch(key("k"));
      transaction.clear(key("b"), key("a"));
      transaction.mutate(MutationType.ADD, key("k"), bytes("1"));
      transaction.options().setTimeout(1);
      assertFalse(isSoonDone(watch));
      assertEquals(2005, codeOf(transaction.get(key("k"))));
      assertEquals(2005, codeOf(transaction.commit()));
    }
  }

  @Test
  default void directReadingCannotBeChosenOnceRowsWereRead() {
    try (Transaction transaction = begin()) {
      transaction.options().setReadYourWritesDisable();
      assertEquals(0, codeOf(transaction.get(key("a"))));
      transaction.options().setReadYourWritesDisable();
      assertEquals(2000, codeOf(transaction.commit()));
    }
  }

  @Test
  default void conflictsAddedBeforeDirectReadingIsChosenAreForgotten() {
    try (Transaction transaction = begin()) {
      transaction.addReadConflictKey(key("a"));
      transaction.options().setReadYourWritesDisable();
      assertEquals(0, codeOf(transaction.get(key("b"))));
      write(tr -> tr.set(key("a"), bytes("v")));
      transaction.set(key("elsewhere"), bytes("v"));
      assertEquals(0, codeOf(transaction.commit()));
    }
  }

  @Test
  default void readsThatOwnWritesAnswerLeaveTheReadVersionOpen() {
    write(tr -> tr.set(key("b"), bytes("v")));
    try (Transaction transaction = begin()) {
      long version = now(transaction.getReadVersion());
      try (Transaction other = begin()) {
        other.set(key("a"), bytes("own"));
        other.clear(key("b"), key("c"));
        assertEquals(0, codeOf(other.get(key("a"))));
        assertEquals(1, now(other.getRange(key("a"), key("a\0")).asList()).size());
        assertEquals(0, now(other.getRange(key("b"), key("c")).asList()).size());
        other.setReadVersion(version);
        assertEquals(version, now(other.getReadVersion()));
      }
    }
  }

  @Test
  default void commitThatReadNothingHasAReadVersionBelowItsOwn() {
    try (Transaction transaction = begin()) {
      transaction.set(key("a"), bytes("v"));
      now(transaction.commit());
      long read = now(transaction.getReadVersion());
      assertEquals(true, read < transaction.getCommittedVersion());
    }
  }

  @Test
  default void sizesCountWhatTheClientAddsUp() {
    long keyBytes = key("a").length;
    try (Transaction transaction = begin()) {
      transaction.clear(key("a"));
      assertEquals(2 * (24 + 2 * keyBytes + 1), now(transaction.getApproximateSize()));
    }
    try (Transaction transaction = begin()) {
      transaction.clear(key("a"), key("a"));
      assertEquals(44 + 24 + 4 * keyBytes, now(transaction.getApproximateSize()));
    }
    try (Transaction transaction = begin()) {
      transaction.options().setReadYourWritesDisable();
      assertEquals(0, codeOf(transaction.get(key("a"))));
      transaction.clear(key("a"));
      assertEquals(0, now(transaction.getApproximateSize()));
    }
  }
}
