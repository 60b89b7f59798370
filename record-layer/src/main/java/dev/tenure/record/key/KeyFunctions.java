package dev.tenure.record.key;

import dev.tenure.record.collation.Collations;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A registry of the functions that key expressions may name. Immutable: {@link #with} returns a
 * registry with more functions.
 *
 * <table>
 * <caption>Built-in functions; null gives null unless said otherwise</caption>
 * <tr><th>name</th><th>gives</th></tr>
 * <tr><td>{@code add}, {@code subtract}, {@code multiply}</td><td>of two longs</td></tr>
 * <tr><td>{@code divide}</td><td>the quotient rounded down (floor): -7 by 2 is -4</td></tr>
 * <tr><td>{@code modulo}</td><td>the remainder of a floor division, with the sign of the divisor: -7 by 2 leaves 1, 7 by -2 leaves -1</td></tr>
 * <tr><td>{@code bit_and}, {@code bit_or}, {@code bit_xor}</td><td>of two longs</td></tr>
 * <tr><td>{@code bit_not}</td><td>of one long</td></tr>
 * <tr><td>{@code bitmap_bit_position}</td><td>of a long and a bucket size of at least 1: the position within its bucket, from 0</td></tr>
 * <tr><td>{@code bitmap_bucket_offset}</td><td>of the same: the first long of the bucket</td></tr>
 * <tr><td>{@code cardinality}</td><td>the number of elements of a concatenated field</td></tr>
 * <tr><td>{@code collate}</td><td>of a text, a language tag and a strength, the last two constants:
 * bytes in the order of the language; see {@link Keys#collate}</td></tr>
 * <tr><td>{@code rank}, {@code rank_from_top}</td><td>in conditions of queries only: see {@link
 * Keys#rank}</td></tr>
 * <tr><td>those of {@link KeyOrder}</td><td>bytes that sort in that order, also for null</td></tr>
 * </table>
 *
 * <p>A record cannot be evaluated when a result or an argument exceeds a signed 64-bit long, or
 * when a divisor is zero.
 */
public final class KeyFunctions {
  private static final KeyFunctions BUILT_IN = new KeyFunctions(new TreeMap<>()).with(builtIns());

  private final NavigableMap<String, KeyFunction> byName;

  private KeyFunctions(NavigableMap<String, KeyFunction> byName) {
    this.byName = byName;
  }

  private static List<KeyFunction> builtIns() {
    List<KeyFunction> functions = new ArrayList<>(LongFunction.ALL);
    for (KeyOrder order : KeyOrder.values()) {
      functions.add(new OrderFunction(order));
    }
    functions.add(new CardinalityFunction());
    functions.add(new RankFunction(false));
    functions.add(new RankFunction(true));
    functions.add(new CollateFunction(Collations.jdk()));
    return functions;
  }

  /** The built-in functions. */
  public static KeyFunctions builtIn() {
    return BUILT_IN;
  }

  /** As {@link #with(Collection)}. */
  public KeyFunctions with(KeyFunction... functions) {
    return with(List.of(functions));
  }

  /**
   * These functions and the given ones.
   *
   * @throws IllegalArgumentException when a name is malformed, or belongs to another function
   *     already
   */
  public KeyFunctions with(Collection<? extends KeyFunction> functions) {
    NavigableMap<String, KeyFunction> more = new TreeMap<>(byName);
    for (KeyFunction function : functions) {
      String name = ExpressionRules.requireFunctionName(function.name());
      if (more.putIfAbsent(name, function) != null) {
        throw new IllegalArgumentException("there is a key function " + name + " already");
      }
    }
    return new KeyFunctions(more);
  }

  /** These functions, with other collations for {@code collate} than those of the JDK. */
  public KeyFunctions withCollations(Collations collations) {
    NavigableMap<String, KeyFunction> other = new TreeMap<>(byName);
    other.put(CollateFunction.NAME, new CollateFunction(collations));
    return new KeyFunctions(other);
  }

  /**
   * One fingerprint of all rules on which the functions in these expressions depend; empty when
   * they depend on none.
   *
   * @throws IllegalArgumentException when the arguments of a function do not choose its rules
   */
  public OptionalInt rulesFingerprint(List<KeyExpression> expressions) {
    return RulesFingerprint.of(expressions, this);
  }

  public Optional<KeyFunction> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All names, in their order. */
  public NavigableSet<String> names() {
    return Collections.unmodifiableNavigableSet(byName.navigableKeySet());
  }

  String missing(KeyExpression.Function function) {
    return "there is no key function "
        + function.name()
        + " for "
        + function
        + ", there are "
        + names();
  }
}
