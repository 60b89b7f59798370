package dev.tenure.record.key;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.list;
import static dev.tenure.record.key.Keys.literal;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.key.Keys.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.test.Rich;
import dev.tenure.record.test.RichLeaf;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What a field that is not set gives, and what a unique index makes of it. */
final class NullRuleTest {
  private static final Rich BARE = Rich.getDefaultInstance();

  private static KeyEvaluator bind(KeyExpression expression) {
    return KeyEvaluator.bind(expression, Rich.getDescriptor(), 1);
  }

  private static Tuple evaluate(KeyExpression expression, Rich rich) {
    return bind(expression).evaluateOne(rich);
  }

  private static boolean compared(KeyExpression expression, Rich rich) {
    KeyEvaluator evaluator = bind(expression);
    return evaluator.comparedWhenUnique(evaluator.evaluateOne(rich));
  }

  @Test
  void unsetFieldIsNullUnlessItsDefaultIsWanted() {
    assertEquals(
        Tuple.fromList(Arrays.asList(null, null, 0L)),
        evaluate(
            concat(
                field("maybe_long"),
                field("maybe_long", NullRule.NULLS_EQUAL),
                field("maybe_long", NullRule.DEFAULT_VALUE)),
            BARE));
  }

  @Test
  void defaultIsGivenAlsoWhereTheMessageAroundIsNotSet() {
    KeyExpression ratio = nest("leaf", field("ratio", NullRule.DEFAULT_VALUE));

    assertEquals(Tuple.from(0.0), evaluate(ratio, BARE));
    assertEquals(
        Tuple.from(2.5),
        evaluate(ratio, BARE.toBuilder().setLeaf(RichLeaf.newBuilder().setRatio(2.5)).build()));
    assertEquals(
        Tuple.from(""), evaluate(nest("leaf", field("name", NullRule.DEFAULT_VALUE)), BARE));
  }

  @Test
  void uniqueIndexComparesNullsOnlyWhereTheyCollide() {
    KeyExpression distinct = concat(field("int64_value"), field("maybe_long"));
    KeyExpression equal = concat(field("int64_value"), field("maybe_long", NullRule.NULLS_EQUAL));

    assertFalse(compared(distinct, BARE));
    assertTrue(compared(distinct, BARE.toBuilder().setMaybeLong(0).build()));
    assertTrue(compared(equal, BARE));
    assertTrue(compared(field("maybe_long", NullRule.DEFAULT_VALUE), BARE));
    assertFalse(compared(nest("leaf", field("name")), BARE));
    assertTrue(compared(nest("leaf", field("name", NullRule.NULLS_EQUAL)), BARE));
  }

  @Test
  void constantNullAndNullInAListCollideAndNoVersionDoesNot() {
    assertTrue(compared(literal(null), BARE));
    assertTrue(compared(list(field("maybe_long")), BARE));
    assertFalse(compared(version(), BARE));
  }

  @Test
  void nullKeepsItsRuleInsideAnOrder() {
    for (KeyOrder order : KeyOrder.values()) {
      assertFalse(compared(ordered(order, field("maybe_long")), BARE));
      assertFalse(compared(nest("leaf", ordered(order, field("name"))), BARE));
      assertTrue(compared(ordered(order, field("maybe_long", NullRule.NULLS_EQUAL)), BARE));
      assertTrue(
          compared(ordered(order, field("maybe_long")), BARE.toBuilder().setMaybeLong(-1).build()));
    }
  }

  @Test
  void eachColumnIsJudgedByItsOwnRule() {
    KeyExpression ordered = ordered(KeyOrder.DESCENDING_NULLS_LAST, field("maybe_long"));

    assertFalse(compared(concat(field("int64_value"), ordered), BARE));
    assertFalse(compared(concat(ordered, field("int64_value")), BARE));
    assertTrue(
        compared(
            concat(literal(new byte[] {(byte) 0xFF}), ordered, literal(null)),
            BARE.toBuilder().setMaybeLong(1).build()));
  }

  @Test
  void firstColumnsOfATupleMayBeJudgedAlone() {
    KeyEvaluator evaluator = bind(concat(field("int64_value"), field("maybe_long")));

    assertTrue(evaluator.comparedWhenUnique(Tuple.from(1L)));
    assertTrue(evaluator.comparedWhenUnique(new Tuple()));
  }

  @Test
  void columnsTellWhetherTheirNullsCollide() {
    assertEquals(
        new KeyColumn("leaf.name", false, true),
        nest("leaf", field("name", NullRule.NULLS_EQUAL)).columns().get(0));
    KeyColumn distinct = field("maybe_long").columns().get(0);
    assertFalse(distinct.nullsCollide());
    assertTrue(distinct.holdsSameAs(field("maybe_long", NullRule.NULLS_EQUAL).columns().get(0)));
    assertFalse(distinct.holdsSameAs(field("maybe_long", NullRule.DEFAULT_VALUE).columns().get(0)));
  }

  @Test
  void repeatedFieldHasNoNullRule() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new KeyExpression.Field("longs", FanType.FAN_OUT, NullRule.NULLS_EQUAL));
  }
}
