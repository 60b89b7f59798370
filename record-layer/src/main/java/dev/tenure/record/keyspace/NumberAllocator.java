package dev.tenure.record.keyspace;

import com.apple.foundationdb.KeyValue;
import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.StreamingMode;
import com.apple.foundationdb.async.AsyncUtil;
import dev.tenure.record.context.RecordContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds numbers that no name has.
 *
 * <p>A counter that every transaction reads and writes would make them all conflict. Instead,
 * numbers are drawn at random from a window. The count of a window decides when the next window
 * begins. It is read by snapshot and changed by atomic addition, so it causes no conflicts. A
 * transaction reads the key of its number as absent and then writes it. So two transactions
 * conflict only when they draw the same number; one of them then runs again. The key stays for
 * ever, so no other name gets the number.
 *
 * <p>A count changes in the transaction that takes a number, so it is exact at every read version.
 * More than half of the current window is free, so a draw fails with a probability below one half.
 */
final class NumberAllocator {
  /** The most draws of one allocation. All of them fail by chance once in 2^128 allocations. */
  private static final int DRAWS_MAX = 128;

  private final InternedKeys keys;

  /** A window, with the number of its numbers that were taken when it was read. */
  private record Use(AllocationWindow window, long taken) {}

  NumberAllocator(InternedKeys keys) {
    this.keys = keys;
  }

  /** Draws a free number and counts it. The caller writes the number's key in the same turn. */
  CompletableFuture<Long> allocate(RecordContext context) {
    return current(context).thenCompose(use -> draw(context, use));
  }

  private CompletableFuture<Use> current(RecordContext context) {
    return context
        .reader(true)
        .getRange(keys.windows(), 1, true, StreamingMode.EXACT)
        .asList()
        .thenApply(this::current);
  }

  private Use current(List<KeyValue> last) {
    if (last.isEmpty()) {
      return new Use(AllocationWindow.first(), 0);
    }
    byte[] key = last.get(0).getKey();
    AllocationWindow window = window(key);
    long taken = keys.count(key, last.get(0).getValue());
    return window.isSpent(taken) ? new Use(window.next(), 0) : new Use(window, taken);
  }

  private AllocationWindow window(byte[] key) {
    long begin = keys.last(key, Long.class);
    try {
      return AllocationWindow.at(begin);
    } catch (IllegalArgumentException e) {
      throw InternedKeys.damaged(key, "has a window at " + begin, "a window of numbers", e);
    }
  }

  private CompletableFuture<Long> draw(RecordContext context, Use use) {
    AtomicInteger draws = new AtomicInteger();
    CompletableFuture<Long> free = new CompletableFuture<>();
    return AsyncUtil.whileTrue(
            () -> drawOnce(context, use, draws.incrementAndGet(), free),
            context.environment().executor())
        .thenCompose(
            done -> {
              context.mutate(MutationType.ADD, keys.window(use.window()), InternedKeys.ONE);
              return free;
            });
  }

  private CompletableFuture<Boolean> drawOnce(
      RecordContext context, Use use, int draw, CompletableFuture<Long> free) {
    if (draw > DRAWS_MAX) {
      throw InternedKeys.damaged(
          keys.window(use.window()),
          "has a window that counts " + use.taken() + " of " + use.window().size() + " taken",
          "a free number within " + DRAWS_MAX + " draws",
          null);
    }
    long number = use.window().draw(context.random());
    return context
        .get(keys.byNumber(number), false)
        .thenApply(taken -> taken != null || !free.complete(number));
  }
}
