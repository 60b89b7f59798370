package dev.tenure.record.index.rank;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.structure.RankedMember;
import dev.tenure.record.structure.RankedSet;
import dev.tenure.record.structure.RankedSetCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * What a rank index tells of scores and ranks, of one store in one transaction: its own changes
 * included. Groups and scores are given as tuples of their columns; a null score comes before all
 * others.
 *
 * <p>Ranks are counted from 0, the lowest score, unless a method says from the top. When duplicates
 * count, they count entries: of equal scores each has the same rank, the number of entries with
 * lower ones, and {@link RankedScore#lastRank} tells the other end of the tie. Otherwise they count
 * different scores. A serializable rank conflicts with every change of a score that it counts;
 * {@link #withIsolation} with SNAPSHOT is for readers who can do without.
 */
public final class Ranks {
  private final OpenIndex index;
  private final RankIndexMaintainer maintainer;
  private final Isolation isolation;

  private Ranks(OpenIndex index, RankIndexMaintainer maintainer, Isolation isolation) {
    this.index = index;
    this.maintainer = maintainer;
    this.isolation = isolation;
  }

  /**
   * The ranks of an index, read serializably.
   *
   * @throws IllegalArgumentException when it is no rank index
   */
  public static Ranks of(OpenIndex index) {
    if (!(index.bound().maintainer() instanceof RankIndexMaintainer maintainer)) {
      throw new IllegalArgumentException(
          "index "
              + index.bound().name()
              + " is of type "
              + index.bound().index().type()
              + ", expected type "
              + Index.RANK);
    }
    return new Ranks(index, maintainer, Isolation.SERIALIZABLE);
  }

  /** The same, read otherwise. */
  public Ranks withIsolation(Isolation newIsolation) {
    return new Ranks(index, maintainer, newIsolation);
  }

  /** The rank of a score, or the one it would have when no record has it. */
  public CompletableFuture<Long> rank(Tuple group, Tuple score) {
    maintainer.requireScore(score);
    return ask(group, set -> set.rank(index.context(), score, isolation));
  }

  /** How many come above a score, be it one that no record has: the rank from the top. */
  public CompletableFuture<Long> rankFromTop(Tuple group, Tuple score) {
    maintainer.requireScore(score);
    return ask(group, set -> set.rankFromEnd(index.context(), score, isolation));
  }

  /** A score with its ranks; empty when no record has it. */
  public CompletableFuture<Optional<RankedScore>> find(Tuple group, Tuple score) {
    maintainer.requireScore(score);
    return ask(
        group,
        set ->
            find(set, score)
                .thenApply(
                    found ->
                        Optional.of(found)
                            .filter(member -> member.copies() > 0)
                            .map(member -> scoreOf(group, member))));
  }

  /** The score at a rank, which within a tie is any of its ranks; empty when there are fewer. */
  public CompletableFuture<Optional<RankedScore>> at(Tuple group, long rank) {
    requireRank(rank);
    return ask(
        group,
        set ->
            set.at(index.context(), rank, isolation)
                .thenApply(found -> found.map(member -> scoreOf(group, member))));
  }

  /** As {@link #at}, all ranks counted from the highest score down. */
  public CompletableFuture<Optional<RankedScore>> atFromTop(Tuple group, long rank) {
    requireRank(rank);
    return ask(
        group,
        set ->
            set.atFromEnd(index.context(), rank, isolation)
                .thenApply(found -> found.map(member -> scoreOf(group, member))));
  }

  /** The scores whose ranks are from one to before another, in order; held in memory. */
  public CompletableFuture<List<RankedScore>> range(Tuple group, long low, long high) {
    requireRank(low);
    return ask(
        group,
        set ->
            set.range(index.context(), low, high, isolation)
                .thenApply(found -> found.stream().map(member -> scoreOf(group, member)).toList()));
  }

  /**
   * The scores of a record with their ranks, in the order of groups and scores: one, unless its
   * columns fan out; none when the record is not in the index.
   *
   * @param type the record's type
   * @param message the record as it is stored
   * @return fails with DAMAGED when the index does not have one of them
   */
  public CompletableFuture<List<RankedScore>> ofRecord(String type, Message message) {
    List<CompletableFuture<RankedScore>> scores = new ArrayList<>();
    for (Tuple columns : maintainer.columns(type, message)) {
      Tuple group = maintainer.group(columns);
      scores.add(
          find(group, maintainer.score(columns))
              .thenApply(
                  found -> found.orElseThrow(() -> maintainer.absent(columns, index.keys()))));
    }
    return AsyncLoop.all(scores);
  }

  /**
   * How many entries a group has.
   *
   * @throws IllegalStateException when the index does not count duplicates
   */
  public CompletableFuture<Long> entries(Tuple group) {
    requireCounts(true);
    return ask(group, set -> set.size(index.context(), isolation));
  }

  /**
   * How many different scores a group has.
   *
   * @throws IllegalStateException when the index counts duplicates
   */
  public CompletableFuture<Long> distinctScores(Tuple group) {
    requireCounts(false);
    return ask(group, set -> set.size(index.context(), isolation));
  }

  /** What ranks count in a group: entries or different scores. The highest rank is one less. */
  public CompletableFuture<Long> size(Tuple group) {
    return ask(group, set -> set.size(index.context(), isolation));
  }

  /**
   * The groups that have scores, in their order, by snapshot.
   *
   * @param behind groups behind this one; all when empty
   * @param max at most so many, at least 1
   */
  public CompletableFuture<List<Tuple>> groups(Optional<Tuple> behind, int max) {
    behind.ifPresent(maintainer::requireGroup);
    if (max < 1) {
      throw new IllegalArgumentException("max is " + max + ", the least is 1");
    }
    return index.inTurn(() -> new RankedGroups(index, maintainer).list(behind, max));
  }

  /** As {@link RankedSet#verify}, of a group. */
  public CompletableFuture<RankedSetCheck> verify(Tuple group, Tuple from, int rowsMax) {
    return ask(group, set -> set.verify(index.context(), from, rowsMax));
  }

  private <T> CompletableFuture<T> ask(
      Tuple group, Function<RankedSet, CompletableFuture<T>> question) {
    maintainer.requireGroup(group);
    RankedSet set = maintainer.set(index.keys(), group);
    return index.inTurn(() -> question.apply(set));
  }

  private CompletableFuture<RankedMember> find(RankedSet set, Tuple score) {
    return set.rank(index.context(), score, isolation)
        .thenCombine(
            set.copies(index.context(), score, isolation),
            (rank, copies) -> new RankedMember(score, rank, copies));
  }

  private RankedScore scoreOf(Tuple group, RankedMember member) {
    return new RankedScore(
        group,
        member.member(),
        member.rank(),
        member.rank() + maintainer.weight(member) - 1,
        member.copies());
  }

  private void requireCounts(boolean duplicates) {
    if (maintainer.options().countDuplicates() != duplicates) {
      throw new IllegalStateException(
          "index "
              + index.bound().name()
              + " counts "
              + (duplicates ? "different scores" : "entries")
              + ": its option "
              + Index.RANK_COUNT_DUPLICATES
              + " is "
              + !duplicates);
    }
  }

  private static void requireRank(long rank) {
    if (rank < 0) {
      throw new IllegalArgumentException("rank is " + rank + ", the least is 0");
    }
  }
}
