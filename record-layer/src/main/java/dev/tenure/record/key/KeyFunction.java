package dev.tenure.record.key;

import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A function that computes columns from columns. Key expressions name it, and {@link KeyFunctions}
 * finds it by its name.
 *
 * <p>Index entries are stored under its results, and are found by evaluating the function again. So
 * a function must be pure: equal arguments give equal results in every process and every version of
 * the program. If its results change, it needs another name or another {@link #rulesFingerprint}.
 * It must be safe for use by many threads.
 */
public interface KeyFunction {

  /**
   * The name of the function: 1 to 100 letters, digits, {@code _} and {@code .}, beginning with a
   * letter.
   */
  String name();

  /** The types of the function's parameters and results, which never change. */
  Signature signature();

  /**
   * Computes the results for one row of arguments: rows of {@link Signature#results()} columns;
   * exactly one row unless the signature fans out.
   *
   * @param arguments one for each parameter, of its type or null; must not be changed
   * @throws ArithmeticException or {@link IllegalArgumentException} when these arguments have no
   *     result; the message says why; the caller adds arguments, function and path
   */
  List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments);

  /**
   * A fingerprint of rules on which results depend in addition to the arguments, if another process
   * may have other rules, such as those of a collation. A store keeps the fingerprint for each
   * index. An index that was built under another fingerprint is not read until it is built again.
   * Empty for a function that depends on its arguments only.
   *
   * @param arguments the arguments in the expression; constants among them may choose the rules
   * @throws IllegalArgumentException when the arguments do not choose the rules
   */
  default OptionalInt rulesFingerprint(KeyExpression arguments) {
    return OptionalInt.empty();
  }

  /** Whether a result represents null, so that a unique index does not compare it. */
  default boolean isNull(@Nullable Object result) {
    return result == null;
  }

  /**
   * The types of a function's parameters and results.
   *
   * @param parameters the types of the arguments
   * @param results the types of the result's columns, at least one
   * @param fansOut whether the function may give a number of rows other than one
   */
  record Signature(List<ValueType> parameters, List<ValueType> results, boolean fansOut) {
    public Signature {
      parameters = List.copyOf(parameters);
      results = List.copyOf(results);
      if (results.isEmpty()) {
        throw new IllegalArgumentException("a function needs at least one column of results");
      }
    }

    /** A signature of one column that does not fan out. */
    public static Signature of(List<ValueType> parameters, ValueType result) {
      return new Signature(parameters, List.of(result), false);
    }
  }

  /** A function whose argument can be computed from its result. */
  interface Invertible extends KeyFunction {

    /**
     * The argument that gives a result.
     *
     * @throws dev.tenure.record.error.RecordLayerException DAMAGED when no argument gives it
     */
    @Nullable Object argumentOf(Object result);
  }
}
