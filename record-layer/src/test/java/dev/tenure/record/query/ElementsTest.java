package dev.tenure.record.query;

import static dev.tenure.record.key.Keys.created;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.function;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.query.Predicates.allOf;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.anyOf;
import static dev.tenure.record.query.Predicates.element;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.parameter;
import static dev.tenure.record.query.Truth.FALSE;
import static dev.tenure.record.query.Truth.TRUE;
import static dev.tenure.record.query.Truth.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.test.EditionBox;
import dev.tenure.record.test.EditionLine;
import dev.tenure.record.test.EditionOrder;
import dev.tenure.record.test.LegacyLine;
import dev.tenure.record.test.LegacyOption;
import dev.tenure.record.test.LegacyOrder;
import dev.tenure.record.test.Subject;
import dev.tenure.record.test.SubjectLine;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conditions on one element, or on each: what they are of records, and what is refused. */
final class ElementsTest {
  private static final KeyExpression LINE = field("line", FanType.FAN_OUT);
  private static final KeyExpression SKU = field("sku");
  private static final KeyExpression QUANTITY = field("quantity");
  private static final KeyExpression POINT = field("point", FanType.FAN_OUT);
  private static final QueryPredicate MANY_X = and(equal(SKU, "x"), greater(QUANTITY, 3));

  private static Truth of(Message record, QueryPredicate condition) {
    return BoundPredicate.bind(condition, record.getDescriptorForType(), 0)
        .test(new ElementsNode.MessageReader(record), Bindings.of("sku", "x"));
  }

  private static SubjectLine line(String sku, long quantity) {
    return SubjectLine.newBuilder().setSku(sku).setQuantity(quantity).build();
  }

  private static Subject subject(SubjectLine... lines) {
    return Subject.newBuilder().addAllLine(List.of(lines)).build();
  }

  @Test
  void comparisonsAreOfOneElement() {
    Subject apart = subject(line("x", 1), line("y", 5));
    assertEquals(FALSE, of(apart, anyOf(LINE, MANY_X)));
    assertEquals(TRUE, of(subject(line("x", 1), line("x", 4)), anyOf(LINE, MANY_X)));
    QueryPredicate ofAnyTwo =
        and(
            equal(nest("line", FanType.FAN_OUT, SKU), "x"),
            greater(nest("line", FanType.FAN_OUT, QUANTITY), 3));
    assertEquals(TRUE, of(apart, ofAnyTwo));
    assertEquals(FALSE, of(apart, allOf(LINE, greater(QUANTITY, 1))));
    assertEquals(TRUE, of(apart, allOf(LINE, greater(QUANTITY, 0))));
    assertEquals(TRUE, of(apart, anyOf(LINE, equal(SKU, parameter("sku")))));
  }

  @Test
  void ofNoElementsAnyIsFalseAndAllIsTrue() {
    for (QueryPredicate inside : List.of(MANY_X, not(MANY_X), isNull(QUANTITY))) {
      assertEquals(FALSE, of(subject(), anyOf(LINE, inside)));
      assertEquals(TRUE, of(subject(), allOf(LINE, inside)));
      assertEquals(TRUE, of(subject(), not(anyOf(LINE, inside))));
    }
  }

  @Test
  void anElementThatIsUnknownDecidesNothing() {
    SubjectLine unknown = SubjectLine.newBuilder().setSku("x").build();
    assertEquals(UNKNOWN, of(subject(unknown), anyOf(LINE, MANY_X)));
    assertEquals(UNKNOWN, of(subject(unknown, line("y", 9)), anyOf(LINE, MANY_X)));
    assertEquals(TRUE, of(subject(unknown, line("x", 9)), anyOf(LINE, MANY_X)));
    assertEquals(UNKNOWN, of(subject(unknown, line("x", 9)), allOf(LINE, MANY_X)));
    assertEquals(FALSE, of(subject(unknown, line("y", 9)), allOf(LINE, MANY_X)));
    assertEquals(UNKNOWN, of(subject(unknown), not(anyOf(LINE, MANY_X))));
    assertEquals(TRUE, of(subject(unknown), anyOf(LINE, isNull(QUANTITY))));
  }

  @Test
  void valuesAreElementsThemselves() {
    Subject subject = Subject.newBuilder().addPoint(1).addPoint(9).build();
    QueryPredicate between = and(greater(element(), 3), less(element(), 7));
    assertEquals(FALSE, of(subject, anyOf(POINT, between)));
    assertEquals(TRUE, of(subject, and(greater(POINT, 3), less(POINT, 7))));
    assertEquals(TRUE, of(subject, allOf(POINT, or(less(element(), 3), greater(element(), 7)))));
    KeyExpression odd = function("bit_and", element(), dev.tenure.record.key.Keys.literal(1));
    assertEquals(TRUE, of(subject, allOf(POINT, equal(odd, 1))));
    assertEquals(FALSE, of(subject, anyOf(POINT, and(equal(odd, 0), greater(element(), 0)))));
  }

  @Test
  void elementsInsideElements() {
    LegacyOrder order =
        LegacyOrder.newBuilder()
            .setId(1)
            .addLine(LegacyLine.newBuilder().setSku("x").addOption(option("a", 1)))
            .addLine(LegacyLine.newBuilder().addOption(option("a", 2)).addOption(option("b", 1)))
            .build();
    KeyExpression option = field("option", FanType.FAN_OUT);
    QueryPredicate optionA1 = and(equal(field("name"), "a"), equal(field("value"), 1));
    assertEquals(TRUE, of(order, anyOf(LINE, and(equal(SKU, "x"), anyOf(option, optionA1)))));
    assertEquals(FALSE, of(order, allOf(LINE, anyOf(option, optionA1))));
    KeyExpression ofAnyLine = nest("line", FanType.FAN_OUT, option);
    assertEquals(TRUE, of(order, anyOf(ofAnyLine, optionA1)));
    assertEquals(FALSE, of(order, allOf(ofAnyLine, equal(field("name"), "a"))));
  }

  private static LegacyOption option(String name, int value) {
    return LegacyOption.newBuilder().setName(name).setValue(value).build();
  }

  @Test
  void presenceIsThatOfTheElementsField() {
    LegacyOrder legacy =
        LegacyOrder.newBuilder().setId(1).addLine(LegacyLine.getDefaultInstance()).build();
    assertEquals(TRUE, of(legacy, anyOf(LINE, and(isNull(SKU), isNull(QUANTITY)))));
    assertEquals(UNKNOWN, of(legacy, anyOf(LINE, equal(SKU, "none"))));
    EditionOrder edition =
        EditionOrder.newBuilder().addLine(EditionLine.getDefaultInstance()).build();
    assertEquals(FALSE, of(edition, anyOf(LINE, and(isNull(SKU), isNull(QUANTITY)))));
    assertEquals(TRUE, of(edition, anyOf(LINE, and(equal(SKU, ""), isNull(QUANTITY)))));
    SubjectLine plain = SubjectLine.getDefaultInstance();
    assertEquals(TRUE, of(subject(plain), anyOf(LINE, and(equal(SKU, ""), isNull(QUANTITY)))));
  }

  @Test
  void mapsAndFieldsInsideMessagesThatMayBeMissing() {
    EditionOrder order = EditionOrder.newBuilder().putCount("a", 1).putCount("b", 2).build();
    KeyExpression count = field("count", FanType.FAN_OUT);
    assertEquals(
        TRUE, of(order, anyOf(count, and(equal(field("key"), "b"), equal(field("value"), 2)))));
    assertEquals(
        FALSE, of(order, anyOf(count, and(equal(field("key"), "a"), equal(field("value"), 2)))));
    KeyExpression boxed = nest("box", LINE);
    assertEquals(FALSE, of(order, anyOf(boxed, MANY_X)));
    EditionOrder full =
        order.toBuilder()
            .setBox(
                EditionBox.newBuilder()
                    .addLine(EditionLine.newBuilder().setSku("x").setQuantity(4)))
            .build();
    assertEquals(TRUE, of(full, anyOf(boxed, MANY_X)));
  }

  @Test
  void textAndParts() {
    QueryPredicate condition = anyOf(LINE, MANY_X);
    assertEquals(
        "anyOf(field(line, FAN_OUT),"
            + " ((field(sku) = literal(\"x\")) and (field(quantity) > literal(3))))",
        condition.toString());
    assertEquals(condition, anyOf(LINE, MANY_X));
    assertEquals(List.of(), condition.parts());
    assertTrue(condition.hasOnlyValues());
    assertTrue(!anyOf(LINE, equal(SKU, parameter("p"))).hasOnlyValues());
  }

  private static void assertRefused(String words, Runnable made) {
    String message =
        String.valueOf(assertThrows(IllegalArgumentException.class, made::run).getMessage());
    assertTrue(message.contains(words), message);
  }

  @Test
  void whatIsNoConditionOnElementsIsRefused() {
    assertRefused("expected a repeated field with FanType.FAN_OUT", () -> anyOf(SKU, MANY_X));
    assertRefused(
        "expected a repeated field", () -> anyOf(field("line", FanType.CONCATENATE), MANY_X));
    assertRefused("of the record and not of an element", () -> anyOf(LINE, less(created(), 3)));
    Subject subject = subject(line("x", 1));
    assertRefused(
        "Subject.slot is not repeated",
        () -> of(subject, anyOf(field("slot", FanType.FAN_OUT), equal(element(), 3))));
    assertRefused(
        "Subject.lines does not exist",
        () -> of(subject, anyOf(field("lines", FanType.FAN_OUT), MANY_X)));
    assertRefused(
        "SubjectLine.size does not exist", () -> of(subject, anyOf(LINE, equal(field("size"), 3))));
    assertRefused(
        "expected a condition on its fields", () -> of(subject, anyOf(LINE, equal(element(), 3))));
    assertRefused(
        "expected a condition on element()", () -> of(subject, anyOf(POINT, equal(SKU, "x"))));
    assertRefused("expected a condition on its fields", () -> of(subject, equal(element(), 3)));
    assertRefused("cannot be compared by = with", () -> of(subject, anyOf(LINE, equal(SKU, 3))));
  }

  @Test
  void depthAndSizeAreThoseOfTheWhole() {
    QueryPredicate deep = equal(SKU, "x");
    for (int i = 2; i < QueryPredicate.DEPTH_MAX; i++) {
      deep = not(deep);
    }
    QueryPredicate inside = deep;
    QueryPredicate deepest = anyOf(LINE, inside);
    assertRefused("deep, the limit is 16", () -> not(deepest));
    QueryPredicate[] many = new QueryPredicate[QueryPredicate.PARTS_MAX - 2];
    java.util.Arrays.fill(many, equal(SKU, "x"));
    QueryPredicate wide = anyOf(LINE, or(many));
    assertRefused("conditions, the limit is 1000", () -> not(wide));
  }

  @Test
  void noIndexHasAConditionOnElements() {
    assertRefused(
        "on elements: the condition of an index can only compare columns",
        () ->
            RecordMetaData.builder()
                .version(1)
                .recordType(Subject.getDefaultInstance(), type -> type.primaryKey(field("id")))
                .index("Subject", Index.value("i", field("team")).where(anyOf(LINE, MANY_X)))
                .build()
                .bound());
    assertRefused(
        "is a condition on elements, and cannot be stored",
        () -> PredicateCodec.toMessage(anyOf(LINE, MANY_X)));
  }
}
