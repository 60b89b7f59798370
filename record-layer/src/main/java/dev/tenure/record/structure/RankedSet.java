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
 * Tuples in their order, of which any number can be counted at once: how many come before one, and
 * which one comes at a rank. The augmented skip list of the Record Layer paper (Appendix A) below a
 * key prefix; keys, conflicts and the argument for them are in docs/ranked-set.md.
 *
 * <p>A member may be added several times and has so many copies. Whether each of them counts is an
 * option of the set. Members have at least one column; the set does not compare how many.
 *
 * <p>Immutable, safe for use by many threads, and without state of its own: all sets of one prefix
 * are one, and their operations in one transaction take turns. A transaction in which an operation
 * failed must not be committed. A serializable read conflicts with exactly those changes that would
 * change its result; a snapshot read with none.
 */
public final class RankedSet {
  /** Where {@link #verify} begins. */
  public static final Tuple VERIFY_FROM_START = Tuple.from(0, RankedSetKeys.HEAD);

  private final RankedSetKeys keys;
  private final RankedSetReads reads;
  private final RankedSetWrites writes;
  private final RankedSetVerifier verifier;

  /**
   * The set below a prefix, which needs no creation: an empty set has no keys.
   *
   * @param prefix what all keys of the set, and of nothing else, begin with
   */
  public RankedSet(byte[] prefix, RankedSetOptions options) {
    this.keys = new RankedSetKeys(prefix, options.levels());
    RankedSetRows rows = new RankedSetRows(keys, options.countDuplicates());
    this.reads = new RankedSetReads(keys, rows);
    this.writes = new RankedSetWrites(keys, rows, options.countDuplicates());
    this.verifier = new RankedSetVerifier(keys, rows);
  }

  /**
   * Refuses what cannot be a member.
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
   * Removes a copy of a member, when there is one. Conflicts with every other change of the member.
   *
   * @return whether there was one
   */
  public CompletableFuture<Boolean> remove(RecordContext context, Tuple member) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> writes.remove(context, packed));
  }

  /**
   * Removes a copy that the caller knows to be there and to be its own: who else could take back
   * the same copy conflicts with this transaction on something else, such as the record the copy
   * stands for. When duplicates count, it does not conflict with other changes of the member.
   *
   * @return fails with DAMAGED when there is no copy
   */
  public CompletableFuture<Void> takeBack(RecordContext context, Tuple member) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> writes.takeBack(context, packed));
  }

  /** How many copies of a member there are; 0 when it is none. */
  public CompletableFuture<Long> copies(RecordContext context, Tuple member, Isolation isolation) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> reads.copies(context, packed, isolation));
  }

  /** What the members before this one count; it need not be one itself. */
  public CompletableFuture<Long> rank(RecordContext context, Tuple member, Isolation isolation) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> reads.rank(context, packed, isolation));
  }

  /** As {@link #rank}; empty when it is no member. */
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
   * The member at a rank: the one with the greatest rank that is not above. When duplicates count,
   * its own rank is the lower the more copies are before the one asked for.
   *
   * @return empty when fewer are counted
   * @throws IllegalArgumentException when the rank is negative
   */
  public CompletableFuture<Optional<RankedMember>> at(
      RecordContext context, long rank, Isolation isolation) {
    requireRank(rank);
    return inTurn(context, () -> reads.at(context, rank, isolation));
  }

  /** What the members behind this one count; it need not be one itself. */
  public CompletableFuture<Long> rankFromEnd(
      RecordContext context, Tuple member, Isolation isolation) {
    byte[] packed = keys.require(member);
    return inTurn(context, () -> reads.rankFromEnd(context, packed, isolation));
  }

  /** As {@link #at}, counted from the end; the rank of what is found is what is behind it. */
  public CompletableFuture<Optional<RankedMember>> atFromEnd(
      RecordContext context, long rank, Isolation isolation) {
    requireRank(rank);
    return inTurn(context, () -> reads.atFromEnd(context, rank, isolation));
  }

  /**
   * The members whose ranks are in a range, in their order. Held in memory: ask for as many as are
   * needed.
   *
   * @param low the least rank
   * @param high ranks from this one on are not in the range
   * @throws IllegalArgumentException when {@code low} is negative
   */
  public CompletableFuture<List<RankedMember>> range(
      RecordContext context, long low, long high, Isolation isolation) {
    requireRank(low);
    return inTurn(context, () -> reads.range(context, low, high, isolation));
  }

  /** What all members count. */
  public CompletableFuture<Long> size(RecordContext context, Isolation isolation) {
    return inTurn(context, () -> reads.size(context, isolation));
  }

  /** Clears the set; with it goes what an operation before has written. */
  public CompletableFuture<Void> clear(RecordContext context) {
    return inTurn(
        context,
        () -> {
          context.clear(keys.all());
          return CompletableFuture.completedFuture(null);
        });
  }

  /**
   * Looks through a part of the set, by snapshot: that each finger counts what is below it, and
   * each member has its fingers. The set is whole when all parts from {@link #VERIFY_FROM_START} on
   * are, each looked at in a transaction of its own if it takes long.
   *
   * @param from where the part begins
   * @param rowsMax about how many rows to read, at least 1
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
