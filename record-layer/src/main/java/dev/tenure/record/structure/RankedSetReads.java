package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Isolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Reads ranks and members. A serializable read adds conflicts only on the rows of members, which
 * every change of a member writes. It adds none on fingers, since these only sum up the rows of
 * members.
 */
final class RankedSetReads {
  private final RankedSetKeys keys;
  private final RankedSetRows rows;

  RankedSetReads(RankedSetKeys keys, RankedSetRows rows) {
    this.keys = keys;
    this.rows = rows;
  }

  CompletableFuture<Long> copies(RecordContext context, byte[] member, Isolation isolation) {
    depend(context, isolation, keys.row(0, member), keys.behindRow(0, member));
    return rows.number(context, 0, member);
  }

  CompletableFuture<Long> rank(RecordContext context, byte[] member, Isolation isolation) {
    depend(context, isolation, keys.row(0, RankedSetKeys.HEAD), keys.row(0, member));
    return countBefore(context, member);
  }

  CompletableFuture<Long> rankFromEnd(RecordContext context, byte[] member, Isolation isolation) {
    byte[] behind = keys.behindRow(0, member);
    depend(context, isolation, behind, keys.end(0));
    return countBefore(context, member)
        .thenCombine(rows.sum(context, 0, keys.row(0, member), behind), Long::sum)
        .thenCombine(countAll(context), (upTo, all) -> all - upTo);
  }

  /** Each level counts from the finger above to its own finger; the lowest to the member. */
  private CompletableFuture<Long> countBefore(RecordContext context, byte[] member) {
    return rows.fingersOver(context, member)
        .thenCompose(
            fingers -> {
              List<CompletableFuture<Long>> sums = new ArrayList<>();
              byte[] from = RankedSetKeys.HEAD;
              for (int level = keys.levelCount() - 1; level >= 0; level--) {
                byte[] to = level == 0 ? member : fingers.get(level - 1);
                sums.add(rows.sum(context, level, keys.row(level, from), keys.row(level, to)));
                from = to;
              }
              return AsyncLoop.all(sums);
            })
        .thenApply(sums -> sums.stream().mapToLong(Long::longValue).sum());
  }

  CompletableFuture<Long> size(RecordContext context, Isolation isolation) {
    depend(context, isolation, keys.row(0, RankedSetKeys.HEAD), keys.end(0));
    return countAll(context);
  }

  private CompletableFuture<Long> countAll(RecordContext context) {
    int top = keys.levelCount() - 1;
    return rows.sum(context, top, keys.row(top, RankedSetKeys.HEAD), keys.end(top));
  }

  CompletableFuture<Optional<RankedMember>> at(
      RecordContext context, long rank, Isolation isolation) {
    Descent descent = new Descent(rank);
    return descend(context, descent, keys.levelCount() - 1)
        .thenApply(
            found -> {
              byte[] end = found ? keys.behindRow(0, descent.member) : keys.end(0);
              depend(context, isolation, keys.row(0, RankedSetKeys.HEAD), end);
              return found ? Optional.of(member(descent, rank - descent.rest)) : Optional.empty();
            });
  }

  CompletableFuture<Optional<RankedMember>> atFromEnd(
      RecordContext context, long rank, Isolation isolation) {
    return countAll(context)
        .thenCompose(
            all -> {
              Descent descent = new Descent(all - 1 - rank);
              CompletableFuture<Boolean> descended =
                  all <= rank
                      ? CompletableFuture.completedFuture(false)
                      : descend(context, descent, keys.levelCount() - 1);
              return descended.thenApply(
                  found -> {
                    depend(context, isolation, keys.row(0, descent.member), keys.end(0));
                    return found
                        ? Optional.of(member(descent, rank - (descent.weight - 1 - descent.rest)))
                        : Optional.empty();
                  });
            });
  }

  private RankedMember member(Descent descent, long rank) {
    return new RankedMember(keys.tuple(descent.member), rank, descent.number);
  }

  /** A way down the levels: where it is, and what is still to be counted from there. */
  private static final class Descent {
    private byte[] member = RankedSetKeys.HEAD;
    private long rest;
    private long number;
    private long weight;

    Descent(long rank) {
      this.rest = rank;
    }
  }

  /** Goes along a level until the next row would count too much, then down. */
  private CompletableFuture<Boolean> descend(RecordContext context, Descent descent, int level) {
    byte[] begin = keys.row(level, descent.member);
    return RankedSetRows.scan(
            context,
            begin,
            keys.end(level),
            row -> {
              long weight = rows.weight(level, row);
              boolean stays = weight > descent.rest;
              if (stays) {
                descent.member = keys.member(level, row);
                descent.number = keys.number(row);
                descent.weight = weight;
              } else {
                descent.rest -= weight;
              }
              return !stays;
            })
        .thenCompose(
            stopped -> {
              if (!stopped && level < keys.levelCount() - 1) {
                throw RankedSetKeys.damaged(
                    "counts more on level " + (level + 1) + " than on the level below", begin);
              }
              return stopped && level > 0
                  ? descend(context, descent, level - 1)
                  : CompletableFuture.completedFuture(stopped);
            });
  }

  CompletableFuture<List<RankedMember>> range(
      RecordContext context, long low, long high, Isolation isolation) {
    if (high <= low) {
      return CompletableFuture.completedFuture(List.of());
    }
    return at(context, low, isolation)
        .thenCompose(
            first ->
                first.isEmpty()
                    ? CompletableFuture.completedFuture(List.<RankedMember>of())
                    : from(context, first.get(), low, high, isolation));
  }

  private CompletableFuture<List<RankedMember>> from(
      RecordContext context, RankedMember first, long low, long high, Isolation isolation) {
    Walk walk = new Walk(keys.row(0, first.member().pack()), first.rank());
    byte[] begin = walk.lastKey;
    return RankedSetRows.scan(
            context,
            begin,
            keys.end(0),
            row -> {
              boolean within = walk.rank < high;
              if (within) {
                pass(walk, row, low);
              }
              return within;
            })
        .thenApply(
            stopped -> {
              byte[] end = stopped ? ByteArrayUtil.keyAfter(walk.lastKey) : keys.end(0);
              depend(context, isolation, begin, end);
              return walk.members;
            });
  }

  /** A way along the members: where it is, and the members it has met. */
  private static final class Walk {
    private final List<RankedMember> members = new ArrayList<>();
    private byte[] lastKey;
    private long rank;

    Walk(byte[] lastKey, long rank) {
      this.lastKey = lastKey;
      this.rank = rank;
    }
  }

  private void pass(Walk walk, KeyValue row, long low) {
    if (walk.rank >= low) {
      Tuple member = keys.tuple(keys.member(0, row));
      walk.members.add(new RankedMember(member, walk.rank, keys.number(row)));
    }
    walk.rank += rows.weight(0, row);
    walk.lastKey = row.getKey();
  }

  private static void depend(RecordContext context, Isolation isolation, byte[] begin, byte[] end) {
    if (isolation == Isolation.SERIALIZABLE) {
      context.transaction().addReadConflictRange(begin, end);
    }
  }
}
