package dev.tenure.embedded.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.apple.foundationdb.MutationType;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AtomicOperationsTest {

  @ParameterizedTest
  @CsvSource({
    "ADD, 01, 02, 03",
    "ADD, ff, 01, 00",
    "ADD, ff, 0100, 0001",
    "ADD, ffff, 01, 00",
    "ADD, '', 0102, 0102",
    "ADD, 0102, '', ''",
    "BIT_AND, 0f0f, ff, 0f",
    "BIT_AND, 0f, ffff, 0f00",
    "AND, 0c, 0a, 08",
    "BIT_OR, 0c, 0a01, 0e01",
    "OR, 0cff, 0a, 0e",
    "BIT_XOR, 0c, 0a, 06",
    "XOR, 0c, 0a07, 0607",
    "APPEND_IF_FITS, 01, 02, 0102",
    "APPEND_IF_FITS, 01, '', 01",
    "MAX, 0001, ff00, 0001",
    "MAX, 01, 0200, 0200",
    "MAX, 0300, 02, 03",
    "MAX, 0003, 02, 02",
    "MAX, 00ff, 02, 02",
    "MAX, '', 0000, 0000",
    "MIN, 0001, ff00, ff00",
    "MIN, 01, 0200, 0100",
    "MIN, ff01, 02, 02",
    "MIN, 0101, 02, 01",
    "MIN, '', 02, 00",
    "BYTE_MAX, 02, 0100, 02",
    "BYTE_MAX, 01, 0100, 0100",
    "BYTE_MIN, 02, 0100, 0100",
    "BYTE_MIN, 01, 0100, 01",
    "BYTE_MIN, '', 01, ''",
    "COMPARE_AND_CLEAR, 01, 02, 01",
    "COMPARE_AND_CLEAR, 01, 0100, 01"
  })
  void storedValueAndOperandGive(MutationType type, String stored, String operand, String result) {
    assertArrayEquals(hex(result), AtomicOperations.apply(type, hex(stored), hex(operand)));
  }

  @ParameterizedTest
  @EnumSource(
      value = MutationType.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"SET_VERSIONSTAMPED_KEY", "SET_VERSIONSTAMPED_VALUE", "COMPARE_AND_CLEAR"})
  void absentKeyTakesTheOperandAsItIs(MutationType type) {
    assertArrayEquals(hex("00ff01"), AtomicOperations.apply(type, null, hex("00ff01")));
    assertArrayEquals(hex(""), AtomicOperations.apply(type, null, hex("")));
  }

  @Test
  void compareAndClearRemovesTheEqualValueAndLeavesTheAbsent() {
    assertNull(AtomicOperations.apply(MutationType.COMPARE_AND_CLEAR, hex("01"), hex("01")));
    assertNull(AtomicOperations.apply(MutationType.COMPARE_AND_CLEAR, hex(""), hex("")));
    assertNull(AtomicOperations.apply(MutationType.COMPARE_AND_CLEAR, null, hex("")));
  }

  @Test
  void appendFitsUpToTheLimitAndLeavesTheValueBeyond() {
    byte[] stored = new byte[AtomicOperations.VALUE_BYTES_MAX - 1];
    assertEquals(AtomicOperations.VALUE_BYTES_MAX, append(stored, new byte[1]).length);
    assertEquals(stored.length, append(stored, new byte[2]).length);
  }

  @ParameterizedTest
  @EnumSource(
      value = MutationType.class,
      names = {"SET_VERSIONSTAMPED_KEY", "SET_VERSIONSTAMPED_VALUE"})
  void versionstampsAreNoFunctionOfTheValue(MutationType type) {
    assertThrows(
        IllegalArgumentException.class, () -> AtomicOperations.apply(type, null, new byte[14]));
    assertThrows(
        IllegalArgumentException.class,
        () -> AtomicOperations.apply(type, new byte[1], new byte[14]));
  }

  private static byte[] append(byte[] stored, byte[] operand) {
    byte @Nullable [] result = AtomicOperations.apply(MutationType.APPEND_IF_FITS, stored, operand);
    return result == null ? new byte[0] : result;
  }

  private static byte[] hex(@Nullable String digits) {
    return digits == null ? new byte[0] : HexFormat.of().parseHex(digits);
  }
}
