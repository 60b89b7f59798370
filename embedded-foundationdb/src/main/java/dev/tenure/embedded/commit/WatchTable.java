package dev.tenure.embedded.commit;

import dev.tenure.embedded.storage.KeyBytes;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The watches, by key. A client first adds its watch and then reads the key. The commit thread
 * first makes a change visible and then looks at this table. So at least one of them sees the
 * other.
 */
final class WatchTable {

  /** The watch of one client. */
  static final class Watch {
    private final byte[] key;
    private final byte @Nullable [] seen;
    private final CompletableFuture<Void> future = new CompletableFuture<>();

    private Watch(byte[] key, byte @Nullable [] seen) {
      this.key = key;
      this.seen = seen;
    }

    CompletableFuture<Void> future() {
      return future;
    }

    boolean differsFrom(byte @Nullable [] value) {
      return !Arrays.equals(seen, value);
    }
  }

  private final CompletionQueue completions;
  private final ConcurrentSkipListMap<byte[], Queue<Watch>> watches =
      new ConcurrentSkipListMap<>(KeyBytes.ORDER);

  WatchTable(CompletionQueue completions) {
    this.completions = completions;
  }

  /** Adds a watch, which leaves the table when its future ends in any way. */
  Watch add(byte[] key, byte @Nullable [] seen) {
    Watch watch = new Watch(key, seen);
    watches.compute(
        key,
        (ignored, waiting) -> {
          Queue<Watch> queue = waiting == null ? new ConcurrentLinkedQueue<>() : waiting;
          queue.add(watch);
          return queue;
        });
    CompletableFuture<Void> unused = watch.future.whenComplete((done, error) -> remove(watch));
    return watch;
  }

  /** Fires the watches of keys to which the group gave other values. */
  void changed(GroupWrites writes) {
    if (watches.isEmpty()) {
      return;
    }
    if (writes.hasClearedRanges() || watches.size() < writes.rows().size()) {
      watches.forEach((key, waiting) -> changed(writes, key, waiting));
    } else {
      writes
          .rows()
          .forEach(
              (key, value) -> {
                Queue<Watch> waiting = watches.get(key);
                if (waiting != null) {
                  fire(waiting, value);
                }
              });
    }
  }

  /** Ends every watch with the code. */
  void failAll(int code) {
    for (Queue<Watch> waiting : watches.values()) {
      for (Watch watch : waiting) {
        completions.add(() -> watch.future.completeExceptionally(FdbErrors.exception(code)));
      }
    }
  }

  private void changed(GroupWrites writes, byte[] key, Queue<Watch> waiting) {
    byte[] value = writes.rows().get(key);
    if (value != null || writes.rows().containsKey(key) || writes.isCleared(key)) {
      fire(waiting, value);
    }
  }

  private void fire(Queue<Watch> waiting, byte @Nullable [] value) {
    for (Watch watch : waiting) {
      if (watch.differsFrom(value)) {
        completions.add(() -> watch.future.complete(null));
      }
    }
  }

  private void remove(Watch watch) {
    Queue<Watch> unused =
        watches.computeIfPresent(
            watch.key,
            (key, waiting) -> {
              boolean removed = waiting.remove(watch);
              return removed && waiting.isEmpty() ? null : waiting;
            });
  }
}
