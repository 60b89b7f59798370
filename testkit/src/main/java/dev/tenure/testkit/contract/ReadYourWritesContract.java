package dev.tenure.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The own writes that a transaction sees. */
interface ReadYourWritesContract extends EngineFixture {

  @Test
  default void ownSetsAndClearsAreRead() {
    store("a", "b");
    try (Transaction transaction = begin()) {
      transaction.set(key("a"), value("changed"));
      transaction.clear(key("b"));
      assertEquals("changed", text(transaction.get(key("a")).join()));
      assertNull(transaction.get(key("b")).join());
    }
  }

  @Test
  default void rangesMergeOwnWritesWithStoredRows() {
    store("a", "b", "c", "d", "e");
    try (Transaction transaction = begin()) {
      transaction.clear(key("b"), key("d"));
      transaction.set(key("c"), value("again"));
      transaction.set(key("f"), value("new"));
      List<String> merged = List.of("a", "c", "d", "e", "f");
      assertEquals(merged, names(transaction.getRange(all()).asList().join()));
      assertEquals(
          List.of("f", "e", "d"), names(transaction.getRange(all(), 3, true).asList().join()));
      transaction.commit().join();
      assertEquals(merged, read(reader -> names(reader.getRange(all()).asList().join())));
    }
  }

  @Test
  default void aSetAfterAClearAndAClearAfterASetWinInTheirOrder() {
    write(
        transaction -> {
          transaction.clear(all());
          transaction.set(key("a"), value("a"));
          transaction.set(key("b"), value("b"));
          transaction.clear(key("b"));
          assertEquals(List.of("a"), names(transaction.getRange(all()).asList().join()));
        });
    assertEquals("a", stored("a"));
    assertNull(stored("b"));
  }

  @Test
  default void anAtomicOperationIsReadOverTheStoredValue() {
    write(transaction -> transaction.set(key("a"), number(5)));
    try (Transaction transaction = begin()) {
      transaction.mutate(MutationType.ADD, key("a"), number(2));
      transaction.mutate(MutationType.ADD, key("a"), number(3));
      assertEquals(text(number(10)), text(transaction.get(key("a")).join()));
    }
  }

  @Test
  default void snapshotReadsSeeOwnWrites() {
    try (Transaction transaction = begin()) {
      transaction.set(key("a"), value("a"));
      assertEquals("a", text(transaction.snapshot().get(key("a")).join()));
    }
  }

  @Test
  default void snapshotReadsCanBeMadeBlindToOwnWrites() {
    try (Transaction transaction = begin()) {
      transaction.options().setSnapshotRywDisable();
      transaction.set(key("a"), value("a"));
      assertNull(transaction.snapshot().get(key("a")).join());
      assertEquals("a", text(transaction.get(key("a")).join()));
    }
  }

  @Test
  default void allReadsCanBeMadeBlindToOwnWrites() {
    try (Transaction transaction = begin()) {
      transaction.options().setReadYourWritesDisable();
      transaction.set(key("a"), value("a"));
      assertNull(transaction.get(key("a")).join());
      transaction.commit().join();
    }
    assertEquals("a", stored("a"));
  }
}
