package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How inner cursors are made of outer values.
 *
 * @param inner opens the inner cursor of an outer value
 * @param width how many inner cursors are open at once: the one that is read, and the next ones,
 *     each asked for its first result
 * @param check what tells whether the outer value met again is the one the inner continuation is
 *     of; when it is another, that one's inner cursor begins at its start. Null when outer values
 *     stay where they are: then an inner continuation is given to whatever comes first
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

  /** One inner cursor at a time, no check. */
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
    return check == null ? null : check.apply(outer).pack();
  }
}
