package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Cursors that put state of their own into continuations, each from a continuation that one like it
 * has given, {@link Continuation#START} or {@link Continuation#END}. A continuation of anything
 * else is refused here, with CONTINUATION_REFUSED. The rest are methods of {@link RecordCursor}.
 */
public final class Cursors {
  private Cursors() {}

  /** Nothing. */
  public static <T> RecordCursor<T> empty() {
    return new EndedCursor<>();
  }

  /**
   * The items of a list that is the same in each execution.
   *
   * @param name tells lists apart
   * @param budget ends the list, which itself costs nothing, when the scans beside it have used it
   *     up
   */
  public static <T> RecordCursor<T> list(
      String name, List<T> items, Continuation from, ScanBudget budget) {
    return open(from, at -> new ListCursor<>(name, items, at, budget));
  }

  /** A cursor that is being opened; closed when it is there if this one was closed before. */
  public static <T> RecordCursor<T> ofFuture(CompletableFuture<? extends RecordCursor<T>> opening) {
    return strict(new FutureCursor<>(opening));
  }

  /**
   * Holds a cursor and its caller to the rules of {@link RecordCursor}: one call of {@code next} at
   * a time, the same stop or error again, closed after either.
   */
  public static <T> RecordCursor<T> strict(RecordCursor<T> cursor) {
    return cursor instanceof StrictCursor<T> ? cursor : new StrictCursor<>(cursor);
  }

  /** The parts one behind another. */
  public static <T> RecordCursor<T> concat(Continuation from, List<CursorSource<T>> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("concat of no parts, the least is 1");
    }
    return open(from, at -> new ConcatCursor<>(at, parts));
  }

  /** The values of an inner cursor for each outer value. */
  public static <O, T> RecordCursor<T> flatMap(
      Continuation from, CursorSource<O> outer, FlatMap<O, T> map) {
    return open(from, at -> new FlatMapCursor<>(at, outer, map));
  }

  /** The first cursor; the other one when the first has no value at all. */
  public static <T> RecordCursor<T> orElse(
      Continuation from, CursorSource<T> first, CursorSource<T> other) {
    return open(from, at -> new OrElseCursor<>(at, first, other));
  }

  /** Without the values whose key equals the one before; one key is in the continuation. */
  public static <T> RecordCursor<T> distinct(
      Continuation from, CursorSource<T> source, Function<? super T, Tuple> key) {
    return open(from, at -> new DistinctCursor<>(at, source, key));
  }

  /** Without the first values, of which there may be fewer. */
  public static <T> RecordCursor<T> skip(int count, Continuation from, CursorSource<T> source) {
    return open(from, at -> CountedCursor.skip(count, at, source));
  }

  /**
   * The first values, over all executions together; then it has ended. {@link RecordCursor#limit}
   * ends only an execution.
   */
  public static <T> RecordCursor<T> atMost(int count, Continuation from, CursorSource<T> source) {
    return open(from, at -> CountedCursor.atMost(count, at, source));
  }

  /**
   * What any child has. The children are in the order of their keys, forward or reverse; from each
   * child that is at the same key one value is taken, and the first child's given.
   *
   * @return fails with IllegalStateException when a child is seen not to be in order
   */
  public static <T> RecordCursor<T> union(
      Continuation from,
      List<CursorSource<T>> sources,
      Function<? super T, Tuple> key,
      boolean reverse) {
    return open(
        from,
        at -> new UnionCursor<>(new MergeChildren<>(Operator.UNION, at, sources, key, reverse)));
  }

  /** What all children have; as {@link #union} otherwise. */
  public static <T> RecordCursor<T> intersection(
      Continuation from,
      List<CursorSource<T>> sources,
      Function<? super T, Tuple> key,
      boolean reverse) {
    return open(
        from,
        at ->
            new IntersectionCursor<>(
                new MergeChildren<>(Operator.INTERSECTION, at, sources, key, reverse)));
  }

  /** A value of each child in turn. */
  public static <T> RecordCursor<T> unorderedUnion(
      Continuation from, List<CursorSource<T>> sources) {
    return open(from, at -> new UnorderedUnionCursor<>(at, sources));
  }

  /**
   * What stands around a whole plan, so that continuations of another plan, or of this one over
   * other metadata, are refused.
   *
   * @param fingerprint of all that a continuation of the plan depends on
   */
  public static <T> RecordCursor<T> plan(
      long fingerprint, Continuation from, CursorSource<T> source) {
    return plan(Map.of("plan", fingerprint), from, source);
  }

  /**
   * As {@link #plan(long, Continuation, CursorSource)}, with a reason when it refuses.
   *
   * @param identities at least one: what a continuation must agree in, each with a name for the error; the same
   *     names in the same order for one plan
   */
  public static <T> RecordCursor<T> plan(
      Map<String, Long> identities, Continuation from, CursorSource<T> source) {
    return open(from, at -> new PlanCursor<>(identities, at, source));
  }

  /** Skip and rows of the options, once over all that is below; the rest is for the scans there. */
  public static <T> RecordCursor<T> page(
      ScanOptions options, Continuation from, CursorSource<T> source) {
    RecordCursor<T> behind =
        options.skip() == 0 ? source.resume(from) : skip(options.skip(), from, source);
    return options.rowsMax() == 0 ? behind : behind.limit(options.rowsMax());
  }

  /**
   * A scan over as many transactions as it takes, each run with retries and within the limits of
   * the options; no value twice, none lost. What is written between two transactions is seen or
   * not, depending on where it is. A slice is held in memory, so that the limits bound that too.
   */
  public static <T> RecordCursor<T> continuing(
      RecordDatabase database,
      RunOptions run,
      ScanOptions options,
      Continuation from,
      TransactionSource<T> source) {
    return open(from, at -> new ContinuingCursor<>(database, run, options, at, source));
  }

  private static <T> RecordCursor<T> open(Continuation from, CursorSource<T> operator) {
    return strict(operator.resume(from));
  }
}
