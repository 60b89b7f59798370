package dev.tenure.record.key;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.empty;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.incarnation;
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

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.test.Rich;
import dev.tenure.record.test.RichLeaf;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Lists, splits, versions, literals, and how many tuples there may be. */
final class KeyShapesTest {
  private static final Rich RICH =
      Rich.newBuilder()
          .setStringValue("s")
          .addAllLongs(List.of(1L, 2L, 1L, 2L, 3L, 4L))
          .addStrings("x")
          .addStrings("y")
          .build();

  private static KeyEvaluator bind(KeyExpression expression) {
    return KeyEvaluator.bind(expression, Rich.getDescriptor(), 5);
  }

  private static List<Tuple> evaluate(KeyExpression expression, Rich rich) {
    return bind(expression).evaluate(rich);
  }

  private static void assertNotComputable(String expected, KeyExpression expression, Rich rich) {
    RecordLayerException refused =
        assertThrows(RecordLayerException.class, () -> evaluate(expression, rich));
    assertEquals(Code.KEY_NOT_COMPUTABLE, refused.code());
    assertEquals(expected, refused.getMessage());
  }

  @Test
  void listKeepsTheColumnsOfEachPartAsANestedTuple() {
    assertEquals(
        List.of(Tuple.from(Tuple.from("s", 5L), new Tuple(), Tuple.from("s"))),
        evaluate(
            list(concat(field("string_value"), recordType()), empty(), field("string_value")),
            RICH));
  }

  @Test
  void listOfPartsThatFanOutHasEveryCombination() {
    assertEquals(
        List.of(
            Tuple.from(Tuple.from("x"), Tuple.from("s")),
            Tuple.from(Tuple.from("y"), Tuple.from("s"))),
        evaluate(list(field("strings", FanType.FAN_OUT), field("string_value")), RICH));
  }

  @Test
  void splitChopsElementsIntoRowsAndEqualRowsAreOne() {
    KeyExpression pairs = split(field("longs", FanType.FAN_OUT), 2);

    assertEquals(List.of(Tuple.from(1L, 2L), Tuple.from(3L, 4L)), evaluate(pairs, RICH));
    assertEquals(List.of(), evaluate(pairs, Rich.getDefaultInstance()));
    assertEquals(List.of(), evaluate(nest("self", pairs), RICH));
  }

  @Test
  void splitWithElementsLeftOverIsAnErrorOfTheRecordThatNamesThePath() {
    assertNotComputable(
        "Rich.self.longs has 6 elements, its split needs a multiple of 4",
        nest("self", split(field("longs", FanType.FAN_OUT), 4)),
        Rich.newBuilder().setSelf(RICH).build());
  }

  @Test
  void versionIsCompleteIncompleteOrNull() {
    KeyEvaluator versions = bind(concat(version(), list(version()), nest("leaf", version())));
    Versionstamp complete = Versionstamp.complete(new byte[10], 7);
    Versionstamp incomplete = Versionstamp.incomplete(3);
    RecordVersion saving = new RecordVersion(2, incomplete);

    assertEquals(
        Tuple.from(complete, Tuple.from(complete), complete),
        versions.evaluateOne(RICH, RecordFacts.of(new RecordVersion(0, complete))));
    assertEquals(
        Tuple.from(incomplete, Tuple.from(incomplete), incomplete),
        versions.evaluateOne(RICH, RecordFacts.of(saving)));
    assertEquals(
        Tuple.fromList(Arrays.asList(null, Arrays.asList((Object) null), null)),
        versions.evaluateOne(RICH));
    assertTrue(versions.evaluateOne(RICH, RecordFacts.of(saving)).hasIncompleteVersionstamp());
  }

  @Test
  void incarnationIsThatOfTheVersionAndNullWithoutOne() {
    KeyEvaluator columns = bind(concat(incarnation(), list(incarnation(), version())));
    Versionstamp stamp = Versionstamp.complete(new byte[10], 7);

    assertEquals(
        Tuple.from(3L, Tuple.from(3L), Tuple.from(stamp)),
        columns.evaluateOne(RICH, RecordFacts.of(new RecordVersion(3, stamp))));
    assertEquals(
        Tuple.fromList(
            Arrays.asList(null, Arrays.asList((Object) null), Arrays.asList((Object) null))),
        columns.evaluateOne(RICH));
    assertEquals(List.of(ValueType.INTEGER), bind(incarnation()).types());
  }

  @Test
  void versionIsInEachTupleOfARecordThatFansOut() {
    Versionstamp incomplete = Versionstamp.incomplete(0);

    assertEquals(
        List.of(Tuple.from("x", incomplete), Tuple.from("y", incomplete)),
        bind(concat(field("strings", FanType.FAN_OUT), version()))
            .evaluate(RICH, RecordFacts.of(new RecordVersion(0, incomplete))));
  }

  @Test
  void literalsOfEveryTypeAreColumns() {
    assertEquals(
        List.of(
            Tuple.fromList(
                Arrays.asList(3L, "a\0\"", true, -0.0, new byte[] {0, (byte) 0xFF}, null))),
        evaluate(
            concat(
                literal(3),
                literal("a\0\""),
                literal(true),
                literal(-0.0),
                literal(new byte[] {0, (byte) 0xFF}),
                literal(null)),
            RICH));
  }

  @Test
  void bytesGivenAreNotShared() {
    byte[] given = {1};
    KeyExpression literal = literal(given);
    given[0] = 2;
    KeyEvaluator evaluator = bind(literal);
    evaluator.evaluateOne(RICH).getBytes(0)[0] = 3;

    assertEquals(Tuple.from(new byte[] {1}), evaluator.evaluateOne(RICH));
  }

  @Test
  void literalOfAnotherTypeOrOfHalfACharacterIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> literal(1.5f));
    assertThrows(IllegalArgumentException.class, () -> literal("a\uD83D"));
    assertThrows(IllegalArgumentException.class, () -> literal("\uDE00b"));
    assertEquals("literal(\"😀\")", literal("😀").toString());
  }

  @Test
  void productOfFannedFieldsIsBoundedBeforeItIsMade() {
    Rich.Builder many = Rich.newBuilder();
    LongStream.range(0, 101).forEach(i -> many.addLongs(i).addStrings("s" + i));
    KeyExpression product =
        concat(field("longs", FanType.FAN_OUT), field("strings", FanType.FAN_OUT));

    assertNotComputable(
        "Rich gives 10201 or more tuples, the limit is 10000", product, many.build());
    assertEquals(
        List.of(),
        evaluate(concat(product.parts().get(0), field("shades", FanType.FAN_OUT)), many.build()));
  }

  @Test
  void productOfManyFactorsDoesNotOverflowTheCheck() {
    KeyExpression[] fields = new KeyExpression[64];
    Arrays.fill(fields, field("strings", FanType.FAN_OUT));

    assertNotComputable(
        "Rich gives 16384 or more tuples, the limit is 10000", concat(fields), RICH);
  }

  @Test
  void elementsOfAFieldAndOfMessagesAreBounded() {
    Rich.Builder many = Rich.newBuilder();
    LongStream.range(0, 10_001).forEach(many::addLongs);
    RichLeaf.Builder leaf = RichLeaf.newBuilder();
    LongStream.range(0, 5_001).forEach(i -> leaf.addMarks("m" + i));
    many.addLeaves(leaf).addLeaves(leaf);

    assertNotComputable(
        "Rich.longs gives 10001 or more tuples, the limit is 10000",
        field("longs", FanType.FAN_OUT),
        many.build());
    assertNotComputable(
        "Rich.leaves gives 10002 or more tuples, the limit is 10000",
        nest("leaves", FanType.FAN_OUT, field("marks", FanType.FAN_OUT)),
        many.build());
  }

  @Test
  void oneKeyWithTwoValuesIsAnErrorOfTheRecord() {
    KeyExpression covering =
        keyWithValue(nest("leaves", FanType.FAN_OUT, concat(field("name"), field("amount"))), 1);
    RichLeaf leaf = RichLeaf.newBuilder().setName("a").setAmount(1).build();
    Rich same = Rich.newBuilder().addLeaves(leaf).addLeaves(leaf).build();
    Rich other = same.toBuilder().addLeaves(leaf.toBuilder().setAmount(2)).build();

    assertEquals(List.of(Tuple.from("a", 1L)), evaluate(covering, same));
    assertNotComputable(
        "Rich.keyWithValue(nest(leaves, FAN_OUT, concat(field(name), field(amount))), 1) gives"
            + " (\"a\", 1) and (\"a\", 2): equal keys with different values",
        covering,
        other);
  }
}
