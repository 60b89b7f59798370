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

  /** 1 to 100 letters, digits, {@code _} and {@code .}, a letter first. */
  String name();

  /** The types of its parameters and results, which never change. */
  Signature signature();

  /**
   * The results for one row of arguments: one row of {@link Signature#results()} columns each;
   * exactly one row unless the signature fans out.
   *
   * @param arguments as many as parameters, of their types or null; not to be changed
   * @throws ArithmeticException or {@link IllegalArgumentException} when these arguments have no
   *     result; the message names why, the caller adds arguments, function and path
   */
  List<List<@Nullable Object>> evaluate(List<@Nullable Object> arguments);

  /**
   * A fingerprint of the rules that results follow beside the arguments, where these may be others
   * in another process: those of a collation, say. A store keeps it for each index, and an index
   * that was built under another one is not read until it is built anew. Empty for a pure function.
   *
   * @param arguments as they stand in the expression; constants among them may choose the rules
   * @throws IllegalArgumentException when they do not say which rules
   */
  default OptionalInt rulesFingerprint(KeyExpression arguments) {
    return OptionalInt.empty();
  }

  /** Whether a result is what stands for null, so that a unique index need not compare it. */
  default boolean isNull(@Nullable Object result) {
    return result == null;
  }

  /**
   * The types of a function's parameters and results.
   *
   * @param parameters the types of the arguments
   * @param results the types of the columns it gives, at least one
   * @param fansOut whether it may give any other number of rows than one
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

  /** A function whose argument can be told from its result. */
  interface Invertible extends KeyFunction {

    /**
     * The one argument that gives a result.
     *
     * @throws dev.tenure.record.error.RecordLayerException DAMAGED when none does
     */
    @Nullable Object argumentOf(Object result);
  }
}
