package dev.tenure.record.index.aggregate;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.CursorResult;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.tuple.TupleRange;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * Reads an index that keeps one value for each group, including this transaction's own changes.
 * Example: {@code Aggregates.of(store.index("sum-by-city")).longValue(Tuple.from("Rome"),
 * SNAPSHOT)}. There is nothing to close.
 */
public final class Aggregates {
  private final OpenIndex open;
  private final GroupMaintainer maintainer;

  private Aggregates(OpenIndex open, GroupMaintainer maintainer) {
    this.open = open;
    this.maintainer = maintainer;
  }

  /**
   * The values of an index.
   *
   * @throws IllegalArgumentException when its type has no aggregates of groups
   */
  public static Aggregates of(OpenIndex index) {
    if (index.bound().maintainer() instanceof GroupMaintainer maintainer) {
      return new Aggregates(index, maintainer);
    }
    throw new IllegalArgumentException(
        "index "
            + index.bound().name()
            + " of type "
            + index.bound().index().type()
            + " has no aggregates of groups");
  }

  /**
   * The value of a group: one column of a number or version, or the columns of an extremum. Empty
   * when the index has no row for the group.
   *
   * @param isolation with SERIALIZABLE, a change of the group by another transaction is a conflict
   * @return fails with {@link dev.tenure.record.error.RecordLayerException} DAMAGED
   * @throws IllegalArgumentException when the group has another number of columns
   */
  public CompletableFuture<Optional<Tuple>> value(Tuple group, Isolation isolation) {
    return maintainer.value(open, maintainer.columns().requireGroup(group), isolation);
  }

  /**
   * As {@link #value}, for a type whose value is a number. A count or sum without a row is 0 and
   * not empty. A sum beyond 64 bits wraps around.
   *
   * @throws IllegalArgumentException when the group has another number of columns
   * @return fails with {@link IllegalStateException} when the value is not a single whole number
   */
  public CompletableFuture<OptionalLong> longValue(Tuple group, Isolation isolation) {
    boolean zero = maintainer instanceof CounterMaintainer;
    return value(group, isolation)
        .thenApply(
            found ->
                found
                    .map(value -> OptionalLong.of(number(value)))
                    .orElse(zero ? OptionalLong.of(0) : OptionalLong.empty()));
  }

  private long number(Tuple value) {
    if (value.size() == 1 && value.get(0) instanceof Long number) {
      return number;
    }
    throw new IllegalStateException(
        "value " + value + " of index " + open.bound().name() + " is no whole number");
  }

  /**
   * The groups in a range, each with its value, in the order of their columns. For a permuted
   * index, order and range are those of {@link PermutedScan}.
   *
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the continuation
   *     is of another scan
   */
  public RecordCursor<IndexEntry> groups(TupleRange range, Continuation from, ScanOptions options) {
    return maintainer.groups(open, range, from, options);
  }

  /** As {@link #rollUp(Tuple, RollUp, ScanOptions)}, from the beginning. */
  public CompletableFuture<RollUp> rollUp(Tuple prefix, ScanOptions options) {
    return rollUp(prefix, RollUp.START, options);
  }

  /**
   * The value of all groups together that begin with the given columns: the sum of counts and sums,
   * the extremum of extrema. Reads the row of each group, within the limits of the options.
   *
   * @param before the result of an earlier roll-up of this prefix, which this one continues,
   *     possibly in another transaction
   * @throws IllegalArgumentException when there are more columns than the group has, or, in a
   *     permuted index, than precede the extremum
   */
  public CompletableFuture<RollUp> rollUp(Tuple prefix, RollUp before, ScanOptions options) {
    if (prefix.size() > maintainer.rangeColumns()) {
      throw new IllegalArgumentException(
          "prefix "
              + prefix
              + " of groups of index "
              + open.bound().name()
              + " has "
              + prefix.size()
              + " columns, the limit is "
              + maintainer.rangeColumns());
    }
    return groups(TupleRange.prefix(prefix), before.continuation(), options)
        .asPage()
        .thenApply(page -> rolledUp(before, page));
  }

  private RollUp rolledUp(RollUp before, RecordCursor.Page<IndexEntry> page) {
    Optional<Tuple> value = before.value();
    for (IndexEntry group : page.items()) {
      Tuple next = group.value();
      value = Optional.of(value.map(sum -> maintainer.combine(sum, next)).orElse(next));
    }
    return new RollUp(value, page.reason(), page.continuation());
  }

  /**
   * The value of several groups together.
   *
   * @param value empty when there was no group
   * @param reason the reason why the scan of the groups stopped
   * @param continuation the point at which a further roll-up continues
   */
  public record RollUp(
      Optional<Tuple> value, CursorResult.Reason reason, Continuation continuation) {
    static final RollUp START =
        new RollUp(Optional.empty(), CursorResult.Reason.ROW_LIMIT, Continuation.START);

    /** Whether the value includes all groups. */
    public boolean isComplete() {
      return continuation.isEnd();
    }
  }
}
