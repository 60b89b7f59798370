package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.tuple.ByteArrayUtil;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.RecordContext;
import dev.tenure.record.cursor.Isolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Ranks and members. What a serializable read depends on are rows of members, which every change of
 * a member writes; the fingers it goes along only add those up.
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

  /** Each level counts from the finger above to its own finger; the lowest to the member. */
  CompletableFuture<Long> rank(RecordContext context, byte[] member, Isolation isolation) {
    depend(context, isolation, keys.row(0, RankedSetKeys.HEAD), keys.row(0, member));
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
              return RankedSetRows.all(sums);
            })
        .thenApply(sums -> sums.stream().mapToLong(Long::longValue).sum());
  }

  CompletableFuture<Long> size(RecordContext context, Isolation isolation) {
    depend(context, isolation, keys.row(0, RankedSetKeys.HEAD), keys.end(0));
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
              return found
                  ? Optional.of(
                      new RankedMember(
                          keys.tuple(descent.member), rank - descent.rest, descent.number))
                  : Optional.empty();
            });
  }

  /** A way down the levels: where it is, and what is still to be counted from there. */
  private static final class Descent {
    private byte[] member = RankedSetKeys.HEAD;
    private long rest;
    private long number;

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
              } else {
                descent.rest -= weight;
              }
              return !stays;
            })
        .thenCompose(
            stopped -> {
              if (!stopped && level < keys.levelCount() - 1) {
                throw RankedSetKeys.damaged(
                    "counts more on level " + (level + 1) + " than there is below", begin);
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
