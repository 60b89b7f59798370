package dev.tenure.record.key;

import static dev.tenure.record.key.Keys.cardinality;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.nest;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.test.Rich;
import dev.tenure.record.test.RichLeaf;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Built-in functions, those of a client, and their registry. */
final class KeyFunctionsTest {
  private static final Rich BARE = Rich.getDefaultInstance();

  private static Tuple evaluate(KeyExpression expression, Rich rich) {
    return KeyEvaluator.bind(expression, Rich.getDescriptor(), 1).evaluateOne(rich);
  }

  private static @Nullable Object of(String name, @Nullable Object... arguments) {
    KeyExpression[] literals =
        Arrays.stream(arguments).map(Keys::literal).toArray(KeyExpression[]::new);
    return evaluate(function(name, literals), BARE).get(0);
  }

  private static void assertNotComputable(String expected, KeyExpression expression, Rich rich) {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> evaluate(expression, rich));
    assertEquals(Code.KEY_NOT_COMPUTABLE, refused.code());
    assertEquals(expected, refused.getMessage());
  }

  @Test
  void arithmeticIsThatOfLongs() {
    assertEquals(5L, of("add", 2, 3));
    assertEquals(-1L, of("subtract", 2, 3));
    assertEquals(-6L, of("multiply", 2, -3));
    assertEquals(8L, of("bit_and", 12, 10));
    assertEquals(14L, of("bit_or", 12, 10));
    assertEquals(6L, of("bit_xor", 12, 10));
    assertEquals(-1L, of("bit_not", 0));
  }

  @Test
  void divisionIsRoundedDownAndModuloHasTheSignOfTheDivisor() {
    long[][] cases = {
      {7, 2, 3, 1}, {-7, 2, -4, 1}, {7, -2, -4, -1}, {-7, -2, 3, -1}, {6, -2, -3, 0}
    };
    for (long[] each : cases) {
      assertEquals(each[2], of("divide", each[0], each[1]));
      assertEquals(each[3], of("modulo", each[0], each[1]));
    }
    assertEquals(0L, of("modulo", Long.MIN_VALUE, -1));
  }

  @Test
  void bitmapBucketsStartAtMultiplesOfTheirSizeAlsoBelowZero() {
    assertEquals(3L, of("bitmap_bit_position", 1003, 100));
    assertEquals(1000L, of("bitmap_bucket_offset", 1003, 100));
    assertEquals(99L, of("bitmap_bit_position", -1, 100));
    assertEquals(-100L, of("bitmap_bucket_offset", -1, 100));
    assertEquals(0L, of("bitmap_bit_position", Long.MIN_VALUE, 1));
  }

  @Test
  void nullArgumentGivesNull() {
    assertEquals(null, of("add", null, 3));
    assertEquals(null, of("divide", 1, null));
    assertEquals(null, of("bit_not", (Object) null));
    assertEquals(null, evaluate(function("bit_not", field("maybe_long")), BARE).get(0));
  }

  @Test
  void overflowAndDivisionByZeroNamePathFunctionAndValues() {
    KeyExpression quotient = nest("leaf", function("divide", field("amount"), literal(0)));
    Rich seven = BARE.toBuilder().setLeaf(RichLeaf.newBuilder().setAmount(7)).build();

    assertNotComputable(
        "Rich.leaf.function(divide, concat(field(amount), literal(0))) of (7, 0): division by zero",
        quotient,
        seven);
    assertNotComputable(
        "Rich.function(add, concat(field(int64_value), literal(1))) of (9223372036854775807, 1):"
            + " long overflow",
        function("add", field("int64_value"), literal(1)),
        BARE.toBuilder().setInt64Value(Long.MAX_VALUE).build());
    for (String name : List.of("divide", "multiply")) {
      assertNotComputable(
          "Rich.function("
              + name
              + ", concat(literal(-9223372036854775808), literal(-1))) of"
              + " (-9223372036854775808, -1): long overflow",
          function(name, literal(Long.MIN_VALUE), literal(-1)),
          BARE);
    }
    assertNotComputable(
        "Rich.function(bit_not, field(uint64_value)) of (18446744073709551615):"
            + " 18446744073709551615 is beyond a signed 64-bit long",
        function("bit_not", field("uint64_value")),
        BARE.toBuilder().setUint64Value(-1).build());
    assertNotComputable(
        "Rich.function(bitmap_bit_position, concat(literal(1), literal(0))) of (1, 0): bucket size"
            + " is 0, the least is 1",
        function("bitmap_bit_position", literal(1), literal(0)),
        BARE);
    assertThrows(
        RecordLayerException.class,
        () -> of("bitmap_bucket_offset", Long.MIN_VALUE + 1, Long.MAX_VALUE - 1));
  }

  @Test
  void cardinalityCountsElementsOfFieldsAndOfMessages() {
    Rich rich =
        BARE.toBuilder()
            .addAllLongs(List.of(4L, 4L, 5L))
            .addLeaves(RichLeaf.getDefaultInstance())
            .addLeaves(RichLeaf.getDefaultInstance())
            .build();
    KeyExpression counts =
        concat(
            cardinality(field("longs", FanType.CONCATENATE)),
            cardinality(nest("leaves", FanType.CONCATENATE, empty())),
            nest("self", cardinality(field("longs", FanType.CONCATENATE))));

    assertEquals(Tuple.from(3L, 2L, 0L), evaluate(counts, rich));
    assertEquals(Tuple.from(0L, 0L, 0L), evaluate(counts, BARE));
  }

  @Test
  void functionOfArgumentsThatFanOutGivesARowForEach() {
    KeyExpression doubled = function("multiply", field("longs", FanType.FAN_OUT), literal(2));

    assertEquals(
        List.of(Tuple.from(2L), Tuple.from(6L)),
        KeyEvaluator.bind(doubled, Rich.getDescriptor(), 1)
            .evaluate(BARE.toBuilder().addLongs(1).addLongs(3).addLongs(1).build()));
  }

  /** Two columns, a row for each word: the word and where it begins. */
  private static final class Words implements KeyFunction {
    @Override
    public String name() {
      return "client.words";
    }

    @Override
    public Signature signature() {
      return new Signature(
          List.of(ValueType.STRING), List.of(ValueType.STRING, ValueType.INTEGER), true);
    }

    @Override
    public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
      String text = String.valueOf(arguments.get(0)).toLowerCase(Locale.ROOT);
      return Arrays.stream(text.split(" ", -1))
          .filter(word -> !word.isEmpty())
          .map(word -> List.<@Nullable Object>of(word, (long) text.indexOf(word)))
          .toList();
    }
  }

  @Test
  void functionOfAClientIsFoundInItsRegistryOnly() {
    KeyFunctions functions = KeyFunctions.builtIn().with(new Words());
    KeyExpression words = function("client.words", 2, true, field("string_value"));
    KeyEvaluator evaluator = KeyEvaluator.bind(words, Rich.getDescriptor(), 1, functions);

    assertEquals(
        List.of(Tuple.from("to", 0L), Tuple.from("be", 3L)),
        evaluator.evaluate(BARE.toBuilder().setStringValue("To be to").build()));
    assertEquals(List.of(), evaluator.evaluate(BARE));
    assertTrue(functions.names().contains("add"));
    assertThrows(
        IllegalArgumentException.class, () -> KeyEvaluator.bind(words, Rich.getDescriptor(), 1));
  }

  @Test
  void takenOrMalformedNameIsRefused() {
    KeyFunctions functions = KeyFunctions.builtIn().with(new Words());

    IllegalArgumentException taken =
        assertThrows(IllegalArgumentException.class, () -> functions.with(new Words()));
    assertEquals("there is a key function client.words already", taken.getMessage());
    assertThrows(
        IllegalArgumentException.class, () -> functions.with(giving("add", List.of(List.of()))));
    assertThrows(
        IllegalArgumentException.class, () -> functions.with(giving("a b", List.of(List.of()))));
    assertThrows(
        IllegalArgumentException.class,
        () -> KeyFunctions.builtIn().with(new Words(), new Words()));
  }

  /** A function without arguments that says it gives one value and gives these rows. */
  private static KeyFunction giving(String name, List<List<@Nullable Object>> rows) {
    return new KeyFunction() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Signature signature() {
        return Signature.of(List.of(), ValueType.ANY);
      }

      @Override
      public List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments) {
        return rows;
      }
    };
  }

  @Test
  void functionThatGivesOtherThanItDeclaredIsABug() {
    for (List<List<@Nullable Object>> rows :
        List.<List<List<@Nullable Object>>>of(
            List.of(),
            List.of(List.of()),
            List.of(List.of(1L), List.of(2L)),
            List.of(List.of(1)),
            List.of(List.of(List.of(Locale.ROOT))))) {
      KeyFunctions functions = KeyFunctions.builtIn().with(giving("bad", rows));
      KeyEvaluator bad =
          KeyEvaluator.bind(function("bad", empty()), Rich.getDescriptor(), 1, functions);
      assertThrows(IllegalStateException.class, () -> bad.evaluate(BARE), rows::toString);
    }
  }

  @Test
  void functionNeedsAColumn() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new KeyFunction.Signature(List.of(), List.of(), false));
  }
}
