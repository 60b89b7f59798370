package dev.tenure.record.key;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.tuple.Tuple;
import com.apple.foundationdb.tuple.Versionstamp;
import com.google.protobuf.Message;
import dev.tenure.record.Seeds;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.test.Rich;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Laws of random expressions on random records. */
@Tag("punctual") // needs no database
final class KeyPropertiesTest {
  private static final int EXPRESSIONS = 3_000;
  private static final int RECORDS = 4;
  private static final long TYPE_KEY = 9;

  private final RandomGenerator random = Seeds.random("KeyPropertiesTest");
  private final RandomExpressions expressions = new RandomExpressions(random);
  private final RandomRecords records = new RandomRecords(random);

  private static KeyEvaluator bind(KeyExpression expression) {
    return KeyEvaluator.bind(expression, Rich.getDescriptor(), TYPE_KEY);
  }

  /** The tuples, or nothing when the record has none by its content. */
  private static Optional<List<Tuple>> evaluate(
      KeyExpression expression, Message record, RecordFacts facts) {
    try {
      return Optional.of(bind(expression).evaluate(record, facts));
    } catch (RecordLayerException e) {
      assertEquals(Code.KEY_NOT_COMPUTABLE, e.code(), e::toString);
      return Optional.empty();
    }
  }

  private RecordFacts facts(int number) {
    boolean isTimed = random.nextBoolean();
    return new RecordFacts(
        random.nextBoolean() ? new RecordVersion(number, Versionstamp.incomplete(number)) : null,
        isTimed ? random.nextLong(1_000) : null,
        isTimed ? random.nextLong(1_000) : null,
        random.nextLong(1_000));
  }

  @Test
  void evaluationIsThatOfTheDefinition() {
    int compared = 0;
    for (int i = 0; i < EXPRESSIONS; i++) {
      KeyExpression expression = expressions.of(Rich.getDescriptor());
      for (int r = 0; r < RECORDS; r++) {
        Message record = records.rich();
        RecordFacts facts = facts(r);
        Optional<List<Tuple>> tuples = evaluate(expression, record, facts);
        if (tuples.isPresent()) {
          List<Tuple> expected = new NaiveEvaluator(TYPE_KEY, facts).evaluate(expression, record);
          assertEquals(expected, tuples.get(), () -> expression + " of " + record);
          compared++;
        }
      }
    }
    assertTrue(compared > EXPRESSIONS * RECORDS * 3 / 4, "compared only " + compared);
  }

  @Test
  void everyTupleHasAsManyValuesAsThereAreColumnsAndOneThatDoesNotFanOutHasOneTuple() {
    for (int i = 0; i < EXPRESSIONS; i++) {
      KeyExpression expression = expressions.of(Rich.getDescriptor());
      List<Tuple> tuples = evaluate(expression, records.rich(), RecordFacts.NONE).orElse(List.of());
      for (Tuple tuple : tuples) {
        assertEquals(expression.columnCount(), tuple.size(), expression::toString);
      }
      if (!expression.fansOut()) {
        assertEquals(1, tuples.size(), expression::toString);
      }
      assertEquals(expression.columnCount(), bind(expression).types().size());
    }
  }

  @Test
  void prefixGivesTheFirstValues() {
    for (int i = 0; i < EXPRESSIONS; i++) {
      KeyExpression expression = expressions.of(Rich.getDescriptor());
      int columns = random.nextInt(expression.columnCount() + 1);
      Optional<KeyExpression> prefix = expression.prefix(columns);
      if (prefix.isPresent()) {
        assertTrue(prefix.get().isPrefixOf(expression), () -> prefix + " of " + expression);
        assertEquals(expression.columns().subList(0, columns), prefix.get().columns());
        assertCut(expression, prefix.get(), 0, columns);
      }
    }
  }

  @Test
  void subKeyGivesTheValuesOfItsRange() {
    for (int i = 0; i < EXPRESSIONS; i++) {
      KeyExpression expression = expressions.of(Rich.getDescriptor());
      int from = random.nextInt(expression.columnCount() + 1);
      int to = from + random.nextInt(expression.columnCount() + 1 - from);
      Optional<KeyExpression> subKey = expression.subKey(from, to);
      if (subKey.isPresent()) {
        assertEquals(expression.columns().subList(from, to), subKey.get().columns());
        assertCut(expression, subKey.get(), from, to);
      }
    }
  }

  private void assertCut(KeyExpression whole, KeyExpression cut, int from, int to) {
    Message record = records.rich();
    Optional<List<Tuple>> tuples = evaluate(whole, record, RecordFacts.NONE);
    Optional<List<Tuple>> cutTuples = evaluate(cut, record, RecordFacts.NONE);
    if (tuples.isEmpty() || cutTuples.isEmpty()) {
      return;
    }
    Set<Tuple> expected =
        tuples.get().stream()
            .map(tuple -> Tuple.fromList(tuple.getItems().subList(from, to)))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Set<Tuple> found = new LinkedHashSet<>(cutTuples.get());
    assertTrue(found.containsAll(expected), () -> cut + " of " + whole + " on " + record);
    if (!whole.fansOut()) {
      assertEquals(expected, found, () -> cut + " of " + whole + " on " + record);
    }
  }

  @Test
  void groupedAndKeyPartsTogetherAreTheWhole() {
    for (int i = 0; i < EXPRESSIONS; i++) {
      KeyExpression expression = expressions.of(Rich.getDescriptor());
      assertEquals(
          expression.columns(),
          Keys.concat(expression.groupingPart(), expression.groupedPart()).columns());
      assertEquals(
          expression.columns(),
          Keys.concat(expression.keyPart(), expression.valuePart()).columns());
    }
  }

  @Test
  void equivalentExpressionsHaveEqualTuples() {
    for (int i = 0; i < EXPRESSIONS; i++) {
      KeyExpression first = expressions.of(Rich.getDescriptor());
      KeyExpression second = expressions.of(Rich.getDescriptor());
      if (first.columnCount() + second.columnCount() > KeyExpression.COLUMNS_MAX) {
        continue;
      }
      KeyExpression flat = Keys.concat(body(first), body(second), Keys.empty());
      KeyExpression deep = Keys.concat(body(first), Keys.concat(body(second)));
      assertEquals(flat.columns(), deep.columns());
      assertTrue(flat.isEquivalentTo(deep));
      Message record = records.rich();
      assertEquals(
          evaluate(flat, record, RecordFacts.NONE), evaluate(deep, record, RecordFacts.NONE));
      if (first.isEquivalentTo(second)) {
        assertEquals(
            evaluate(first, record, RecordFacts.NONE), evaluate(second, record, RecordFacts.NONE));
      }
    }
  }

  private static KeyExpression body(KeyExpression expression) {
    return expression.prefix(expression.columnCount()).orElseThrow();
  }

  @Test
  void storedExpressionIsReadBackAsItWas() {
    for (int i = 0; i < EXPRESSIONS; i++) {
      KeyExpression expression = expressions.of(Rich.getDescriptor());
      byte[] bytes = KeyExpressionCodec.encode(expression);
      KeyExpression read = KeyExpressionCodec.decode(bytes, "test");
      assertEquals(expression, read);
      assertEquals(expression.hashCode(), read.hashCode());
      assertEquals(expression.toString(), read.toString());
    }
  }
}
