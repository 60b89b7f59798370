package dev.tenure.record.structure;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A sorted set of tuples that answers two queries in logarithmic time: the rank of a tuple, and the
 * tuple at a rank. It is the augmented skip list of the Record Layer paper (Appendix A);
 * docs/ranked-set.md describes its keys and conflicts.
 *
 * <p>Example: in the set {@code (10) (20) (30)} the rank of {@code (30)} is 2, and the tuple at
 * rank 0 is {@code (10)}.
 *
 * <p>A member that is added several times has several copies. An option of the set decides whether
 * each copy counts. A member has at least one column. Members of one set may have different numbers
 * of columns.
 *
 * <p>Immutable and safe for use by many threads. All instances with one prefix are the same set;
 * their operations in one transaction run one after another. A transaction in which an operation
 * failed must not be committed. A serializable read conflicts with exactly those changes that would
 * change its result. A snapshot read conflicts with none.
 */
public final class RankedSet {
  /** The position at which {@link #verify} begins. */
  public static final Tuple VERIFY_FROM_START = Tuple.from(0, RankedSetKeys.HEAD);

  private final RankedSetKeys keys;
  private final RankedSetReads reads;
  private final RankedSetWrites writes;
  private final RankedSetVerifier verifier;

  /**
   * The set with the given key prefix. A set need not be created, since an empty set has no keys.
   *
   * @param prefix the prefix of the set's keys; no other keys may have it
   */
  public RankedSet(byte[] prefix, RankedSetOptions options) {
    this.keys = new RankedSetKeys(prefix, options.levels());
    RankedSetRows rows = new RankedSetRows(keys, options.countDuplicates());
    this.reads = new RankedSetReads(keys, rows);
    this.writes = new RankedSetWrites(keys, rows, options.countDuplicates());
    this.verifier = new RankedSetVerifier(keys, rows);
  }

  /**
   * Checks that a tuple can be a member.
   *
   * @throws IllegalArgumentException when it has no columns
   * @throws dev.tenure.record.error.RecordLayerException KEY_TOO_LARGE
   */
  public void requireMember(Tuple member) {
    keys.require(member);
  }

  /** Adds a copy of a member. */
  public CompletableFuture<Void> add(RecordContext context, Tuple member) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> writes.add(context, packed));
  }

  /**
   * Removes a copy of a member, if there is one. Conflicts with each other change of the member.
   *
   * @return whether there was one
   */
  public CompletableFuture<Boolean> remove(RecordContext context, Tuple member) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> writes.remove(context, packed));
  }

  /**
   * Removes a copy that the caller has added before. Two transactions that take back the same copy
   * must conflict on another key, such as the record that the copy belongs to. When duplicates
   * count, the removal itself does not conflict with other changes of the member.
   *
   * @return fails with DAMAGED when there is no copy
   */
  public CompletableFuture<Void> takeBack(RecordContext context, Tuple member) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> writes.takeBack(context, packed));
  }

  /** The number of copies of a member; 0 when the set does not have it. */
  public CompletableFuture<Long> copies(RecordContext context, Tuple member, Isolation isolation) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> reads.copies(context, packed, isolation));
  }

  /**
   * The rank of a tuple: the total count of the members before it. The tuple need not be a member.
   */
  public CompletableFuture<Long> rank(RecordContext context, Tuple member, Isolation isolation) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> reads.rank(context, packed, isolation));
  }

  /** As {@link #rank}; empty when the tuple is not a member. */
  public CompletableFuture<OptionalLong> rankIfPresent(
      RecordContext context, Tuple member, Isolation isolation) {
    byte[] packed = keys.require(member);
    return inTurn(
        context,
        () ->
            reads
                .copies(context, packed, isolation)
                .thenCompose(
                    copies ->
                        copies == 0
                            ? CompletableFuture.completedFuture(OptionalLong.empty())
                            : reads.rank(context, packed, isolation).thenApply(OptionalLong::of)));
  }

  /**
   * The member at a rank: the member with the greatest rank that is not above the given one. When
   * duplicates count, a member with n copies is at n ranks, and the result has the lowest of them.
   *
   * @return empty when the total count of the set is not above the rank
   * @throws IllegalArgumentException when the rank is negative
   */
  public CompletableFuture<Optional<RankedMember>> at(
      RecordContext context, long rank, Isolation isolation) {
    requireRank(rank);
    return inTurn(context, () -> reads.at(context, rank, isolation));
  }

  /** The total count of the members after a tuple. The tuple need not be a member. */
  public CompletableFuture<Long> rankFromEnd(
      RecordContext context, Tuple member, Isolation isolation) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> reads.rankFromEnd(context, packed, isolation));
  }

  /**
   * As {@link #at}, counted from the end. The rank of the result is the total count of the members
   * after it.
   */
  public CompletableFuture<Optional<RankedMember>> atFromEnd(
      RecordContext context, long rank, Isolation isolation) {
    requireRank(rank);
    return inTurn(context, () -> reads.atFromEnd(context, rank, isolation));
  }

  /**
   * The members whose ranks are in a range, in order. They are held in memory, so the range should
   * be small.
   *
   * @param low the lowest rank, inclusive
   * @param high the highest rank, exclusive
   * @throws IllegalArgumentException when {@code low} is negative
   */
  public CompletableFuture<List<RankedMember>> range(
      RecordContext context, long low, long high, Isolation isolation) {
    requireRank(low);
    return inTurn(context, () -> reads.range(context, low, high, isolation));
  }

  /** The total count of all members. */
  public CompletableFuture<Long> size(RecordContext context, Isolation isolation) {
    return inTurn(context, () -> reads.size(context, isolation));
  }

  /** Clears the set, including the writes of earlier operations in this transaction. */
  public CompletableFuture<Void> clear(RecordContext context) {
    return inTurn(
        context,
        () -> {
          context.clear(keys.all());
          return CompletableFuture.completedFuture(null);
        });
  }

  /**
   * Checks a part of the set by snapshot: each finger (an entry of an upper level of the skip list)
   * must have the count of the members below it, and each member must have its fingers. Check a
   * large set in several transactions, from {@link #VERIFY_FROM_START} on. The set is correct when
   * all its parts are.
   *
   * @param from the position at which the part begins
   * @param rowsMax the approximate number of rows to read, at least 1
   */
  public CompletableFuture<RankedSetCheck> verify(RecordContext context, Tuple from, int rowsMax) {
    if (rowsMax < 1) {
      throw new IllegalArgumentException("rowsMax is " + rowsMax + ", the least is 1");
    }
    return inTurn(context, () -> verifier.verify(context, from, rowsMax));
  }

  private static void requireRank(long rank) {
    if (rank < 0) {
      throw new IllegalArgumentException("rank is " + rank + ", the least is 0");
    }
  }

  private <T> CompletableFuture<T> inTurn(
      RecordContext context, Supplier<CompletableFuture<T>> operation) {
    return context.inTurn(keys.turns(), operation);
  }
}
