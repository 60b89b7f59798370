package dev.tenure.record.structure;

import com.apple.foundationdb.MutationType;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Makes the changes of a ranked set: the steps <em>weigh</em>, <em>split</em> and <em>merge</em>.
 * docs/ranked-set.md lists the fences of each step, and shows why they suffice.
 */
final class RankedSetWrites {
  private static final byte[] ZERO = RankedSetKeys.encode(0);

  private final RankedSetKeys keys;
  private final RankedSetRows rows;
  private final boolean countDuplicates;

  RankedSetWrites(RankedSetKeys keys, RankedSetRows rows, boolean countDuplicates) {
    this.keys = keys;
    this.rows = rows;
    this.countDuplicates = countDuplicates;
  }

  CompletableFuture<Void> add(RecordContext context, byte[] member) {
    if (countDuplicates) {
      return addWeight(context, member);
    }
    return rows.number(context, 0, member)
        .thenCompose(
            copies -> {
              if (copies > 0) {
                fence(context, keys.guard(0, member), keys.behindGuard(0, member));
                change(context, 0, member, 1);
                return CompletableFuture.completedFuture(null);
              }
              changePresence(context, member);
              return addWeight(context, member);
            });
  }

  CompletableFuture<Boolean> remove(RecordContext context, byte[] member) {
    fence(context, keys.row(0, member), keys.behindRow(0, member));
    return rows.number(context, 0, member)
        .thenCompose(
            copies ->
                copies == 0
                    ? CompletableFuture.completedFuture(false)
                    : removeOne(context, member, copies).thenApply(nothing -> true));
  }

  CompletableFuture<Void> takeBack(RecordContext context, byte[] member) {
    if (!countDuplicates) {
      fence(context, keys.row(0, member), keys.behindRow(0, member));
    }
    return rows.number(context, 0, member)
        .thenCompose(
            copies -> {
              if (copies == 0) {
                throw RankedSetKeys.damaged(
                    "has no copy of the member to take back", keys.row(0, member));
              }
              return removeOne(context, member, copies);
            });
  }

  private CompletableFuture<Void> removeOne(RecordContext context, byte[] member, long copies) {
    if (copies > 1 && !countDuplicates) {
      change(context, 0, member, -1);
      return CompletableFuture.completedFuture(null);
    }
    if (copies == 1 && !countDuplicates) {
      changePresence(context, member);
    }
    CompletableFuture<List<byte[]>> weighed = weigh(context, member, -1);
    int height = keys.height(member);
    return copies > 1
        ? weighed.thenAccept(fingers -> {})
        : weighed.thenCompose(fingers -> levels(height, i -> merge(context, member, height - i)));
  }

  private CompletableFuture<Void> addWeight(RecordContext context, byte[] member) {
    return weigh(context, member, 1)
        .thenCompose(
            fingers ->
                levels(
                    keys.height(member),
                    i -> {
                      byte[] over = fingers.get(i);
                      return Arrays.equals(over, member)
                          ? CompletableFuture.completedFuture(null)
                          : split(context, member, i + 1, over);
                    }));
  }

  /** One level after another, as each step sees what the one before has written. */
  private static CompletableFuture<Void> levels(
      int count, IntFunction<CompletableFuture<Void>> step) {
    AtomicInteger next = new AtomicInteger();
    return AsyncLoop.whileTrue(
        () ->
            next.get() == count
                ? CompletableFuture.completedFuture(false)
                : step.apply(next.getAndIncrement()).thenApply(nothing -> true));
  }

  /** Adds to the copies of a member, and to the fingers over it, which it gives. */
  private CompletableFuture<List<byte[]>> weigh(RecordContext context, byte[] member, int delta) {
    return rows.fingersOver(context, member)
        .thenApply(
            fingers -> {
              change(context, 0, member, delta);
              for (int level = 1; level < keys.levelCount(); level++) {
                byte[] finger = fingers.get(level - 1);
                fence(context, keys.guard(level, finger), keys.behindGuard(level, member));
                change(context, level, finger, delta);
              }
              return fingers;
            });
  }

  /** Gives a member the finger of a level: what is counted from it on leaves the finger before. */
  private CompletableFuture<Void> split(
      RecordContext context, byte[] member, int level, byte[] before) {
    return rows.nextFinger(context, level, member)
        .thenCompose(
            next -> {
              byte[] end =
                  next.map(finger -> keys.row(level - 1, finger))
                      .orElseGet(() -> keys.end(level - 1));
              return rows.sum(context, level - 1, keys.row(level - 1, member), end)
                  .thenAccept(
                      sum -> {
                        fenceStretch(context, level, before, member, next);
                        context.set(keys.row(level, member), RankedSetKeys.encode(sum));
                        change(context, level, before, -sum);
                      });
            });
  }

  /** Takes the finger of a level from a member: what it counts goes to the finger before. */
  private CompletableFuture<Void> merge(RecordContext context, byte[] member, int level) {
    byte[] row = keys.row(level, member);
    CompletableFuture<Long> counted = rows.number(context, level, member);
    CompletableFuture<Optional<byte[]>> next = rows.nextFinger(context, level, member);
    return rows.lastFinger(context, level, row)
        .thenCombine(
            next,
            (before, behind) -> {
              fenceStretch(context, level, before, member, behind);
              context.clear(row);
              return before;
            })
        .thenAcceptBoth(counted, (before, sum) -> change(context, level, before, sum));
  }

  /**
   * For a finger that comes or goes: its guard; a fence of all fingers from the one before to the
   * next, and of the members from it to the next.
   */
  private void fenceStretch(
      RecordContext context, int level, byte[] before, byte[] member, Optional<byte[]> next) {
    byte[] guardsEnd =
        next.map(finger -> keys.behindGuard(level, finger)).orElseGet(() -> keys.guardsEnd(level));
    fence(context, keys.guard(level, before), guardsEnd);
    byte[] membersEnd = next.map(finger -> keys.row(0, finger)).orElseGet(() -> keys.end(0));
    fence(context, keys.row(0, member), membersEnd);
    context.transaction().addWriteConflictKey(keys.guard(level, member));
  }

  /** A member comes or goes, when duplicates do not count. */
  private void changePresence(RecordContext context, byte[] member) {
    fence(context, keys.row(0, member), keys.behindRow(0, member));
    context.transaction().addWriteConflictKey(keys.guard(0, member));
  }

  /** Rows of members and heads go when they are 0; a finger stays until its member goes. */
  private void change(RecordContext context, int level, byte[] member, long delta) {
    if (delta == 0) {
      return;
    }
    byte[] row = keys.row(level, member);
    context.mutate(MutationType.ADD, row, RankedSetKeys.encode(delta));
    if (delta < 0 && (level == 0 || member.length == 0)) {
      context.mutate(MutationType.COMPARE_AND_CLEAR, row, ZERO);
    }
  }

  /**
   * Past {@link RecordContext#fence}, which would refuse keys written before: rows are changed by
   * addition, which leaves them in the conflicts.
   */
  private static void fence(RecordContext context, byte[] begin, byte[] end) {
    context.transaction().addReadConflictRange(begin, end);
  }
}
