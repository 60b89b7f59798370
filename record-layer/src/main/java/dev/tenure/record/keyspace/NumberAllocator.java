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
 * Finds numbers that stand for no name.
 *
 * <p>There is no counter that every transaction would read and write. Numbers are drawn at random
 * from a window, and the window's count, which tells when to go on to the next, is read by snapshot
 * and changed by atomic addition: neither conflicts with anything. What conflicts is the key of the
 * number drawn, read as absent and then written, so that of two transactions which draw the same
 * number one is tried again. The key stays for ever, and with it the number.
 *
 * <p>Counts and numbers change in the same transactions, so at any read version a window's count is
 * exact, more than half of a window in use is free, and a draw fails with a chance below one half.
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

  /** A free number; the caller writes its key in the same turn. Counts it. */
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
