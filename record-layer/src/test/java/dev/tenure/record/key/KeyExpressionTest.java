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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What an expression answers for its form, without a message type. */
final class KeyExpressionTest {
  private static final KeyExpression A = field("a");
  private static final KeyExpression B = field("b");
  private static final KeyExpression C = field("c");
  private static final KeyExpression TAGS = field("tags", FanType.FAN_OUT);

  private static List<String> paths(KeyExpression expression) {
    return expression.columns().stream().map(KeyColumn::path).toList();
  }

  private static void assertRefused(String expected, Supplier<KeyExpression> expression) {
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, expression::get);
    assertTrue(String.valueOf(refused.getMessage()).contains(expected), () -> refused.getMessage());
  }

  @Test
  void textNamesTheFactories() {
    KeyExpression expression =
        grouping(
            concat(
                field("a", NullRule.NULLS_EQUAL),
                nest("m", FanType.CONCATENATE, list(B, version())),
                split(TAGS, 2),
                function("geo.cells", 2, true, A, literal("x\"\\")),
                literal(new byte[] {1, (byte) 0xAB}),
                recordType(),
                empty()),
            1);

    assertEquals(
        "grouping(concat(field(a, NULLS_EQUAL), nest(m, CONCATENATE, list(field(b), version())),"
            + " split(field(tags, FAN_OUT), 2), function(geo.cells, 2 columns, FAN_OUT,"
            + " concat(field(a), literal(\"x\\\"\\\\\"))), literal(bytes 01ab), recordType(),"
            + " empty()), 1)",
        expression.toString());
    assertEquals("keyWithValue(field(a), 1)", keyWithValue(A, 1).toString());
  }

  @Test
  void equalExpressionsAreEqualValuesAndDifferentOnesHaveDifferentTexts() {
    List<KeyExpression> different =
        List.of(
            literal(1),
            literal(1.0),
            literal("1"),
            literal(true),
            literal("true"),
            literal(null),
            literal("null"),
            literal(new byte[] {0}),
            literal("bytes 00"),
            A,
            field("a", NullRule.NULLS_EQUAL),
            field("a", NullRule.DEFAULT_VALUE),
            field("a", FanType.FAN_OUT),
            field("a", FanType.CONCATENATE),
            concat(A, B),
            concat(B, A),
            list(A, B),
            function("f", A),
            function("f", 1, true, A),
            function("f", 2, false, A),
            grouping(A, 0),
            grouping(A, 1),
            keyWithValue(A, 0));
    for (KeyExpression one : different) {
      for (KeyExpression other : different) {
        assertEquals(one == other, one.equals(other), () -> one + " and " + other);
        assertEquals(one == other, one.toString().equals(other.toString()));
      }
    }
    assertEquals(concat(A, literal(new byte[] {1})), concat(A, literal(new byte[] {1})));
  }

  @Test
  void columnsNameWhatTheyHold() {
    assertEquals(
        List.of(
            "a",
            "m.b or default",
            "list(field(a))",
            "v.[field(b)]",
            "split(field(tags, FAN_OUT), 2)[0]",
            "split(field(tags, FAN_OUT), 2)[1]",
            "m.function(add, concat(field(a), literal(1)))",
            "literal(null)"),
        paths(
            concat(
                A,
                nest("m", field("b", NullRule.DEFAULT_VALUE)),
                list(A),
                nest("v", FanType.CONCATENATE, B),
                split(TAGS, 2),
                nest("m", function("add", A, literal(1))),
                literal(null))));
  }

  @Test
  void concatInsideConcatHasTheColumnsOfAFlatOne() {
    KeyExpression flat = concat(A, B, C);

    for (KeyExpression deep :
        List.of(
            concat(concat(A, B), C), concat(A, concat(B, C)), concat(empty(), A, concat(B), C))) {
      assertEquals(flat.columns(), deep.columns());
      assertTrue(flat.isEquivalentTo(deep));
    }
    assertTrue(nest("m", concat(A, B)).isEquivalentTo(concat(nest("m", A), nest("m", B))));
  }

  @Test
  void columnsOfOneRepeatedMessageAreNoProductOfThem() {
    KeyExpression together = nest("m", FanType.FAN_OUT, concat(A, B));
    KeyExpression product = concat(nest("m", FanType.FAN_OUT, A), nest("m", FanType.FAN_OUT, B));

    assertEquals(together.columns(), product.columns());
    assertFalse(together.isEquivalentTo(product));
    assertFalse(product.isPrefixOf(together));
    assertTrue(nest("m", FanType.FAN_OUT, A).isPrefixOf(together));
  }

  @Test
  void prefixTestComparesFirstColumns() {
    KeyExpression abc = concat(A, nest("m", concat(B, C)));

    assertTrue(empty().isPrefixOf(abc));
    assertTrue(A.isPrefixOf(abc));
    assertTrue(concat(A, nest("m", B)).isPrefixOf(abc));
    assertTrue(abc.isPrefixOf(abc));
    assertTrue(field("a", NullRule.NULLS_EQUAL).isPrefixOf(abc));
    assertTrue(A.isPrefixOf(grouping(abc, 1)));
    assertTrue(keyWithValue(abc, 1).isPrefixOf(concat(abc, C)));
    assertTrue(list(A).isPrefixOf(list(A, B)));
    assertFalse(B.isPrefixOf(abc));
    assertFalse(field("a", NullRule.DEFAULT_VALUE).isPrefixOf(abc));
    assertFalse(concat(abc, A).isPrefixOf(abc));
    assertFalse(TAGS.isPrefixOf(split(TAGS, 2)));
    assertFalse(list(A).isPrefixOf(A));
  }

  @Test
  void subKeyCutsConcatsNestsAndLists() {
    KeyExpression expression = concat(A, nest("m", concat(B, C)), list(A, B), recordType());

    assertEquals(Optional.of(empty()), expression.subKey(2, 2));
    assertEquals(Optional.of(expression), expression.subKey(0, 6));
    assertEquals(Optional.of(concat(nest("m", C), list(A))), expression.subKey(2, 4));
    assertEquals(Optional.of(recordType()), expression.subKey(5, 6));
    assertEquals(Optional.of(A), grouping(concat(A, B), 1).prefix(1));
  }

  @Test
  void splitAndFunctionOfSeveralColumnsAreNotCut() {
    assertEquals(Optional.empty(), split(TAGS, 2).prefix(1));
    assertEquals(Optional.empty(), concat(A, function("f", 2, false, B)).prefix(2));
    assertEquals(
        Optional.of(function("f", 2, false, B)),
        concat(A, function("f", 2, false, B)).subKey(1, 3));
  }

  @Test
  void rangeBeyondTheColumnsIsRefused() {
    assertRefused(
        "columns 0 to 3 of concat(field(a), field(b))", () -> concat(A, B).prefix(3).get());
    assertRefused("columns 2 to 1 of", () -> concat(A, B).subKey(2, 1).get());
    assertRefused("columns -1 to 1 of", () -> concat(A, B).subKey(-1, 1).get());
  }

  @Test
  void groupingAndKeyWithValueHaveTwoParts() {
    KeyExpression whole = concat(A, B, C);

    assertEquals(concat(A, B), grouping(whole, 1).groupingPart());
    assertEquals(C, grouping(whole, 1).groupedPart());
    assertEquals(A, keyWithValue(whole, 1).keyPart());
    assertEquals(concat(B, C), keyWithValue(whole, 1).valuePart());
    assertEquals(whole, whole.groupingPart());
    assertEquals(empty(), whole.groupedPart());
    assertEquals(whole, whole.keyPart());
    assertEquals(empty(), whole.valuePart());
  }

  @Test
  void cutThatIsOutOfRangeOrThroughAColumnIsRefused() {
    assertRefused("are 3, expected 0 to 2", () -> grouping(concat(A, B), 3));
    assertRefused("are -1, expected 0 to 1", () -> keyWithValue(A, -1));
    assertRefused("keyWithValue cannot cut split", () -> keyWithValue(split(TAGS, 2), 1));
    assertRefused("grouping cannot cut", () -> grouping(function("f", 2, false, A), 1));
  }

  @Test
  void fansOutAndNeedsVersionLookInside() {
    assertTrue(nest("m", list(TAGS)).fansOut());
    assertTrue(nest("m", FanType.FAN_OUT, empty()).fansOut());
    assertTrue(function("f", TAGS).fansOut());
    assertTrue(function("f", 1, true, A).fansOut());
    assertTrue(split(TAGS, 1).fansOut());
    assertFalse(nest("m", FanType.CONCATENATE, A).fansOut());
    assertTrue(nest("m", list(A, version())).needsVersion());
    assertTrue(keyWithValue(version(), 0).needsVersion());
    assertFalse(concat(A, recordType()).needsVersion());
  }

  @Test
  void whatCannotBeIsRefusedWhenItIsMade() {
    assertRefused("a key expression needs the name of a field, got \"\"", () -> field(""));
    assertRefused("reached by nest", () -> field("address.city"));
    assertRefused("a function is named by", () -> function("", A));
    assertRefused("a function is named by", () -> function("1x", A));
    assertRefused("no version is known", () -> function("f", list(version())));
    assertRefused(
        "cannot concatenate columns that fan out", () -> nest("m", FanType.CONCATENATE, TAGS));
    assertRefused("are 0, expected 1 to 100", () -> split(TAGS, 0));
    assertRefused("are 101, expected 1 to 100", () -> function("f", 101, false, A));
  }

  @Test
  void depthColumnsAndPartsAreBounded() {
    KeyExpression deep = A;
    for (int depth = 1; depth < KeyExpression.DEPTH_MAX; depth++) {
      deep = nest("m", deep);
    }
    KeyExpression deepest = deep;
    assertRefused("is 33 deep, the limit is 32", () -> nest("m", deepest));

    KeyExpression[] columns = new KeyExpression[KeyExpression.COLUMNS_MAX + 1];
    Arrays.fill(columns, A);
    assertRefused("is 101 columns, the limit is 100", () -> concat(columns));
    assertRefused("is 101 columns, the limit is 100", () -> list(columns));

    KeyExpression[] nothing = new KeyExpression[KeyExpression.PARTS_MAX];
    Arrays.fill(nothing, empty());
    assertRefused("is 1001 expressions, the limit is 1000", () -> concat(nothing));
  }

  @Test
  void doublingAnExpressionEndsAtTheLimit() {
    assertRefused(
        "the limit is 1000",
        () -> {
          KeyExpression doubled = empty();
          for (int i = 0; i < KeyExpression.DEPTH_MAX; i++) {
            doubled = concat(doubled, doubled);
          }
          return doubled;
        });
  }

  @Test
  void literalsDifferByTypeAndSign() {
    assertNotEquals(literal(0.0), literal(-0.0));
    assertNotEquals(literal(1), literal(1.0));
    assertEquals(literal(1), literal(1L));
  }
}
