package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.Keys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The values of a query's parameters. Each is a value that a key can hold. A parameter that is
 * compared with {@code in} has a list of such values. Immutable and safe for use by many threads.
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

  /** Bindings without parameters. */
  public static Bindings none() {
    return NONE;
  }

  /** Bindings of one parameter. */
  public static Bindings of(String parameter, Object value) {
    return NONE.with(parameter, value);
  }

  /**
   * Bindings of several parameters.
   *
   * @throws IllegalArgumentException as {@link #with}
   */
  public static Bindings of(Map<String, ?> parameters) {
    TreeMap<String, List<ColumnValue>> values = new TreeMap<>();
    parameters.forEach((name, value) -> values.put(name, valuesOf(name, value)));
    return new Bindings(values);
  }

  /**
   * Returns these bindings with one more. It replaces an earlier value of the same parameter.
   *
   * @param value a value that {@link Keys#literal} accepts, not null; or a collection of such
   *     values
   * @throws IllegalArgumentException naming the parameter, when no key can hold the value, or when
   *     a list has more than {@link QueryPredicate#VALUES_MAX} values
   */
  public Bindings with(String parameter, Object value) {
    var unused = new Operand.Parameter(parameter);
    TreeMap<String, List<ColumnValue>> more = new TreeMap<>(values);
    more.put(parameter, valuesOf(parameter, value));
    return new Bindings(more);
  }

  private static List<ColumnValue> valuesOf(String parameter, Object given) {
    Collection<?> list =
        given instanceof Collection<?> many ? many : Collections.singletonList(given);
    if (list.size() > QueryPredicate.VALUES_MAX) {
      throw new IllegalArgumentException(
          "parameter "
              + parameter
              + " has "
              + list.size()
              + " values, expected at most "
              + QueryPredicate.VALUES_MAX);
    }
    return list.stream().map(each -> value(parameter, each)).toList();
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

  /**
   * Returns these bindings together with others. Where both have a parameter, the other's value is
   * taken.
   */
  public Bindings and(Bindings others) {
    TreeMap<String, List<ColumnValue>> all = new TreeMap<>(values);
    all.putAll(others.values);
    return new Bindings(all);
  }

  /** Returns these bindings with one more, whose value is an element of a list parameter. */
  public Bindings withElement(String parameter, ColumnValue value) {
    TreeMap<String, List<ColumnValue>> more = new TreeMap<>(values);
    more.put(parameter, List.of(value));
    return new Bindings(more);
  }

  /** The names of the parameters, in alphabetical order. */
  public List<String> names() {
    return List.copyOf(values.keySet());
  }

  /**
   * The value of a parameter that has a single value.
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
   * The values of a parameter. A single value counts as a list of one.
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
   * The value of an operand that is a value or a parameter.
   *
   * @throws IllegalArgumentException when the operand is a column, or a parameter without a value
   */
  public ColumnValue valueOf(Operand operand) {
    if (operand instanceof Operand.Value value) {
      return ColumnValue.of(value.literal());
    }
    if (operand instanceof Operand.Parameter parameter) {
      return require(parameter.name());
    }
    throw new IllegalArgumentException(
        operand + " is a column of a record, expected a value or a parameter");
  }

  /** The names and values as bytes. Equal bindings have equal bytes. */
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
