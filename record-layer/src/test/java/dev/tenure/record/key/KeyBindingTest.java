package dev.tenure.record.key;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.grouping;
import static dev.tenure.record.key.Keys.keyWithValue;
import static dev.tenure.record.key.Keys.list;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.key.Keys.split;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.record.test.Rich;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What binding refuses, by path, and what it tells of columns. */
final class KeyBindingTest {

  private static void assertRefused(String expected, KeyExpression expression) {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> KeyEvaluator.bind(expression, Rich.getDescriptor(), 1));
    assertTrue(
        String.valueOf(refused.getMessage()).startsWith(expected), () -> refused.getMessage());
  }

  @Test
  void unknownFieldIsNamedByItsPath() {
    assertRefused(
        "Rich.self.leaf.city does not exist: tenure.record.test.RichLeaf has no field city",
        nest("self", nest("leaf", field("city"))));
    assertRefused("Rich.leaf.city does not exist", list(nest("leaf", field("city"))));
    assertRefused(
        "Rich.leaf.city does not exist", nest("leaf", function("bit_not", field("city"))));
    assertRefused("Rich.citys does not exist", split(field("citys", FanType.FAN_OUT), 2));
  }

  @Test
  void fanTypeMustFitTheField() {
    assertRefused("Rich.longs is repeated", field("longs"));
    assertRefused("Rich.self.leaves is repeated", nest("self", nest("leaves", field("name"))));
    assertRefused("Rich.counts is repeated", nest("counts", field("key")));
    assertRefused(
        "Rich.int64_value is not repeated and cannot CONCATENATE",
        field("int64_value", FanType.CONCATENATE));
    assertRefused(
        "Rich.leaf is not repeated and cannot FAN_OUT",
        nest("leaf", FanType.FAN_OUT, field("name")));
  }

  @Test
  void messagesAndValuesAreNotTakenForEachOther() {
    assertRefused("Rich.leaf is a message (RichLeaf)", field("leaf"));
    assertRefused("Rich.leaves is a message (RichLeaf)", field("leaves", FanType.CONCATENATE));
    assertRefused("Rich.boxed_long is a message (Int64Value)", field("boxed_long"));
    assertRefused("Rich.leaves is a message", split(field("leaves", FanType.FAN_OUT), 1));
    assertRefused("Rich.string_value is no message", nest("string_value", empty()));
    assertRefused("Rich.longs is no message", nest("longs", FanType.FAN_OUT, empty()));
  }

  @Test
  void splitIsOfARepeatedFieldThatFansOut() {
    assertRefused(
        "Rich: split needs a repeated field that fans out, got field(longs, CONCATENATE)",
        split(field("longs", FanType.CONCATENATE), 2));
    assertRefused(
        "Rich.self: split needs a repeated field that fans out, got recordType()",
        nest("self", split(recordType(), 2)));
  }

  @Test
  void groupingAndKeyWithValueAreWholeExpressions() {
    KeyExpression pair = concat(field("int64_value"), field("string_value"));

    assertRefused(
        "Rich: grouping can only be a whole expression, it is inside another: grouping(",
        concat(grouping(pair, 1)));
    assertRefused("Rich.self: keyWithValue can only be", nest("self", keyWithValue(pair, 1)));
    assertRefused("Rich: keyWithValue can only be", grouping(keyWithValue(pair, 1), 1));
    assertRefused("Rich: grouping can only be", list(grouping(pair, 1)));
  }

  @Test
  void functionMustExistAndBeUsedAsDeclared() {
    assertRefused(
        "Rich: there is no key function lower for function(lower, field(string_value)), there are"
            + " [add, bit_and,",
        function("lower", field("string_value")));
    assertRefused(
        "Rich.function(add, field(int64_value)) has 1 arguments, add needs 2: [INTEGER, INTEGER]",
        function("add", field("int64_value")));
    assertRefused(
        "Rich.leaf.function(add, concat(field(amount), field(name))): argument name is STRING, add"
            + " needs INTEGER",
        nest("leaf", function("add", field("amount"), field("name"))));
    assertRefused(
        "Rich.function(bit_not, 2 columns, field(int64_value)) is used with 2 columns, it is"
            + " declared with 1 column",
        function("bit_not", 2, false, field("int64_value")));
    assertRefused(
        "Rich.function(bit_not, FAN_OUT, field(int64_value)) is used with 1 column, fanned out",
        function("bit_not", 1, true, field("int64_value")));
    assertRefused(
        "Rich.function(cardinality, field(int64_value)): argument int64_value is INTEGER",
        Keys.cardinality(field("int64_value")));
  }

  @Test
  void columnsHaveTypes() {
    KeyExpression all =
        concat(
            field("uint64_value"),
            field("shade"),
            field("float_value"),
            field("double_value"),
            field("bool_value"),
            nest("leaf", field("name")),
            split(field("blobs", FanType.FAN_OUT), 1),
            version(),
            list(empty()),
            field("longs", FanType.CONCATENATE),
            nest("leaves", FanType.CONCATENATE, empty()),
            literal(null),
            literal(1.5),
            recordType(),
            Keys.ordered(KeyOrder.DESCENDING_NULLS_LAST, field("bool_value")));

    assertEquals(
        List.of(
            ValueType.INTEGER,
            ValueType.INTEGER,
            ValueType.FLOAT,
            ValueType.DOUBLE,
            ValueType.BOOLEAN,
            ValueType.STRING,
            ValueType.BYTES,
            ValueType.VERSIONSTAMP,
            ValueType.LIST,
            ValueType.LIST,
            ValueType.LIST,
            ValueType.ANY,
            ValueType.DOUBLE,
            ValueType.INTEGER,
            ValueType.BYTES),
        KeyEvaluator.bind(all, Rich.getDescriptor(), 1).types());
  }
}
