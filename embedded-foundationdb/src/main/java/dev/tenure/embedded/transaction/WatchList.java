package dev.tenure.embedded.transaction;

import com.apple.foundationdb.FDBException;
import dev.tenure.embedded.commit.FdbErrors;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The watches of an attempt until its commit hands them to the server. An own write that changes
 * the value which a watch has seen fires the watch. Lists are used under the attempt's monitor.
 */
final class WatchList {
  private final TransactionAttempt attempt;
  private List<Watch> waiting = List.of();
  private final List<Watch> fired = new ArrayList<>(0);

  /** A watch on a key, with the value that the key had when it was read. */
  private static final class Watch {
    final byte[] key;
    final byte @Nullable [] seen;
    final CompletableFuture<@Nullable Void> future = new CompletableFuture<>();

    Watch(byte[] key, byte @Nullable [] seen) {
      this.key = key;
      this.seen = seen;
    }
  }

  WatchList(TransactionAttempt attempt) {
    this.attempt = attempt;
  }

  /** Adds a watch on a key that was just read; takes its place among the database's watches. */
  CompletableFuture<@Nullable Void> add(byte[] key, byte @Nullable [] seen) {
    attempt.database.takeWatchPlace();
    Watch watch = new Watch(key, seen);
    if (waiting.isEmpty()) {
      waiting = new ArrayList<>(2);
    }
    waiting.add(watch);
    var unused = watch.future.whenComplete((done, failure) -> attempt.database.freeWatchPlace());
    return watch.future;
  }

  /** Notes an own write that leaves {@code value} on the keys of [begin, end). */
  void written(byte[] begin, byte[] end, byte @Nullable [] value) {
    fire(begin, end, watch -> !Arrays.equals(watch.seen, value));
  }

  /** Notes an own write whose result is not known. */
  void writtenUnknown(byte[] key) {
    if (!waiting.isEmpty()) {
      fire(key, KeyBytes.after(key), watch -> true);
    }
  }

  private void fire(byte[] begin, byte[] end, Predicate<Watch> changed) {
    Iterator<Watch> each = waiting.iterator();
    while (each.hasNext()) {
      Watch watch = each.next();
      boolean within = !KeyBytes.isBefore(watch.key, begin) && KeyBytes.isBefore(watch.key, end);
      if (within && changed.test(watch)) {
        each.remove();
        fired.add(watch);
      }
    }
  }

  /** Completes the watches that own writes fired; called outside the attempt's monitor. */
  void completeFired() {
    List<Watch> completing;
    synchronized (attempt) {
      if (fired.isEmpty()) {
        return;
      }
      completing = List.copyOf(fired);
      fired.clear();
    }
    attempt.executor.execute(() -> completing.forEach(watch -> watch.future.complete(null)));
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /**
   * Hands the watches to the server after a commit. From then on they do not end with the attempt.
   */
  void arm(long version) {
    for (Watch watch : take()) {
      if (!watch.future.isDone()) {
        arm(watch, version);
      }
    }
  }

  private void arm(Watch watch, long version) {
    CompletableFuture<Void> armed = attempt.database.server().watch(watch.key, watch.seen, version);
    attempt.database.onCompletion(
        armed,
        attempt.executor,
        (fired, failure) -> {
          if (failure == null) {
            watch.future.complete(null);
          } else {
            watch.future.completeExceptionally(failure);
          }
        });
    var unused =
        watch.future.whenComplete(
            (done, failure) -> {
              if (watch.future.isCancelled()) {
                armed.cancel(true);
              }
            });
  }

  /**
   * Fails the watches that were not handed to the server. Without such watches, no exception is
   * created.
   */
  void fail(int code) {
    List<Watch> failing = take();
    if (!failing.isEmpty()) {
      fail(failing, FdbErrors.exception(code));
    }
  }

  /** As {@link #fail(int)}, with the error itself. */
  void fail(FDBException failure) {
    fail(take(), failure);
  }

  private void fail(List<Watch> failing, FDBException failure) {
    if (!failing.isEmpty()) {
      attempt.executor.execute(
          () -> failing.forEach(watch -> watch.future.completeExceptionally(failure)));
    }
  }

  private List<Watch> take() {
    synchronized (attempt) {
      List<Watch> taken = waiting;
      waiting = List.of();
      return taken;
    }
  }
}
