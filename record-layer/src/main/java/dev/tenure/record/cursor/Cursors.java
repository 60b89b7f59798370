package dev.tenure.record.cursor;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Cursor operators that keep state in their continuations. Each method takes {@link
 * Continuation#START}, {@link Continuation#END}, or a continuation of an earlier cursor with the
 * same parameters; any other is refused with CONTINUATION_REFUSED. Operators without such state,
 * such as {@code map} and {@code filter}, are methods of {@link RecordCursor}.
 */
public final class Cursors {
  private Cursors() {}

  /** A cursor without values. */
  public static <T> RecordCursor<T> empty() {
    return new EndedCursor<>();
  }

  /**
   * The items of a list, which must be the same in each execution.
   *
   * @param name the name of the list; a continuation of another list is refused
   * @param budget the budget of the execution. The list costs nothing itself, and stops when other
   *     scans have used the budget up
   */
  public static <T> RecordCursor<T> list(
      String name, List<T> items, Continuation from, ScanBudget budget) {
    return open(from, at -> new ListCursor<>(name, items, at, budget));
  }

  /**
   * A cursor that is still being opened. When the result is closed before, the opened cursor is
   * closed as soon as it is there.
   */
  public static <T> RecordCursor<T> ofFuture(CompletableFuture<? extends RecordCursor<T>> opening) {
    return strict(new FutureCursor<>(opening));
  }

  /**
   * Wraps a cursor so that the rules of {@link RecordCursor} are kept: one call of {@code next} at
   * a time; the same stop or error on each further call; closed after a stop or an error.
   */
  public static <T> RecordCursor<T> strict(RecordCursor<T> cursor) {
    return cursor instanceof StrictCursor<T> ? cursor : new StrictCursor<>(cursor);
  }

  /**
   * A function of {@link RecordCursor#map}, which fails when it gives null. A cursor that applies
   * functions to its values itself can apply such a function behind them.
   */
  public static <T, R> Function<T, R> ofMap(Function<? super T, ? extends R> function) {
    return value -> Results.require(function.apply(value), "function of map", "value");
  }

  /** The values of the first part, then those of the second, and so on. */
  public static <T> RecordCursor<T> concat(Continuation from, List<CursorSource<T>> parts) {
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("concat of no parts, the least is 1");
    }
    return open(from, at -> new ConcatCursor<>(at, parts));
  }

  /**
   * For each value of an outer cursor the values of an inner cursor. Example: for each customer the
   * customer's orders.
   */
  public static <O, T> RecordCursor<T> flatMap(
      Continuation from, CursorSource<O> outer, FlatMap<O, T> map) {
    return open(from, at -> new FlatMapCursor<>(at, outer, map));
  }

  /** The values of the first cursor, or of the other one if the first has none. */
  public static <T> RecordCursor<T> orElse(
      Continuation from, CursorSource<T> first, CursorSource<T> other) {
    return open(from, at -> new OrElseCursor<>(at, first, other));
  }

  /**
   * Removes each value whose key equals the key of the value before it. The continuation contains
   * one key.
   */
  public static <T> RecordCursor<T> distinct(
      Continuation from, CursorSource<T> source, Function<? super T, Tuple> key) {
    return open(from, at -> new DistinctCursor<>(at, source, key));
  }

  /** Leaves out the first {@code count} values, or all when there are fewer. */
  public static <T> RecordCursor<T> skip(int count, Continuation from, CursorSource<T> source) {
    return open(from, at -> CountedCursor.skip(count, at, source));
  }

  /**
   * The first {@code count} values over all executions together; then the cursor is exhausted.
   * {@link RecordCursor#limit} in contrast limits each execution.
   */
  public static <T> RecordCursor<T> atMost(int count, Continuation from, CursorSource<T> source) {
    return open(from, at -> CountedCursor.atMost(count, at, source));
  }

  /** Opens a source for some rows, behind which it stops with ROW_LIMIT. */
  @FunctionalInterface
  public interface StepSource<T> {
    RecordCursor<T> open(int rowsMax, Continuation from);
  }

  /**
   * All values of a source that is opened for some rows first, then for twice as many, and so on.
   * The continuations are those of the source.
   */
  public static <T> RecordCursor<T> inSteps(
      int first, ScanBudget budget, Continuation from, StepSource<T> source) {
    return strict(new SteppedCursor<>(first, budget, from, source));
  }

  /**
   * Merges children that are sorted by a key, forward or reverse: the values that any child has.
   * When several children have a key, the value of the first child is returned and those of the
   * others are dropped. Example: the children {@code 1 3 5} and {@code 3 4} give {@code 1 3 4 5}.
   *
   * @return fails with IllegalStateException when a child proves not to be sorted
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

  /** Merges children as {@link #union} does: the values whose key all children have. */
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

  /** The values of all children in turn: one of the first, one of the second, and so on. */
  public static <T> RecordCursor<T> unorderedUnion(
      Continuation from, List<CursorSource<T>> sources) {
    return open(from, at -> new UnorderedUnionCursor<>(at, sources));
  }

  /**
   * The outermost operator of a query plan. It refuses continuations of another plan, and of the
   * same plan over other metadata.
   *
   * @param fingerprint the fingerprint of everything that the plan's continuations depend on
   */
  public static <T> RecordCursor<T> plan(
      long fingerprint, Continuation from, CursorSource<T> source) {
    return plan(Map.of("plan", fingerprint), from, source);
  }

  /**
   * As {@link #plan(long, Continuation, CursorSource)}, with a reason when it refuses.
   *
   * @param identities at least one: what a continuation must agree in, each with a name for the
   *     error; the same names in the same order for one plan
   */
  public static <T> RecordCursor<T> plan(
      Map<String, Long> identities, Continuation from, CursorSource<T> source) {
    return open(from, at -> new PlanCursor<>(identities, at, source));
  }

  /**
   * Applies {@code skip} and {@code rowsMax} of the options once, above all scans of the source.
   * The other options are for these scans.
   */
  public static <T> RecordCursor<T> page(
      ScanOptions options, Continuation from, CursorSource<T> source) {
    RecordCursor<T> behind =
        options.skip() == 0 ? source.resume(from) : skip(options.skip(), from, source);
    return options.rowsMax() == 0 ? behind : behind.limit(options.rowsMax());
  }

  /**
   * A scan over as many transactions as it needs. Each transaction runs with retries and reads one
   * slice within the limits of the options. No value is returned twice and none is lost. The scan
   * is no snapshot: a record that is written between two transactions is seen if it lies after the
   * position of the scan. A slice is held in memory, so the limits also bound the memory.
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

  /**
   * The values of a source that is opened in steps. A step has twice as many rows as the one before
   * it, so that a reader who stops early has read little behind the last value.
   */
  private static final class SteppedCursor<T> implements RecordCursor<T> {
    private final StepSource<T> source;
    private final ScanBudget budget;
    private final CurrentCursor<T> current;
    private int rows;

    SteppedCursor(int first, ScanBudget budget, Continuation from, StepSource<T> source) {
      this.source = source;
      this.budget = budget;
      this.rows = first;
      this.current = new CurrentCursor<>(source.open(first, from));
    }

    @Override
    public CompletableFuture<CursorResult<T>> next() {
      return Results.until(() -> current.get().next().thenApply(this::taken));
    }

    private Optional<CursorResult<T>> taken(CursorResult<T> result) {
      if (result.hasNext() || result.reason() != CursorResult.Reason.ROW_LIMIT) {
        return Optional.of(result);
      }
      Continuation behind = result.continuation();
      Optional<CursorResult.Reason> reached = budget.requireOrReached();
      if (reached.isPresent()) {
        return Optional.of(new CursorResult.Stop<>(reached.get(), behind));
      }
      rows = (int) Math.min(2L * rows, Integer.MAX_VALUE);
      current.replace(() -> source.open(rows, behind));
      return Optional.empty();
    }

    @Override
    public void close() {
      current.close();
    }
  }
}
