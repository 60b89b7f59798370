package dev.tenure.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.apple.foundationdb.Transaction;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The largest sizes that are accepted, and the errors beyond them.
 */
interface LimitContract extends EngineFixture {
  int KEY_BYTES_MAX = 10_000;
  int VALUE_BYTES_MAX = 100_000;

  private int codeOfWrite(Consumer<Transaction> writes) {
    return codeOf(() -> write(writes));
  }

  private byte[] keyOf(int bytes) {
    return Arrays.copyOf(key("long"), bytes);
  }

  @Test
  default void aKeyMayHaveTenThousandBytesAndNotOneMore() {
    write(transaction -> transaction.set(keyOf(KEY_BYTES_MAX), value("a")));
    assertEquals("a", read(reader -> text(reader.get(keyOf(KEY_BYTES_MAX)).join())));
    assertEquals(
        2102, codeOfWrite(transaction -> transaction.set(keyOf(KEY_BYTES_MAX + 1), value("a"))));
  }

  @Test
  default void aValueMayHaveAHundredThousandBytesAndNotOneMore() {
    write(transaction -> transaction.set(key("a"), new byte[VALUE_BYTES_MAX]));
    assertEquals(
        2103, codeOfWrite(transaction -> transaction.set(key("a"), new byte[VALUE_BYTES_MAX + 1])));
  }

  @Test
  default void aTransactionMayHaveTenMillionBytes() {
    Consumer<Transaction> tooMuch =
        transaction -> {
          for (int row = 0; row < 100; row++) {
            transaction.set(key("row" + row), new byte[VALUE_BYTES_MAX]);
          }
        };
    assertEquals(2101, codeOfWrite(tooMuch));
    assertNull(stored("row0"));
  }

  @Test
  default void theSizeLimitOfATransactionCanBeLowered() {
    assertEquals(
        2101,
        codeOfWrite(
            transaction -> {
              transaction.options().setSizeLimit(1_000);
              transaction.set(key("a"), new byte[1_000]);
            }));
  }

  @Test
  default void systemKeysAreOutOfReach() {
    byte[] systemKey = {(byte) 0xff, 'a'};
    assertEquals(2004, codeOfWrite(transaction -> transaction.set(systemKey, value("a"))));
    assertEquals(2004, codeOfWrite(transaction -> transaction.get(systemKey).join()));
  }

  @Test
  default void anInvertedClearIsAnErrorOfTheCommit() {
    assertEquals(2005, codeOfWrite(transaction -> transaction.clear(key("b"), key("a"))));
  }

  @Test
  default void anInvertedConflictRangeIsAnErrorAtOnce() {
    try (Transaction transaction = begin()) {
      assertEquals(2005, codeOf(() -> transaction.addReadConflictRange(key("b"), key("a"))));
    }
  }

  @Test
  default void theApproximateSizeGrowsWithWritesAndReads() {
    try (Transaction transaction = begin()) {
      long empty = transaction.getApproximateSize().join();
      transaction.set(key("a"), new byte[1_000]);
      long written = transaction.getApproximateSize().join();
      transaction.get(key("b")).join();
      long read = transaction.getApproximateSize().join();
      assertEquals(0, empty);
      assertEquals(true, written > 1_000 && read > written, () -> written + " then " + read);
    }
  }
}
