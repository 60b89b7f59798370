package dev.tenure.record.key;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.tuple.PackedTuples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A key expression bound to one message type: fields are looked up and checked once, so that
 * evaluation cannot meet an unknown name. Immutable and safe for use by many threads.
 *
 * <p>Evaluation throws {@link RecordLayerException} with {@code KEY_NOT_COMPUTABLE}, naming the
 * path and the values, when
 *
 * <ul>
 *   <li>a function has no result, or returns an unpaired surrogate or lists nested too deep for a
 *       key,
 *   <li>the number of elements of a split is not a multiple of its columns,
 *   <li>there are more than {@link #ROWS_MAX} tuples, or
 *   <li>two tuples have equal keys and different values.
 * </ul>
 */
public final class KeyEvaluator {
  /** The maximum number of tuples of one record, including duplicates. */
  public static final int ROWS_MAX = 10_000;

  /** Types of columns that may hold lists. */
  private static final List<ValueType> NESTING = List.of(ValueType.LIST, ValueType.ANY);

  private final KeyExpression expression;
  private final Descriptor type;
  private final List<KeyColumn> columns;
  private final KeyNode node;
  private final boolean fansOut;
  private final boolean nestsFreely;
  private final boolean needsStored;
  private final @Nullable List<FieldDescriptor> fieldsRead;

  private KeyEvaluator(KeyExpression expression, Descriptor type, KeyNode node) {
    this.expression = expression;
    this.type = type;
    this.columns = expression.columns();
    this.node = node;
    this.fansOut = expression.fansOut();
    this.nestsFreely = hasFunction(expression) && node.types().stream().anyMatch(NESTING::contains);
    this.needsStored = Stream.of(StoredColumn.values()).anyMatch(expression::needs);
    this.fieldsRead = FieldsRead.of(expression, type).orElse(null);
  }

  /** As {@link #bind(KeyExpression, Descriptor, long, KeyFunctions)}, with built-in functions. */
  public static KeyEvaluator bind(KeyExpression expression, Descriptor type, long typeKey) {
    return bind(expression, type, typeKey, KeyFunctions.builtIn());
  }

  /**
   * Binds an expression to a message type.
   *
   * @param typeKey the value of {@link Keys#recordType()}
   * @param functions the functions that {@link Keys#function} may name
   * @throws IllegalArgumentException naming the path, when a field is unknown, is repeated without
   *     a fan type, is not repeated and has one, is a message where a value is needed or the
   *     reverse, when a function is unknown or used otherwise than declared, when a split divides
   *     anything but a repeated field, or when a grouping or key with value is inside another
   *     expression
   */
  public static KeyEvaluator bind(
      KeyExpression expression, Descriptor type, long typeKey, KeyFunctions functions) {
    KeyExpression whole = expression;
    if (expression instanceof KeyExpression.Grouping grouping) {
      whole = grouping.whole();
    } else if (expression instanceof KeyExpression.KeyWithValue keyWithValue) {
      whole = keyWithValue.whole();
    }
    KeyBinder binder = new KeyBinder(type, type.getName(), typeKey, functions);
    return new KeyEvaluator(expression, type, whole.accept(binder));
  }

  public KeyExpression expression() {
    return expression;
  }

  public List<KeyColumn> columns() {
    return columns;
  }

  /** The type of each column, in order. */
  public List<ValueType> types() {
    return node.types();
  }

  /** Whether a record may have a number of tuples other than one. */
  public boolean fansOut() {
    return fansOut;
  }

  /**
   * Whether two records certainly have the same tuples, to the byte. Decided without evaluating:
   * false when the columns contain the record type, the version, a function or a floating-point
   * field.
   */
  public boolean givesSame(Message one, Message other) {
    if (fieldsRead == null) {
      return false;
    }
    requireType(one);
    requireType(other);
    for (FieldDescriptor field : fieldsRead) {
      if (field.hasPresence() && one.hasField(field) != other.hasField(field)) {
        return false;
      }
      if (!one.getField(field).equals(other.getField(field))) {
        return false;
      }
    }
    return true;
  }

  /**
   * As {@link #evaluate(Message, RecordFacts)}, for a record without facts.
   *
   * @throws IllegalStateException when a column is stored beside the message, such as the version
   */
  public List<Tuple> evaluate(Message message) {
    return evaluate(message, requireNoneNeeded());
  }

  /**
   * The tuples of a record without duplicates, in the order of the record's elements.
   *
   * @param facts the facts of the record, as they are stored or will be
   * @throws IllegalArgumentException when the message is of another type
   */
  public List<Tuple> evaluate(Message message, RecordFacts facts) {
    if (!fansOut) {
      return List.of(evaluateOne(message, facts));
    }
    requireType(message);
    List<Tuple> tuples = distinct(rows(message, facts));
    if (expression instanceof KeyExpression.KeyWithValue keyWithValue) {
      requireOneValueForEachKey(tuples, keyWithValue.keyColumns());
    }
    return tuples;
  }

  /**
   * As {@link #evaluate(Message, RecordFacts)}, but including duplicates, and without comparing the
   * values of equal keys.
   */
  public List<Tuple> evaluateAll(Message message, RecordFacts facts) {
    requireType(message);
    return rows(message, facts).stream().map(Tuple::fromList).toList();
  }

  /** Compares tuples, as hashing one with an incomplete versionstamp needs the native library. */
  private static List<Tuple> distinct(List<List<@Nullable Object>> rows) {
    Set<Tuple> seen = new TreeSet<>();
    return rows.stream().map(Tuple::fromList).filter(seen::add).toList();
  }

  /** As {@link #evaluateOne(Message, RecordFacts)}, for a record without facts. */
  public Tuple evaluateOne(Message message) {
    return evaluateOne(message, requireNoneNeeded());
  }

  private RecordFacts requireNoneNeeded() {
    if (needsStored) {
      throw new IllegalStateException(
          expression + " reads what is stored beside the message: evaluate it with RecordFacts");
    }
    return RecordFacts.NONE;
  }

  /**
   * The one tuple of a record.
   *
   * @param facts the facts of the record, as they are stored or will be
   * @throws IllegalStateException when the expression fans out
   * @throws IllegalArgumentException when the message is of another type
   */
  public Tuple evaluateOne(Message message, RecordFacts facts) {
    if (fansOut) {
      throw new IllegalStateException(expression + " fans out and has no single tuple");
    }
    requireType(message);
    List<@Nullable Object> values = new ArrayList<>(columns.size());
    node.append(message, facts, values);
    requireDepth(values);
    return Tuple.fromList(values);
  }

  private List<List<@Nullable Object>> rows(Message message, RecordFacts facts) {
    List<List<@Nullable Object>> rows = node.rows(message, facts);
    rows.forEach(this::requireDepth);
    return rows;
  }

  /** Checks the depth of a function's results, which may be nested within nested expressions. */
  private void requireDepth(List<@Nullable Object> values) {
    for (int i = 0; nestsFreely && i < values.size(); i++) {
      if (!isWithin(values.get(i), PackedTuples.COLUMN_DEPTH_MAX)) {
        throw new RecordLayerException(
            RecordLayerException.Code.KEY_NOT_COMPUTABLE,
            type.getName()
                + "."
                + columns.get(i).path()
                + " gives lists that are nested deeper than "
                + PackedTuples.COLUMN_DEPTH_MAX);
      }
    }
  }

  private static boolean isWithin(@Nullable Object value, int depth) {
    return !(value instanceof List<?> list)
        || (depth > 0 && list.stream().allMatch(element -> isWithin(element, depth - 1)));
  }

  private static boolean hasFunction(KeyExpression expression) {
    return expression instanceof KeyExpression.Function
        || expression.parts().stream().anyMatch(KeyEvaluator::hasFunction);
  }

  /**
   * Whether a unique index compares a tuple. It does unless a column is null whose nulls do not
   * collide. The result of an order function for null counts as null.
   *
   * @param tuple the first columns of a tuple of this expression, or all
   */
  public boolean comparedWhenUnique(Tuple tuple) {
    for (int i = 0; i < tuple.size(); i++) {
      if (!columns.get(i).nullsCollide() && node.isNull(i, tuple.get(i))) {
        return false;
      }
    }
    return true;
  }

  private void requireType(Message message) {
    if (!message.getDescriptorForType().equals(type)) {
      throw new IllegalArgumentException(
          expression
              + " is bound to "
              + type.getFullName()
              + ", got a message of "
              + message.getDescriptorForType().getFullName()
              + (message.getDescriptorForType().getFullName().equals(type.getFullName())
                  ? " by another descriptor"
                  : ""));
    }
  }

  private void requireOneValueForEachKey(List<Tuple> tuples, int keyColumns) {
    Map<Tuple, Tuple> byKey = new TreeMap<>();
    for (Tuple tuple : tuples) {
      Tuple key = Tuple.fromList(tuple.getItems().subList(0, keyColumns));
      Tuple other = byKey.putIfAbsent(key, tuple);
      if (other != null) {
        throw new RecordLayerException(
            RecordLayerException.Code.KEY_NOT_COMPUTABLE,
            type.getName()
                + "."
                + expression
                + " gives "
                + other
                + " and "
                + tuple
                + ": equal keys with different values");
      }
    }
  }
}
