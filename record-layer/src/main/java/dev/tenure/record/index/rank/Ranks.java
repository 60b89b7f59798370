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
 * Queries of a rank index in one transaction, including its own changes. Groups and scores are
 * tuples of their columns. A null score is lower than all others. Example: with the scores 10, 20
 * and 30, the rank of 20 is 1, and the score at rank 2 is 30.
 *
 * <p>
 *
 * <ul>
 *   <li>Ranks are counted from 0 for the lowest score, except in methods that count from the top.
 *   <li>When duplicates count, ranks count entries. Entries with equal scores share one rank, the
 *       number of entries with lower scores; {@link RankedScore#lastRank} is the other end of the
 *       tie. Otherwise ranks count different scores.
 *   <li>A serializable query conflicts with each change of a score that it counts. {@link
 *       #withIsolation} with SNAPSHOT avoids these conflicts.
 * </ul>
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
   * @throws IllegalArgumentException when it is not a rank index
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

  /** The ranks of the same index, read with another isolation. */
  public Ranks withIsolation(Isolation newIsolation) {
    return new Ranks(index, maintainer, newIsolation);
  }

  /** The rank of a score; for a score that no record has, the rank that it would have. */
  public CompletableFuture<Long> rank(Tuple group, Tuple score) {
    maintainer.requireScore(score);
    return ask(group, set -> set.rank(index.context(), score, isolation));
  }

  /**
   * The rank of a score counted from the top; for a score that no record has, the rank that it
   * would have.
   */
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

  /**
   * The score at a rank, which may be any rank within a tie; empty when the group has fewer ranks.
   */
  public CompletableFuture<Optional<RankedScore>> at(Tuple group, long rank) {
    requireRank(rank);
    return ask(
        group,
        set ->
            set.at(index.context(), rank, isolation)
                .thenApply(found -> found.map(member -> scoreOf(group, member))));
  }

  /** As {@link #at}, with ranks counted from the highest score down. */
  public CompletableFuture<Optional<RankedScore>> atFromTop(Tuple group, long rank) {
    requireRank(rank);
    return ask(
        group,
        set ->
            set.atFromEnd(index.context(), rank, isolation)
                .thenApply(found -> found.map(member -> scoreOf(group, member))));
  }

  /**
   * The scores with ranks from {@code low} to before {@code high}, in order. They are held in
   * memory.
   */
  public CompletableFuture<List<RankedScore>> range(Tuple group, long low, long high) {
    requireRank(low);
    return ask(
        group,
        set ->
            set.range(index.context(), low, high, isolation)
                .thenApply(found -> found.stream().map(member -> scoreOf(group, member)).toList()));
  }

  /**
   * The scores of a record with their ranks, in the order of groups and scores. There is one score
   * unless the columns fan out, and none when the record is not in the index.
   *
   * @param type the record's type
   * @param message the record as it is stored
   * @return fails with DAMAGED when the index does not have one of the scores
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
   * The number of entries of a group.
   *
   * @throws IllegalStateException when the index does not count duplicates
   */
  public CompletableFuture<Long> entries(Tuple group) {
    requireCounts(true);
    return ask(group, set -> set.size(index.context(), isolation));
  }

  /**
   * The number of different scores of a group.
   *
   * @throws IllegalStateException when the index counts duplicates
   */
  public CompletableFuture<Long> distinctScores(Tuple group) {
    requireCounts(false);
    return ask(group, set -> set.size(index.context(), isolation));
  }

  /**
   * The number of ranks of a group: of entries or of different scores. The highest rank is one
   * less.
   */
  public CompletableFuture<Long> size(Tuple group) {
    return ask(group, set -> set.size(index.context(), isolation));
  }

  /**
   * The groups that have scores, in their order, by snapshot.
   *
   * @param behind only groups after this one are listed; all when empty
   * @param max the most groups to return, at least 1
   */
  public CompletableFuture<List<Tuple>> groups(Optional<Tuple> behind, int max) {
    behind.ifPresent(maintainer::requireGroup);
    if (max < 1) {
      throw new IllegalArgumentException("max is " + max + ", the least is 1");
    }
    return index.inTurn(() -> new RankedGroups(index, maintainer).list(behind, max));
  }

  /** As {@link RankedSet#verify}, for the ranked set of a group. */
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
