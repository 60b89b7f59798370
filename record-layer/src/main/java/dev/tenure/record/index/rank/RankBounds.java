package dev.tenure.record.index.rank;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.structure.RankedMember;
import dev.tenure.record.structure.RankedSet;
import dev.tenure.record.tuple.TupleRange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Finds the scores that bound a range of ranks. */
final class RankBounds {
  private final OpenIndex open;
  private final RankScan scan;
  private final Isolation isolation;
  private final RankedSet set;

  RankBounds(RankIndexMaintainer maintainer, OpenIndex open, RankScan scan, Isolation isolation) {
    this.open = open;
    this.scan = scan;
    this.isolation = isolation;
    this.set = maintainer.set(open.keys(), scan.group());
  }

  RankScan scan() {
    return scan;
  }

  /** The key range of the entries; empty when the group has none in the range of ranks. */
  CompletableFuture<Optional<Range>> find() {
    return scan.low() == scan.high()
        ? CompletableFuture.completedFuture(Optional.empty())
        : open.inTurn(() -> first().thenCombine(last(), this::range));
  }

  /**
   * The begin of the range, counted from the end at which ranks begin; empty when it is behind all
   * entries.
   */
  private CompletableFuture<Optional<Bound>> first() {
    return scan.low() == 0
        ? CompletableFuture.completedFuture(Optional.of(Bound.OPEN))
        : at(scan.low())
            .thenApply(found -> found.map(member -> Bound.of(member, member.rank() == scan.low())));
  }

  private CompletableFuture<Bound> last() {
    return scan.high() == Long.MAX_VALUE
        ? CompletableFuture.completedFuture(Bound.OPEN)
        : at(scan.high() - 1)
            .thenApply(found -> found.map(member -> Bound.of(member, true)).orElse(Bound.OPEN));
  }

  /** The score at a rank, whose own rank may be lower: then some of its tie are before it. */
  private CompletableFuture<Optional<RankedMember>> at(long rank) {
    RecordContext context = open.context();
    return scan.fromTop()
        ? set.atFromEnd(context, rank, isolation)
        : set.at(context, rank, isolation);
  }

  private Optional<Range> range(Optional<Bound> first, Bound last) {
    return first.map(bound -> scan.fromTop() ? between(last, bound) : between(bound, last));
  }

  private Range between(Bound low, Bound high) {
    TupleRange range =
        TupleRange.between(columns(low), low.inclusive(), columns(high), high.inclusive());
    return open.keys().range(range);
  }

  /** An end of the group is the group itself. */
  private Tuple columns(Bound bound) {
    return bound.score().map(scan.group()::addAll).orElse(scan.group());
  }

  /**
   * An end of a range of scores.
   *
   * @param score empty for the end of the group
   */
  private record Bound(Optional<Tuple> score, boolean inclusive) {
    static final Bound OPEN = new Bound(Optional.empty(), true);

    static Bound of(RankedMember member, boolean inclusive) {
      return new Bound(Optional.of(member.member()), inclusive);
    }
  }
}
