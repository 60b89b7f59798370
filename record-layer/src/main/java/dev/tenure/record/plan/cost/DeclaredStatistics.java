package dev.tenure.record.plan.cost;

import dev.tenure.record.key.KeyExpression;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Statistics that a client declares. Immutable: each method returns other statistics.
 *
 * <pre>{@code
 * Statistics.declared().records("Task", 2_000_000).distinct("Task", 5, field("state"))
 * }</pre>
 */
public final class DeclaredStatistics implements Statistics {
  static final DeclaredStatistics NONE = new DeclaredStatistics(Map.of(), Map.of());

  private final Map<String, Double> records;
  private final Map<String, Double> distinct;

  private DeclaredStatistics(Map<String, Double> records, Map<String, Double> distinct) {
    this.records = records;
    this.distinct = distinct;
  }

  /**
   * Declares the number of records of a type.
   *
   * @param count not negative
   */
  public DeclaredStatistics records(String type, double count) {
    return new DeclaredStatistics(with(records, type, count), distinct);
  }

  /**
   * Declares the number of different tuples that some columns have in the records of a type.
   *
   * @param count not negative
   */
  public DeclaredStatistics distinct(String type, double count, KeyExpression... columns) {
    List<String> texts = Arrays.stream(columns).map(KeyExpression::toString).toList();
    return new DeclaredStatistics(records, with(distinct, key(type, texts), count));
  }

  private static Map<String, Double> with(Map<String, Double> old, String key, double count) {
    if (!(count >= 0)) {
      throw new IllegalArgumentException(
          "statistics of " + key + " are " + count + ", the least is 0");
    }
    Map<String, Double> more = new TreeMap<>(old);
    more.put(key, count);
    return more;
  }

  private static String key(String type, List<String> columns) {
    return type + " by " + columns.stream().sorted().toList();
  }

  @Override
  public OptionalDouble records(String type) {
    return find(records, type);
  }

  @Override
  public OptionalDouble distinct(String type, List<String> columns) {
    return find(distinct, key(type, columns));
  }

  private static OptionalDouble find(Map<String, Double> from, String key) {
    Double found = from.get(key);
    return found == null ? OptionalDouble.empty() : OptionalDouble.of(found);
  }
}
