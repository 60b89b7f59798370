package dev.tenure.record.query;

import static dev.tenure.record.key.Keys.cardinality;
import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.recordType;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.hasSubstring;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.notNull;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.tenure.record.key.FanType;
import dev.tenure.record.test.Color;
import dev.tenure.record.test.Note;
import dev.tenure.record.test.Numbers;
import dev.tenure.record.test.Place;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class BoundPredicateTest {
  private static final Note NOTE =
      Note.newBuilder()
          .setId(-7)
          .setTitle("a\0b")
          .addTag("x")
          .addTag("y\ud83d\ude00")
          .setColor(Color.BLUE)
          .setBody(ByteString.copyFrom(new byte[] {1, (byte) 0xff}))
          .build();

  private static Truth test(QueryPredicate predicate, Message message) {
    return BoundPredicate.bind(predicate, message.getDescriptorForType(), 5).test(message);
  }

  private static void assertTruth(Truth expected, QueryPredicate predicate) {
    assertEquals(expected, test(predicate, NOTE), predicate.toString());
  }

  @Test
  void eachOperatorComparesInTheOrderOfKeys() {
    assertTruth(Truth.TRUE, equal(field("id"), -7));
    assertTruth(Truth.FALSE, equal(field("id"), 7));
    assertTruth(Truth.TRUE, notEqual(field("id"), 7));
    assertTruth(Truth.TRUE, less(field("id"), 0));
    assertTruth(Truth.FALSE, less(field("id"), -7));
    assertTruth(Truth.TRUE, lessOrEqual(field("id"), -7));
    assertTruth(Truth.FALSE, greater(field("id"), -7));
    assertTruth(Truth.TRUE, greaterOrEqual(field("id"), -7));
    assertTruth(Truth.TRUE, greater(field("title"), "a"));
    assertTruth(Truth.TRUE, less(field("title"), "a\0c"));
    assertTruth(Truth.TRUE, startsWith(field("title"), "a\0"));
    assertTruth(Truth.TRUE, startsWith(field("title"), ""));
    assertTruth(Truth.FALSE, startsWith(field("title"), "b"));
    assertTruth(Truth.TRUE, startsWith(field("body"), new byte[] {1}));
    assertTruth(Truth.TRUE, hasSubstring(field("title"), "\0"));
    assertTruth(Truth.TRUE, hasSubstring(field("title"), ""));
    assertTruth(Truth.FALSE, hasSubstring(field("title"), "\0a"));
    assertTruth(Truth.TRUE, hasSubstring(field("body"), new byte[] {(byte) 0xff}));
    assertTruth(Truth.FALSE, hasSubstring(field("body"), new byte[] {2}));
    assertTruth(Truth.TRUE, greater(field("body"), new byte[] {1, 0x7f}));
    assertTruth(Truth.TRUE, equal(field("color"), 2));
    assertTruth(Truth.TRUE, in(field("color"), 0, 2));
    assertTruth(Truth.FALSE, in(field("color"), 0, 1));
    assertTruth(Truth.TRUE, equal(recordType(), 5));
  }

  @Test
  void comparisonWithNullIsUnknown() {
    assertTruth(Truth.UNKNOWN, equal(field("author"), "x"));
    assertTruth(Truth.UNKNOWN, notEqual(field("author"), "x"));
    assertTruth(Truth.UNKNOWN, in(field("author"), "x"));
    assertTruth(Truth.UNKNOWN, startsWith(field("author"), ""));
    assertTruth(Truth.UNKNOWN, hasSubstring(field("author"), ""));
    assertTruth(Truth.UNKNOWN, less(nest("place", field("floor")), 1));
    assertTruth(Truth.TRUE, isNull(field("author")));
    assertTruth(Truth.FALSE, notNull(field("author")));
    assertTruth(Truth.FALSE, isNull(field("title")));
    assertTruth(Truth.TRUE, notNull(field("title")));
  }

  @Test
  void unknownIsNeitherTrueNorFalseInAndOrAndNot() {
    QueryPredicate yes = equal(field("id"), -7);
    QueryPredicate no = equal(field("id"), 1);
    QueryPredicate unknown = equal(field("author"), "x");

    assertTruth(Truth.UNKNOWN, and(yes, unknown));
    assertTruth(Truth.FALSE, and(unknown, no));
    assertTruth(Truth.TRUE, and(yes, yes));
    assertTruth(Truth.TRUE, or(unknown, yes));
    assertTruth(Truth.UNKNOWN, or(unknown, no));
    assertTruth(Truth.FALSE, or(no, no));
    assertTruth(Truth.UNKNOWN, not(unknown));
    assertTruth(Truth.FALSE, not(yes));
    assertTruth(Truth.TRUE, not(no));
  }

  @Test
  void columnThatFansOutIsTrueWhenAnyElementIs() {
    assertTruth(Truth.TRUE, equal(field("tag", FanType.FAN_OUT), "x"));
    assertTruth(Truth.TRUE, notEqual(field("tag", FanType.FAN_OUT), "x"));
    assertTruth(Truth.FALSE, equal(field("tag", FanType.FAN_OUT), "z"));
    assertTruth(Truth.FALSE, isNull(field("tag", FanType.FAN_OUT)));
    assertTruth(
        Truth.FALSE, equal(nest("visited", FanType.FAN_OUT, field("city")), "none was visited"));
    assertTruth(Truth.FALSE, notNull(nest("visited", FanType.FAN_OUT, field("city"))));
    assertTruth(Truth.TRUE, greater(cardinality(field("tag", FanType.CONCATENATE)), 1));
  }

  @Test
  void stringsAreOrderedByTheirBytes() {
    // U+FFFD is above the halves of U+1F600 as chars, and below it as UTF-8
    assertTruth(Truth.TRUE, greater(field("tag", FanType.FAN_OUT), "y\ufffd"));
  }

  @Test
  void numbersAreComparedWithoutTheirSignAndWidth() {
    Numbers numbers =
        Numbers.newBuilder()
            .setUnsignedInt(-1)
            .setUnsignedLong(-1)
            .setSmallFraction(0.5f)
            .setFraction(-0.0)
            .setFlag(true)
            .build();

    assertEquals(Truth.TRUE, test(equal(field("unsigned_int"), 0xffff_ffffL), numbers));
    assertEquals(Truth.TRUE, test(greater(field("unsigned_long"), Long.MAX_VALUE), numbers));
    assertEquals(Truth.TRUE, test(equal(field("small_fraction"), 0.5), numbers));
    assertEquals(Truth.TRUE, test(less(field("fraction"), 0.0), numbers));
    assertEquals(Truth.TRUE, test(less(field("fraction"), Double.NaN), numbers));
    assertEquals(Truth.TRUE, test(equal(field("flag"), true), numbers));
    assertEquals(Truth.TRUE, test(greater(field("flag"), false), numbers));
  }

  @Test
  void wrongColumnsAndValuesAreRefusedWithTheirPath() {
    assertRefused("Note.nr does not exist", () -> test(equal(field("nr"), 1), NOTE));
    assertRefused(
        "Note.field(title) holds STRING and cannot be compared by = with literal(1)",
        () -> test(equal(field("title"), 1), NOTE));
    assertRefused("Note.tag is repeated", () -> test(equal(field("tag"), "x"), NOTE));
    assertRefused(
        "condition on concat(field(id), field(title)), which has 2 columns, expected 1",
        () -> equal(concat(field("id"), field("title")), 1));
    assertRefused(
        "field(id) starts with literal(1): only strings and bytes have prefixes and substrings",
        () -> startsWith(field("id"), 1));
    assertRefused("and of 1 conditions, the least is 2", () -> and(isNull(field("id"))));
    assertRefused(
        "field(floor) is bound to tenure.record.test.Place",
        () -> BoundPredicate.bind(equal(field("floor"), 1), Place.getDescriptor(), 1).holds(NOTE));
  }

  @Test
  void limitsAreNamed() {
    QueryPredicate deep = isNull(field("id"));
    for (int i = 1; i < QueryPredicate.DEPTH_MAX; i++) {
      deep = not(deep);
    }
    QueryPredicate deepest = deep;
    assertTruth(Truth.TRUE, deepest);
    assertRefused("condition not is 17 deep, the limit is 16", () -> not(deepest));
    QueryPredicate[] many = new QueryPredicate[QueryPredicate.PARTS_MAX];
    Arrays.fill(many, isNull(field("id")));
    assertRefused("condition or is 1001 conditions, the limit is 1000", () -> or(many));
    Object[] values = new Object[QueryPredicate.VALUES_MAX + 1];
    Arrays.fill(values, 1);
    assertRefused("field(id) in 1001 values", () -> in(field("id"), values));
  }

  @Test
  void textIsCanonicalAndEqualConditionsAreEqual() {
    QueryPredicate predicate =
        or(and(equal(field("a"), "x\" or"), not(isNull(field("b")))), in(field("c"), 1, 2));

    assertEquals(
        "(((field(a) = literal(\"x\\\" or\")) and not (field(b) is null))"
            + " or (field(c) in (literal(1), literal(2))))",
        predicate.toString());
    assertEquals(
        or(and(equal(field("a"), "x\" or"), not(isNull(field("b")))), in(field("c"), 1L, 2L)),
        predicate);
  }

  private static void assertRefused(String expected, Executable making) {
    IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, making);
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.startsWith(expected), message);
  }
}
