package dev.tenure.testkit.contract;

import static com.apple.foundationdb.MutationType.ADD;
import static com.apple.foundationdb.MutationType.APPEND_IF_FITS;
import static com.apple.foundationdb.MutationType.BIT_AND;
import static com.apple.foundationdb.MutationType.BIT_OR;
import static com.apple.foundationdb.MutationType.BIT_XOR;
import static com.apple.foundationdb.MutationType.BYTE_MAX;
import static com.apple.foundationdb.MutationType.BYTE_MIN;
import static com.apple.foundationdb.MutationType.COMPARE_AND_CLEAR;
import static com.apple.foundationdb.MutationType.MAX;
import static com.apple.foundationdb.MutationType.MIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The results of atomic operations, as committed and as the transaction itself reads them. Values are written in hexadecimal; numbers have the lowest byte first.
 */
interface AtomicContract extends EngineFixture {

  private void assertLeaves(
      @Nullable String expected, MutationType type, @Nullable String existing, String operand) {
    byte[] key = key("atomic");
    HexFormat hex = HexFormat.of();
    write(
        transaction -> {
          transaction.clear(key);
          if (existing != null) {
            transaction.set(key, hex.parseHex(existing));
          }
        });
    String what = type + " of " + operand + " on " + existing;
    try (Transaction transaction = begin()) {
      transaction.mutate(type, key, hex.parseHex(operand));
      assertEquals(expected, hexadecimal(transaction.get(key).join()), what + ", read by itself");
    }
    write(transaction -> transaction.mutate(type, key, hex.parseHex(operand)));
    assertEquals(
        expected, hexadecimal(read(reader -> reader.get(key).join())), what + ", committed");
  }

  private static @Nullable String hexadecimal(byte @Nullable [] bytes) {
    return bytes == null ? null : HexFormat.of().formatHex(bytes);
  }

  @Test
  default void addKeepsTheLengthOfTheOperandAndCarries() {
    assertLeaves("0001", ADD, "ff00", "0100");
    assertLeaves("00", ADD, "ff", "01");
    assertLeaves("02ff", ADD, "01ffff", "0100");
    assertLeaves("020000", ADD, "01", "010000");
    assertLeaves("0500", ADD, null, "0500");
  }

  @Test
  default void bitOperationsKeepTheLengthOfTheOperand() {
    assertLeaves("0c00", BIT_AND, "0f", "0c0c");
    assertLeaves("0f0c", BIT_OR, "03", "0c0c");
    assertLeaves("0f", BIT_XOR, "03ff", "0c");
  }

  @Test
  default void bitOperationsOnAnAbsentKeyStoreTheOperand() {
    assertLeaves("0c", BIT_AND, null, "0c");
    assertLeaves("0c", BIT_OR, null, "0c");
    assertLeaves("0c", BIT_XOR, null, "0c");
  }

  @Test
  default void maxAndMinCompareNumbers() {
    assertLeaves("0102", MAX, "0102", "0201");
    assertLeaves("0201", MIN, "0102", "0201");
    assertLeaves("0200", MAX, "01", "0200");
    assertLeaves("0100", MIN, "01", "0200");
    assertLeaves("07", MAX, null, "07");
    assertLeaves("07", MIN, null, "07");
  }

  @Test
  default void byteMaxAndByteMinCompareStrings() {
    assertLeaves("0201", BYTE_MAX, "0102", "0201");
    assertLeaves("0102", BYTE_MIN, "0102", "0201");
    assertLeaves("0102", BYTE_MAX, "01", "0102");
    assertLeaves("01", BYTE_MIN, "01", "0102");
    assertLeaves("07", BYTE_MAX, null, "07");
    assertLeaves("07", BYTE_MIN, null, "07");
  }

  @Test
  default void appendIfFitsAppendsUpToTheLongestValue() {
    assertLeaves("0102", APPEND_IF_FITS, "01", "02");
    assertLeaves("02", APPEND_IF_FITS, null, "02");
    byte[] key = key("long");
    write(transaction -> transaction.set(key, new byte[99_999]));
    write(transaction -> transaction.mutate(APPEND_IF_FITS, key, new byte[2]));
    assertEquals(99_999, length(key));
    write(transaction -> transaction.mutate(APPEND_IF_FITS, key, new byte[1]));
    assertEquals(100_000, length(key));
  }

  private int length(byte[] key) {
    byte[] value = read(reader -> reader.get(key).join());
    assertNotNull(value);
    return value.length;
  }

  @Test
  default void compareAndClearClearsAnEqualValueOnly() {
    assertLeaves(null, COMPARE_AND_CLEAR, "0102", "0102");
    assertLeaves("0102", COMPARE_AND_CLEAR, "0102", "01");
    assertLeaves(null, COMPARE_AND_CLEAR, null, "01");
  }
}
