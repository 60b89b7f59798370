package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The options by which inner cursors are opened for outer values.
 *
 * @param inner opens the inner cursor of an outer value
 * @param width the number of inner cursors that are open at a time: the one that is read, and the
 *     following ones, whose first result is read ahead
 * @param check gives a key of the outer value, which is kept in the continuation. After a
 *     continuation, the inner continuation is used only if the first outer value still has this
 *     key; otherwise its inner cursor begins at the start. Null when outer values cannot change:
 *     the inner continuation is then used without a check
 */
public record FlatMap<O, T>(
    Inner<? super O, T> inner, int width, @Nullable Function<? super O, Tuple> check) {

  /** Opens an inner cursor. */
  @FunctionalInterface
  public interface Inner<O, T> {
    RecordCursor<T> open(O outer, Continuation from);
  }

  public FlatMap {
    Objects.requireNonNull(inner, "inner");
    if (width < 1) {
      throw new IllegalArgumentException("flat map width is " + width + ", the least is 1");
    }
  }

  /** Opens one inner cursor at a time, without a check. */
  public static <O, T> FlatMap<O, T> to(Inner<? super O, T> inner) {
    return new FlatMap<>(inner, 1, null);
  }

  public FlatMap<O, T> withWidth(int newWidth) {
    return new FlatMap<>(inner, newWidth, check);
  }

  public FlatMap<O, T> withCheck(Function<? super O, Tuple> newCheck) {
    return new FlatMap<>(inner, width, newCheck);
  }

  byte @Nullable [] checkOf(O outer) {
    return check == null
        ? null
        : Results.require(check.apply(outer), "check of flatMap", "tuple").pack();
  }
}
