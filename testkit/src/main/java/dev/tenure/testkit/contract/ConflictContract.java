package dev.tenure.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.apple.foundationdb.KeySelector;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The pairs of transactions that may not both commit. */
interface ConflictContract extends EngineFixture {
  int NOT_COMMITTED = 1020;

  /** Runs {@code steps}, lets another transaction commit, then writes and commits. */
  private void commitAround(Consumer<Transaction> steps, Consumer<Transaction> meanwhile) {
    try (Transaction transaction = begin()) {
      transaction.getReadVersion().join();
      steps.accept(transaction);
      write(meanwhile);
      transaction.set(key("own"), value("own"));
      transaction.commit().join();
    }
  }

  private void assertCommits(Consumer<Transaction> steps, Consumer<Transaction> meanwhile) {
    commitAround(steps, meanwhile);
    assertEquals("own", stored("own"));
  }

  private void assertConflicts(Consumer<Transaction> steps, Consumer<Transaction> meanwhile) {
    assertEquals(NOT_COMMITTED, codeOf(() -> commitAround(steps, meanwhile)));
    assertEquals(null, stored("own"));
  }

  private Consumer<Transaction> get(String name) {
    return transaction -> transaction.get(key(name)).join();
  }

  private Consumer<Transaction> set(String name) {
    return transaction -> transaction.set(key(name), value("changed"));
  }

  @Test
  default void commitFailsWhenAReadKeyWasWritten() {
    assertConflicts(get("a"), set("a"));
  }

  @Test
  default void commitFailsWhenAReadKeyWasCleared() {
    store("a");
    assertConflicts(get("a"), transaction -> transaction.clear(all()));
  }

  @Test
  default void commitSucceedsWhenAnotherKeyWasWritten() {
    assertCommits(get("a"), set("b"));
  }

  @Test
  default void commitFailsWhenARowAppearedInAReadRange() {
    store("a", "c");
    assertConflicts(
        transaction -> transaction.getRange(key("a"), key("d")).asList().join(), set("b"));
  }

  @Test
  default void theEndOfAReadRangeIsOutsideIt() {
    store("a", "c");
    assertCommits(
        transaction -> transaction.getRange(key("a"), key("d")).asList().join(), set("d"));
  }

  @Test
  default void aLimitedRangeConflictsUpToItsLastRow() {
    store("a", "c", "e", "g");
    Consumer<Transaction> twoRows =
        transaction -> transaction.getRange(key("a"), key("z"), 2).asList().join();
    assertConflicts(twoRows, set("b"));
    assertCommits(twoRows, set("f"));
  }

  @Test
  default void aLimitedReverseRangeConflictsDownToItsLastRow() {
    store("a", "c", "e", "g");
    Consumer<Transaction> twoRows =
        transaction -> transaction.getRange(key("a"), key("z"), 2, true).asList().join();
    assertConflicts(twoRows, set("f"));
    assertCommits(twoRows, set("b"));
  }

  @Test
  default void aResolvedSelectorConflictsUpToItsKey() {
    store("c", "e");
    Consumer<Transaction> resolve =
        transaction -> transaction.getKey(KeySelector.firstGreaterOrEqual(key("b"))).join();
    assertConflicts(resolve, set("bb"));
    write(transaction -> transaction.clear(key("bb")));
    assertCommits(resolve, set("d"));
  }

  @Test
  default void blindWritesNeverConflict() {
    assertCommits(set("a"), set("a"));
  }

  @Test
  default void atomicOperationsDoNotConflictWithEachOther() {
    Consumer<Transaction> add =
        transaction -> transaction.mutate(MutationType.ADD, key("a"), number(1));
    assertCommits(add, add);
    assertEquals(text(number(2)), stored("a"));
  }

  @Test
  default void snapshotReadsNeverConflict() {
    store("a");
    assertCommits(
        transaction -> {
          transaction.snapshot().get(key("a")).join();
          transaction.snapshot().getRange(all()).asList().join();
        },
        set("a"));
  }

  @Test
  default void aReadOnlyTransactionNeverConflicts() {
    try (Transaction reader = begin()) {
      get("a").accept(reader);
      write(set("a"));
      reader.commit().join();
      assertEquals(-1, reader.getCommittedVersion());
    }
  }

  @Test
  default void anExplicitReadConflictCountsAsARead() {
    assertConflicts(transaction -> transaction.addReadConflictKey(key("a")), set("a"));
    assertConflicts(transaction -> transaction.addReadConflictRange(key("a"), key("d")), set("c"));
    assertCommits(transaction -> transaction.addReadConflictKey(key("a")), set("b"));
  }

  @Test
  default void anExplicitWriteConflictCountsAsAWrite() {
    assertConflicts(get("a"), transaction -> transaction.addWriteConflictKey(key("a")));
  }

  @Test
  default void anOwnWriteTakesItsKeyOutOfLaterReadConflicts() {
    assertCommits(
        transaction -> {
          set("a").accept(transaction);
          get("a").accept(transaction);
          transaction.addReadConflictKey(key("a"));
        },
        set("a"));
  }

  @Test
  default void aReadBeforeTheOwnWriteKeepsItsConflict() {
    assertConflicts(
        transaction -> {
          get("a").accept(transaction);
          set("a").accept(transaction);
        },
        set("a"));
  }

  @Test
  default void aWriteWithoutWriteConflictIsNotSeenAsAWrite() {
    assertCommits(
        get("a"),
        transaction -> {
          transaction.options().setNextWriteNoWriteConflictRange();
          set("a").accept(transaction);
        });
  }

  @Test
  default void writeSkewIsPrevented() {
    store("a", "b");
    assertConflicts(
        transaction -> {
          get("a").accept(transaction);
          set("b").accept(transaction);
        },
        transaction -> {
          get("b").accept(transaction);
          set("a").accept(transaction);
        });
  }
}
