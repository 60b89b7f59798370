package dev.tenure.record.structure;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncIterator;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/**
 * Reads rows of a ranked set without conflicts. The caller adds read conflicts on the rows that its
 * result depends on.
 */
final class RankedSetRows {
  private final RankedSetKeys keys;
  private final boolean countDuplicates;

  RankedSetRows(RankedSetKeys keys, boolean countDuplicates) {
    this.keys = keys;
    this.countDuplicates = countDuplicates;
  }

  /** The weight of a row: the number of a finger, or the copies of a member, or 1. */
  long weight(int level, KeyValue row) {
    long number = keys.number(row);
    return level == 0 && !countDuplicates ? 1 : number;
  }

  /** The number in a row; 0 when the row does not exist. */
  CompletableFuture<Long> number(RecordContext context, int level, byte[] member) {
    byte[] key = keys.row(level, member);
    return context
        .reader(true)
        .get(key)
        .thenApply(value -> value == null ? 0L : keys.number(key, value));
  }

  /** The last finger of a level before a key; the head when there is none. */
  CompletableFuture<byte[]> lastFinger(RecordContext context, int level, byte[] end) {
    return context
        .reader(true)
        .getRange(keys.row(level, RankedSetKeys.HEAD), end, 1, true, StreamingMode.EXACT)
        .asList()
        .thenApply(rows -> rows.isEmpty() ? RankedSetKeys.HEAD : keys.member(level, rows.get(0)));
  }

  /** The first finger of a level after a member. */
  CompletableFuture<Optional<byte[]>> nextFinger(RecordContext context, int level, byte[] member) {
    return context
        .reader(true)
        .getRange(keys.behindRow(level, member), keys.end(level), 1, false, StreamingMode.EXACT)
        .asList()
        .thenApply(
            rows ->
                rows.isEmpty() ? Optional.empty() : Optional.of(keys.member(level, rows.get(0))));
  }

  /** For each level from 1 on, the last finger at or before a member. */
  CompletableFuture<List<byte[]>> fingersOver(RecordContext context, byte[] member) {
    List<CompletableFuture<byte[]>> fingers = new ArrayList<>();
    for (int level = 1; level < keys.levelCount(); level++) {
      fingers.add(lastFinger(context, level, keys.behindRow(level, member)));
    }
    return AsyncLoop.all(fingers);
  }

  /** The total weight of the rows of a level between two keys. */
  CompletableFuture<Long> sum(RecordContext context, int level, byte[] begin, byte[] end) {
    int order = Arrays.compareUnsigned(begin, end);
    if (order == 0) {
      return CompletableFuture.completedFuture(0L);
    }
    if (order > 0) {
      throw RankedSetKeys.damaged(
          "has a finger of level " + level + " with none on the level below", begin);
    }
    return context
        .reader(true)
        .getRange(begin, end, ReadTransaction.ROW_LIMIT_UNLIMITED, false, StreamingMode.WANT_ALL)
        .asList()
        .thenApply(rows -> rows.stream().mapToLong(row -> weight(level, row)).sum());
  }

  /** Passes rows to a predicate until it returns false. Returns whether it did. */
  static CompletableFuture<Boolean> scan(
      RecordContext context, byte[] begin, byte[] end, Predicate<KeyValue> step) {
    AsyncIterator<KeyValue> iterator = context.reader(true).getRange(begin, end).iterator();
    AtomicBoolean stopped = new AtomicBoolean();
    return AsyncLoop.whileTrue(
            () ->
                iterator
                    .onHasNext()
                    .thenApply(
                        has -> {
                          stopped.set(has && !step.test(iterator.next()));
                          return has && !stopped.get();
                        }))
        .whenComplete((nothing, error) -> iterator.cancel())
        .thenApply(nothing -> stopped.get());
  }
}
