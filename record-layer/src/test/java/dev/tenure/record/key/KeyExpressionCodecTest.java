package dev.tenure.record.key;

import static dev.tenure.record.key.Keys.collate;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.created;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.incarnation;
import static dev.tenure.record.key.Keys.keyWithValue;
import static dev.tenure.record.key.Keys.list;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.key.Keys.split;
import static dev.tenure.record.key.Keys.storedSize;
import static dev.tenure.record.key.Keys.updated;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.tenure.record.Seeds;
import dev.tenure.record.collation.CollationStrength;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.proto.StoredKeyExpression;
import dev.tenure.record.test.Rich;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The bytes of expressions, as docs/formats/record-layer.md has them, and any others. */
final class KeyExpressionCodecTest {
  private static final int DAMAGED_CASES = 5_000;

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  private static void assertRefused(Code code, String what, byte[] bytes) {
    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class, () -> KeyExpressionCodec.decode(bytes, "index by-state"));
    assertEquals(code, refused.code(), refused::toString);
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith("key expression " + what), message);
    assertTrue(message.endsWith("(index by-state)"), message);
  }

  @Test
  void bytesOfEachKindAreAsDocumented() {
    Map<String, KeyExpression> kinds = new LinkedHashMap<>();
    kinds.put("01 0a03 0a0161", field("a"));
    kinds.put("01 0a05 0a0161 1002", field("a", FanType.CONCATENATE));
    kinds.put("01 0a05 0a0161 1801", field("a", NullRule.NULLS_EQUAL));
    kinds.put("01 0a05 0a0161 1802", field("a", NullRule.DEFAULT_VALUE));
    kinds.put("01 1209 0a016d 1001 1a02 4a00", nest("m", FanType.FAN_OUT, empty()));
    kinds.put("01 1a08 0a02 3200 0a02 3a00", concat(recordType(), version()));
    kinds.put("01 2204 0a02 4a00", list(empty()));
    kinds.put("01 2a0b 0a07 0a05 0a0161 1001 1002", split(field("a", FanType.FAN_OUT), 2));
    kinds.put("01 3200", recordType());
    kinds.put("01 3a00", version());
    kinds.put("01 6a00", incarnation());
    kinds.put("01 7200", created());
    kinds.put("01 7a00", updated());
    kinds.put("01 820100", storedSize());
    kinds.put(
        "01 5227 0a07636f6c6c617465 121a 1a18 0a050a030a0161"
            + " 0a094207120564652d4445 0a0442020802 1801",
        collate(field("a"), Locale.GERMANY, CollationStrength.SECONDARY));
    kinds.put("01 4202 0803", literal(-2));
    kinds.put("01 4203 120178", literal("x"));
    kinds.put("01 4202 1801", literal(true));
    kinds.put("01 4209 21 000000000000f83f", literal(1.5));
    kinds.put("01 4203 2a0100", literal(new byte[] {0}));
    kinds.put("01 4202 3200", literal(null));
    kinds.put("01 4a00", empty());
    kinds.put("01 520b 0a0166 1202 4a00 1802 2001", function("f", 2, true, empty()));
    kinds.put("01 5a06 0a02 3200 1001", grouping(recordType(), 1));
    kinds.put("01 6204 0a02 3200", keyWithValue(recordType(), 0));
    kinds.forEach(
        (bytes, expression) -> {
          byte[] encoded = KeyExpressionCodec.encode(expression);
          assertEquals(
              bytes.replace(" ", ""), HexFormat.of().formatHex(encoded), expression::toString);
          assertEquals(expression, KeyExpressionCodec.decode(encoded, "test"));
        });
  }

  @Test
  void deepestAndWidestExpressionsAreReadBack() {
    KeyExpression deep = literal(null);
    for (int depth = 1; depth < KeyExpression.DEPTH_MAX; depth++) {
      deep = nest("m", deep);
    }
    KeyExpression[] columns = new KeyExpression[KeyExpression.COLUMNS_MAX];
    Arrays.fill(columns, field("a"));

    for (KeyExpression expression : new KeyExpression[] {deep, concat(columns), list(columns)}) {
      assertEquals(
          expression, KeyExpressionCodec.decode(KeyExpressionCodec.encode(expression), "test"));
    }
  }

  @Test
  void messageIsReadBackToo() {
    KeyExpression expression = concat(field("a"), literal("é😀\0"));

    assertEquals(
        expression,
        KeyExpressionCodec.fromMessage(KeyExpressionCodec.toMessage(expression), "test"));
  }

  @Test
  void expressionOfTooManyBytesIsNotWritten() {
    KeyExpression large = literal("x".repeat(KeyExpressionCodec.BYTES_MAX));

    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> KeyExpressionCodec.encode(large));
    assertEquals("key expression takes 50009 bytes, the limit is 50000", refused.getMessage());
  }

  @Test
  void whatALaterVersionMayHaveWrittenIsOfUnknownFormat() {
    assertRefused(Code.FORMAT_UNKNOWN, "has format 2, known is 1", hex("02 4a00"));
    assertRefused(
        Code.FORMAT_UNKNOWN,
        "has fields that StoredKeyExpression does not know: [17]",
        hex("01 8a0100"));
    assertRefused(
        Code.FORMAT_UNKNOWN,
        "has fields that Field does not know: [9]",
        hex("01 0a05 0a0161 4801"));
    assertRefused(
        Code.FORMAT_UNKNOWN, "has fields that Constant does not know", hex("01 4a02 0801"));
    assertRefused(Code.FORMAT_UNKNOWN, "has a fan type that is not", hex("01 0a05 0a0161 1009"));
    assertRefused(Code.FORMAT_UNKNOWN, "has a null rule that is not", hex("01 0a05 0a0161 1809"));
  }

  @Test
  void unknownFieldInAnyMessageIsOfUnknownFormat() {
    UnknownFieldSet unknown =
        UnknownFieldSet.newBuilder()
            .addField(99, UnknownFieldSet.Field.newBuilder().addVarint(1).build())
            .build();
    StoredKeyExpression inner =
        StoredKeyExpression.newBuilder()
            .setEmpty(StoredKeyExpression.Constant.getDefaultInstance())
            .setUnknownFields(unknown)
            .build();
    StoredKeyExpression outer =
        StoredKeyExpression.newBuilder()
            .setConcat(StoredKeyExpression.Parts.newBuilder().addParts(inner))
            .build();

    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class, () -> KeyExpressionCodec.fromMessage(outer, "test"));
    assertEquals(Code.FORMAT_UNKNOWN, refused.code());
  }

  @Test
  void bytesOfNoExpressionAreDamaged() {
    assertRefused(Code.DAMAGED, "has 0 bytes, expected 2 to 50000", new byte[0]);
    assertRefused(Code.DAMAGED, "has 1 bytes", hex("01"));
    assertRefused(Code.DAMAGED, "has 50001 bytes", new byte[50_001]);
    assertRefused(Code.DAMAGED, "is no StoredKeyExpression: ", hex("01 0a05"));
    assertRefused(Code.DAMAGED, "is no StoredKeyExpression: ", hex("01 0a03 0a01ff"));
    assertRefused(Code.DAMAGED, "holds a message of no kind", hex("01 1a02 0a00"));
    assertRefused(Code.DAMAGED, "holds a nest of nothing", hex("01 1203 0a016d"));
    assertRefused(Code.DAMAGED, "holds a literal of no value", hex("01 4200"));
    assertRefused(
        Code.DAMAGED, "cannot be: a key expression needs the name of a field", hex("01 0a00"));
    assertRefused(Code.DAMAGED, "cannot be: columns of a split", hex("01 2a04 0a02 3200"));
    assertRefused(Code.DAMAGED, "cannot be: grouped columns of", hex("01 5a06 0a02 3200 1009"));
  }

  @Test
  void nestingDeeperThanTheLimitIsDamaged() {
    KeyExpression deepest = empty();
    for (int depth = 1; depth < KeyExpression.DEPTH_MAX; depth++) {
      deepest = list(deepest);
    }
    StoredKeyExpression stored = KeyExpressionCodec.toMessage(deepest);
    for (int more = 0; more < 5_000; more++) {
      stored =
          StoredKeyExpression.newBuilder()
              .setList(StoredKeyExpression.Parts.newBuilder().addParts(stored))
              .build();
    }
    StoredKeyExpression tooDeep = stored;

    RecordLayerException refused =
        assertThrows(
            RecordLayerException.class, () -> KeyExpressionCodec.fromMessage(tooDeep, "test"));
    assertEquals("key expression is nested deeper than 32 (test)", refused.getMessage());
    byte[] bytes = {};
    for (int depth = 0; depth < 5_000; depth++) {
      bytes = wrapped(bytes);
    }
    byte[] deep =
        ByteString.copyFrom(new byte[] {1}).concat(ByteString.copyFrom(bytes)).toByteArray();
    assertRefused(Code.DAMAGED, "is no StoredKeyExpression: ", deep);
  }

  /** A concat of one expression, built from the inside by length alone. */
  private static byte[] wrapped(byte[] inside) {
    return StoredKeyExpression.newBuilder()
        .setUnknownFields(
            UnknownFieldSet.newBuilder().addField(3, lengthDelimited(parts(inside))).build())
        .build()
        .toByteArray();
  }

  private static ByteString parts(byte[] inside) {
    return UnknownFieldSet.newBuilder()
        .addField(1, lengthDelimited(ByteString.copyFrom(inside)))
        .build()
        .toByteString();
  }

  private static UnknownFieldSet.Field lengthDelimited(ByteString bytes) {
    return UnknownFieldSet.Field.newBuilder().addLengthDelimited(bytes).build();
  }

  @Test
  void manyPartsOfNothingAreDamagedNotMade() {
    byte[] bytes = new byte[49_005];
    byte[] head = hex("01 1a e8fe02".replace("e8fe02", "e9fe02"));
    System.arraycopy(head, 0, bytes, 0, head.length);
    for (int at = head.length; at + 1 < bytes.length; at += 2) {
      bytes[at] = 0x0a;
    }

    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> KeyExpressionCodec.decode(bytes, "test"));
    assertEquals(Code.DAMAGED, refused.code());
  }

  @Test
  void damagedBytesGiveAnExpressionOrATypedError() {
    RandomGenerator random = Seeds.random("KeyExpressionCodecTest");
    RandomExpressions expressions = new RandomExpressions(random);
    int read = 0;
    for (int i = 0; i < DAMAGED_CASES; i++) {
      byte[] bytes =
          damaged(random, KeyExpressionCodec.encode(expressions.of(Rich.getDescriptor())));
      try {
        KeyExpression expression = KeyExpressionCodec.decode(bytes, "test");
        assertEquals(
            expression, KeyExpressionCodec.decode(KeyExpressionCodec.encode(expression), "test"));
        read++;
      } catch (RecordLayerException e) {
        assertTrue(e.code() == Code.DAMAGED || e.code() == Code.FORMAT_UNKNOWN, e::toString);
      } catch (RuntimeException | Error e) {
        fail(HexFormat.of().formatHex(bytes), e);
      }
    }
    assertTrue(read > 0 && read < DAMAGED_CASES, "read " + read);
  }

  private static byte[] damaged(RandomGenerator random, byte[] bytes) {
    return switch (random.nextInt(4)) {
      case 0 -> {
        byte[] any = new byte[random.nextInt(64)];
        random.nextBytes(any);
        if (any.length > 0 && random.nextBoolean()) {
          any[0] = 1;
        }
        yield any;
      }
      case 1 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
      default -> {
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
          bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        yield bytes;
      }
    };
  }
}
