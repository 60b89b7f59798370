package dev.tenure.embedded.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Range;
import com.apple.foundationdb.Transaction;
import dev.tenure.embedded.ManualEngine;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What keys do that are longer than any row may have. */
interface LongKeyContract extends BehaviourFixture {

  /** A key of so many bytes among those of the test. */
  default byte[] longKey(int length) {
    byte[] key = ManualEngine.ofLength(length);
    byte[] prefix = key("");
    System.arraycopy(prefix, 0, key, 0, prefix.length);
    return key;
  }

  private int codeOfCommit(Consumer<Transaction> writes) {
    try (Transaction transaction = begin()) {
      writes.accept(transaction);
      return codeOf(transaction.commit());
    }
  }

  @Test
  default void readsOfThemFindNothing() {
    write(tr -> tr.set(key("a"), bytes("v")));
    byte[] tooLong = longKey(20_006);
    try (Transaction transaction = begin()) {
      assertEquals(null, now(transaction.get(tooLong)));
      assertEquals(0, now(transaction.getRange(tooLong, longKey(20_007)).asList()).size());
      KeySelector selector = KeySelector.lastLessThan(tooLong);
      assertEquals("behaviour/a", ManualEngine.text(now(transaction.getKey(selector))));
    }
  }

  @Test
  default void onlyWritesOfValuesAndWatchesRefuseThem() {
    assertEquals(2102, codeOfCommit(tr -> tr.set(longKey(10_001), bytes("v"))));
    assertEquals(
        2102, codeOfCommit(tr -> tr.mutate(MutationType.ADD, longKey(10_001), bytes("v"))));
    assertEquals(0, codeOfCommit(tr -> tr.clear(longKey(10_001))));
    assertEquals(0, codeOfCommit(tr -> tr.clear(longKey(10_001), longKey(10_002))));
    assertEquals(0, codeOfCommit(tr -> tr.addReadConflictKey(longKey(20_006))));
    assertEquals(0, codeOfCommit(tr -> tr.addWriteConflictKey(longKey(20_006))));
    try (Transaction transaction = begin()) {
      assertEquals(2102, codeOf(transaction.watch(longKey(10_001))));
      assertFalse(isSoonDone(transaction.watch(longKey(10_000))));
    }
  }

  @Test
  default void conflictsOverThemEndAByteBehindTheLongestKey() {
    byte[] prefix = bytes("\u00ff\u00ff/transaction/read_conflict_range/");
    try (Transaction transaction = begin()) {
      assertEquals(0, codeOf(transaction.getKey(KeySelector.lastLessOrEqual(longKey(10_020)))));
      var borders = now(transaction.getRange(Range.startsWith(prefix)).asList());
      assertEquals(prefix.length + 10_010, borders.get(1).getKey().length);
    }
    try (Transaction transaction = begin()) {
      KeySelector begin = KeySelector.firstGreaterThan(longKey(10_020));
      KeySelector end = KeySelector.firstGreaterOrEqual(key("z"));
      assertEquals(0, codeOf(transaction.getRange(begin, end).asList()));
      var borders = now(transaction.getRange(Range.startsWith(prefix)).asList());
      assertEquals(prefix.length + 10_009, borders.get(0).getKey().length);
    }
  }

  @Test
  default void clearOfOneFarTooLongIsNoWrite() {
    try (Transaction transaction = begin()) {
      transaction.clear(longKey(20_006));
      now(transaction.commit());
      assertEquals(-1, transaction.getCommittedVersion());
    }
  }
}
