package dev.tenure.record.key;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.Seeds;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The bytes that give a column an order of its own. */
@Tag("punctual") // needs no database
final class KeyOrderTest {
  private final RandomGenerator random = Seeds.random("KeyOrderTest");
  private final RandomRecords values = new RandomRecords(random);

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static byte[] packed(@Nullable Object value) {
    return Tuple.fromList(Collections.singletonList(value)).pack();
  }

  @Test
  void bytesAreAsDocumented() {
    assertArrayEquals(hex("00"), KeyOrder.ASCENDING_NULLS_FIRST.encode(null));
    assertArrayEquals(hex("ff"), KeyOrder.ASCENDING_NULLS_LAST.encode(null));
    assertArrayEquals(hex("00"), KeyOrder.DESCENDING_NULLS_FIRST.encode(null));
    assertArrayEquals(hex("ff"), KeyOrder.DESCENDING_NULLS_LAST.encode(null));
    assertArrayEquals(hex("15 05"), KeyOrder.ASCENDING_NULLS_FIRST.encode(5L));
    assertArrayEquals(hex("02 61 00"), KeyOrder.ASCENDING_NULLS_LAST.encode("a"));
    assertArrayEquals(hex("ea fa ff"), KeyOrder.DESCENDING_NULLS_FIRST.encode(5L));
    assertArrayEquals(hex("fd 9e ff ff"), KeyOrder.DESCENDING_NULLS_LAST.encode("a"));
    assertArrayEquals(hex("fd 9e ff 00 ff ff"), KeyOrder.DESCENDING_NULLS_LAST.encode("a\0"));
  }

  @Test
  void functionsAreNamedByTheirOrder() {
    assertEquals("order_ascending_nulls_first", KeyOrder.ASCENDING_NULLS_FIRST.functionName());
    for (KeyOrder order : KeyOrder.values()) {
      KeyFunction function = KeyFunctions.builtIn().find(order.functionName()).orElseThrow();
      assertTrue(function instanceof KeyFunction.Invertible);
    }
  }

  @Test
  void orderOfBytesInATupleIsTheOrderWanted() {
    for (KeyOrder order : KeyOrder.values()) {
      for (int i = 0; i < 20_000; i++) {
        Object left = value(2);
        Object right = value(2);
        int wanted = Integer.signum(compare(order, left, right));
        byte[] leftColumn = Tuple.from(order.encode(left), "rest").pack();
        byte[] rightColumn = Tuple.from(order.encode(right), "rest").pack();
        assertEquals(
            wanted,
            Integer.signum(Arrays.compareUnsigned(leftColumn, rightColumn)),
            () -> order + " of " + shown(left) + " and " + shown(right));
      }
    }
  }

  private static int compare(KeyOrder order, @Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      int nullFirst = (left == null ? 0 : 1) - (right == null ? 0 : 1);
      return order.isNullsLast() ? -nullFirst : nullFirst;
    }
    int ascending = Arrays.compareUnsigned(packed(left), packed(right));
    return order.isDescending() ? -ascending : ascending;
  }

  @Test
  void decodingGivesTheValueBack() {
    for (KeyOrder order : KeyOrder.values()) {
      for (int i = 0; i < 10_000; i++) {
        Object value = value(3);
        Object decoded = order.decode(order.encode(value));
        assertArrayEquals(packed(value), packed(decoded), () -> order + " of " + shown(value));
        assertEquals(value == null, order.isNull(order.encode(value)));
      }
    }
  }

  @Test
  void functionInvertsItself() {
    KeyFunction.Invertible function = new OrderFunction(KeyOrder.DESCENDING_NULLS_LAST);
    Object result = function.evaluate(List.of("x")).get(0).get(0);

    assertTrue(result instanceof byte[]);
    assertEquals("x", function.argumentOf(result));
    assertThrows(RecordLayerException.class, () -> function.argumentOf("x"));
    assertFalse(function.isNull(result));
  }

  @Test
  void bytesOfNoValueAreRefused() {
    for (String bytes : List.of("", "01", "05", "ff ff", "00 00", "15", "fd 9e ff", "0c")) {
      for (KeyOrder order : KeyOrder.values()) {
        RecordLayerException refused =
            assertThrows(
                RecordLayerException.class, () -> order.decode(hex(bytes)), order + " of " + bytes);
        assertEquals(Code.DAMAGED, refused.code());
        assertTrue(String.valueOf(refused.getMessage()).contains(order.functionName()));
      }
    }
    assertThrows(RecordLayerException.class, () -> KeyOrder.ASCENDING_NULLS_LAST.decode(hex("00")));
    assertThrows(
        RecordLayerException.class,
        () -> KeyOrder.ASCENDING_NULLS_FIRST.decode(hex("15 05 15 05")));
    assertThrows(
        RecordLayerException.class,
        () -> KeyOrder.ASCENDING_NULLS_FIRST.decode(hex("33 ffffffffffffffffffff 0000")));
    assertThrows(
        RecordLayerException.class, () -> KeyOrder.ASCENDING_NULLS_FIRST.decode(hex("16 0005")));
  }

  @Test
  void nestingDeeperThanTheLimitIsRefusedWithoutRecursion() {
    byte[] deep = new byte[1_000_000];
    Arrays.fill(deep, (byte) 5);
    assertThrows(RecordLayerException.class, () -> KeyOrder.ASCENDING_NULLS_FIRST.decode(deep));
    Arrays.fill(deep, (byte) ~5);
    assertThrows(RecordLayerException.class, () -> KeyOrder.DESCENDING_NULLS_FIRST.decode(deep));

    assertEquals(
        nested(64),
        KeyOrder.DESCENDING_NULLS_LAST.decode(KeyOrder.DESCENDING_NULLS_LAST.encode(nested(64))));
    assertThrows(
        IllegalArgumentException.class, () -> KeyOrder.DESCENDING_NULLS_LAST.encode(nested(65)));
  }

  private static List<Object> nested(int depth) {
    List<Object> list = List.of();
    for (int i = 1; i < depth; i++) {
      list = List.of(list);
    }
    return list;
  }

  @Test
  void damagedBytesGiveAValueOrAnErrorOfDamage() {
    for (int i = 0; i < 20_000; i++) {
      KeyOrder order = List.of(KeyOrder.values()).get(random.nextInt(4));
      byte[] bytes = damaged(order.encode(value(3)));
      try {
        assertArrayEquals(bytes, order.encode(order.decode(bytes)));
      } catch (RecordLayerException e) {
        assertEquals(Code.DAMAGED, e.code());
      } catch (RuntimeException e) {
        fail(order + " of " + HexFormat.of().formatHex(bytes), e);
      }
    }
  }

  private byte[] damaged(byte[] bytes) {
    return switch (random.nextInt(3)) {
      case 0 -> {
        byte[] any = new byte[random.nextInt(20)];
        random.nextBytes(any);
        yield any;
      }
      case 1 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 2));
      default -> {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        yield bytes;
      }
    };
  }

  private static String shown(@Nullable Object value) {
    return HexFormat.of().formatHex(packed(value));
  }

  private @Nullable Object value(int depth) {
    return switch (random.nextInt(depth == 0 ? 8 : 10)) {
      case 0 -> null;
      case 1 -> values.longValue();
      case 2 -> values.doubleValue();
      case 3 -> (float) values.doubleValue();
      case 4 -> random.nextBoolean();
      case 5 -> values.string();
      case 6 -> values.string().getBytes(java.nio.charset.StandardCharsets.UTF_8);
      case 7 -> new BigInteger(random.nextInt(1, 200), bits()).subtract(BigInteger.TEN);
      default -> list(depth);
    };
  }

  private List<@Nullable Object> list(int depth) {
    List<@Nullable Object> list = new ArrayList<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      list.add(value(depth - 1));
    }
    return list;
  }

  private java.util.Random bits() {
    return new java.util.Random(random.nextLong());
  }
}
