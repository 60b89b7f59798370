package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The values of a query's parameters: each a value that a key can hold, or a list of such values
 * for a parameter that is compared with {@code in}. Immutable and safe for use by many threads.
 *
 * <pre>{@code
 * Bindings.of("state", "open").with("owners", List.of("ahab", "starbuck"))
 * }</pre>
 */
public final class Bindings {
  private static final Bindings NONE = new Bindings(new TreeMap<>());

  private final SortedMap<String, List<ColumnValue>> values;

  private Bindings(SortedMap<String, List<ColumnValue>> values) {
    this.values = values;
  }

  /** No parameters. */
  public static Bindings none() {
    return NONE;
  }

  /** One parameter. */
  public static Bindings of(String parameter, Object value) {
    return NONE.with(parameter, value);
  }

  /**
   * Some parameters.
   *
   * @throws IllegalArgumentException as {@link #with}
   */
  public static Bindings of(Map<String, ?> parameters) {
    TreeMap<String, List<ColumnValue>> values = new TreeMap<>();
    parameters.forEach((name, value) -> values.put(name, valuesOf(name, value)));
    return new Bindings(values);
  }

  /**
   * These values and one more, which replaces an earlier one of the same name.
   *
   * @param value a value as {@link Keys#literal} takes it, not null; or a collection of such
   * @throws IllegalArgumentException naming the parameter, when no key can hold the value, or a
   *     list is empty or has more than {@link QueryPredicate#VALUES_MAX} values
   */
  public Bindings with(String parameter, Object value) {
    var unused = new Operand.Parameter(parameter);
    TreeMap<String, List<ColumnValue>> more = new TreeMap<>(values);
    more.put(parameter, valuesOf(parameter, value));
    return new Bindings(more);
  }

  private static List<ColumnValue> valuesOf(String parameter, Object given) {
    Collection<?> list = given instanceof Collection<?> many ? many : List.of(given);
    if (list.isEmpty() || list.size() > QueryPredicate.VALUES_MAX) {
      throw new IllegalArgumentException(
          "parameter "
              + parameter
              + " has "
              + list.size()
              + " values, expected 1 to "
              + QueryPredicate.VALUES_MAX);
    }
    return given instanceof Collection<?>
        ? list.stream().map(each -> value(parameter, each)).toList()
        : List.of(value(parameter, given));
  }

  private static ColumnValue value(String parameter, Object given) {
    try {
      return ColumnValue.of(
          given instanceof KeyExpression.Literal literal
              ? literal
              : (KeyExpression.Literal) Keys.literal(given));
    } catch (NullPointerException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "parameter " + parameter + " is " + given + ": " + e.getMessage(), e);
    }
  }

  /** These values and those, which replace these where they have a name in common. */
  public Bindings and(Bindings others) {
    TreeMap<String, List<ColumnValue>> all = new TreeMap<>(values);
    all.putAll(others.values);
    return new Bindings(all);
  }

  /** These values with one more that was read from a list of them. */
  public Bindings withElement(String parameter, ColumnValue value) {
    TreeMap<String, List<ColumnValue>> more = new TreeMap<>(values);
    more.put(parameter, List.of(value));
    return new Bindings(more);
  }

  /** The names of the parameters, in their order. */
  public List<String> names() {
    return List.copyOf(values.keySet());
  }

  /**
   * The value of a parameter.
   *
   * @throws IllegalArgumentException when it has none, or several
   */
  public ColumnValue require(String parameter) {
    List<ColumnValue> found = requireList(parameter);
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "parameter " + parameter + " is a list of " + found.size() + ", expected one value");
    }
    return found.get(0);
  }

  /**
   * The values of a parameter, of which a single value is a list of one.
   *
   * @throws IllegalArgumentException when it has none
   */
  public List<ColumnValue> requireList(String parameter) {
    List<ColumnValue> found = values.get(parameter);
    if (found == null) {
      throw new IllegalArgumentException(
          "parameter " + parameter + " has no value, there are " + values.keySet());
    }
    return found;
  }

  /**
   * The value of an operand that is no column.
   *
   * @throws IllegalArgumentException when it is a column, or a parameter without a value
   */
  public ColumnValue valueOf(Operand operand) {
    if (operand instanceof Operand.Value value) {
      return ColumnValue.of(value.literal());
    }
    if (operand instanceof Operand.Parameter parameter) {
      return require(parameter.name());
    }
    throw new IllegalArgumentException(operand + " is of a record, not given");
  }

  /** Names and values as bytes: the same ones for equal bindings. */
  public byte[] packed() {
    List<Object> all = new ArrayList<>();
    values.forEach(
        (name, list) -> {
          all.add(name);
          all.add(list.stream().map(ColumnValue::packed).toList());
        });
    return Tuple.fromList(all).pack();
  }

  @Override
  public String toString() {
    return values.toString();
  }
}
