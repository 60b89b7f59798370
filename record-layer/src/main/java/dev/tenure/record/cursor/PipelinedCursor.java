package dev.tenure.record.cursor;

import dev.tenure.record.async.AsyncLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The results of an asynchronous function for another cursor's values, in their order. Several
 * calls run at a time: as many as the width while a caller waits for a result, and one less
 * otherwise, so that width 1 reads nothing ahead. Values behind the expected number are not read
 * ahead; when one of them is asked for, the number doubles. A later execution continues after the
 * last returned value, and so reads again the values that were read ahead.
 */
final class PipelinedCursor<T, R> implements RecordCursor<R> {
  private final RecordCursor<T> source;
  private final Function<CursorResult.Value<T>, CompletableFuture<R>> function;
  private final int width;
  private final Consumer<? super R> discard;
  private final Deque<Call<R>> queue = new ArrayDeque<>();
  private volatile @Nullable CompletableFuture<CursorResult<R>> asked;
  private int allowed;
  private int begun;
  private boolean filling;
  private boolean delivering;
  private boolean ended;

  /** A call of the function, and what the cursor gives when it is done. */
  private record Call<R>(CompletableFuture<?> work, CompletableFuture<CursorResult<R>> result) {}

  /**
   * A cursor that reads on demand.
   *
   * @param function called once for each value, in order, one call after another
   * @param expected about as many values are expected to be taken; 0 when that is not known
   * @param discard receives each result of the function that was not returned
   */
  PipelinedCursor(
      RecordCursor<T> source,
      Function<CursorResult.Value<T>, CompletableFuture<R>> function,
      int width,
      int expected,
      Consumer<? super R> discard) {
    if (width < 1) {
      throw new IllegalArgumentException("pipeline width is " + width + ", the least is 1");
    }
    this.source = source;
    this.function = function;
    this.width = width;
    this.allowed = expected == 0 ? Integer.MAX_VALUE : expected;
    this.discard = discard;
  }

  @Override
  public CompletableFuture<CursorResult<R>> next() {
    CompletableFuture<CursorResult<R>> result = new CompletableFuture<>();
    synchronized (this) {
      asked = result;
    }
    fill();
    deliver();
    return result;
  }

  @Override
  public @Nullable CursorResult<R> atHand() {
    CursorResult<R> first = takeFirst();
    if (first == null) {
      fill();
      first = takeFirst();
    }
    if (first != null) {
      fill();
    }
    return first;
  }

  /** Takes the result of the first of the queue; null when it is not done or has failed. */
  private synchronized @Nullable CursorResult<R> takeFirst() {
    Call<R> head = queue.peek();
    if (head == null || !head.result.isDone() || head.result.isCompletedExceptionally()) {
      return null;
    }
    queue.remove();
    return head.result.getNow(null);
  }

  private void fill() {
    synchronized (this) {
      if (filling || !hasRoom()) {
        return;
      }
      filling = true;
    }
    try {
      if (takeAtHand()) {
        var unused = AsyncLoop.whileTrue(this::readOne).whenComplete(this::filled);
      }
    } catch (RuntimeException | Error e) {
      filled(null, e);
    }
  }

  /**
   * An error of the source, or of the code that takes a result, must not leave the caller waiting.
   */
  private void filled(@Nullable Void nothing, @Nullable Throwable error) {
    if (error != null) {
      add(failed(error), false);
      deliver();
    }
  }

  private synchronized boolean hasRoom() {
    if (begun >= allowed && asked != null && queue.isEmpty()) {
      allowed = (int) Math.min(2L * allowed, Integer.MAX_VALUE);
    }
    return !ended && begun < allowed && queue.size() < (asked == null ? width - 1 : width);
  }

  /** Whether a further value may be read; otherwise this is not filling any more. */
  private synchronized boolean goesOn() {
    filling = hasRoom();
    return filling;
  }

  /**
   * Reads the values at hand while there is room; false, and not filling any more, when there is no
   * room.
   */
  private boolean takeAtHand() {
    while (goesOn()) {
      CursorResult<T> ready = source.atHand();
      if (ready == null) {
        return true;
      }
      take(ready);
      deliver();
    }
    return false;
  }

  /** Reads a value that is not at hand, and then those at hand; as {@link #takeAtHand}. */
  private CompletableFuture<Boolean> readOne() {
    return AsyncLoop.begin(() -> Results.require(source.next(), "source of a cursor", "future"))
        .handle(
            (result, error) -> {
              if (error != null) {
                add(failed(error), false);
              } else {
                take(Results.require(result, "source of a cursor", "result"));
              }
              deliver();
              return takeAtHand();
            });
  }

  private void take(CursorResult<T> result) {
    if (result instanceof CursorResult.Stop<T> stop) {
      CompletableFuture<CursorResult<R>> done = CompletableFuture.completedFuture(stop.as());
      add(new Call<>(done, done), false);
    } else if (result instanceof CursorResult.Value<T> value && !isEnded()) {
      add(started(value), true);
    }
  }

  private Call<R> started(CursorResult.Value<T> value) {
    CompletableFuture<R> work;
    try {
      work = function.apply(value);
    } catch (RuntimeException | Error e) {
      return failed(e);
    }
    return new Call<>(
        work, work.thenApply(made -> new CursorResult.Value<>(made, value.continuation())));
  }

  private static <R> Call<R> failed(Throwable error) {
    CompletableFuture<CursorResult<R>> failed = CompletableFuture.failedFuture(error);
    return new Call<>(failed, failed);
  }

  private void add(Call<R> call, boolean more) {
    synchronized (this) {
      if (!ended) {
        queue.add(call);
        begun++;
        ended = !more;
        return;
      }
    }
    end(call);
  }

  private synchronized boolean isEnded() {
    return ended;
  }

  /** Gives the first of the queue to who has asked, when there are both. */
  private void deliver() {
    Call<R> head;
    if (asked == null) {
      return;
    }
    synchronized (this) {
      if (asked == null || delivering || queue.isEmpty()) {
        return;
      }
      delivering = true;
      head = queue.element();
    }
    var unused = head.result.whenComplete(this::handOver);
  }

  private void handOver(@Nullable CursorResult<R> value, @Nullable Throwable error) {
    CompletableFuture<CursorResult<R>> result;
    synchronized (this) {
      result = asked;
      asked = null;
      delivering = false;
      queue.poll();
    }
    if (result == null) {
      return;
    }
    if (error != null) {
      result.completeExceptionally(error);
    } else {
      result.complete(Objects.requireNonNull(value, "result"));
    }
  }

  /**
   * Drops the queued calls. A pending result fails with {@link
   * java.util.concurrent.CancellationException}.
   */
  @Override
  public void close() {
    List<Call<R>> dropped;
    CompletableFuture<CursorResult<R>> waiting;
    synchronized (this) {
      ended = true;
      waiting = asked;
      asked = null;
      dropped = new ArrayList<>(queue);
      queue.clear();
    }
    source.close();
    dropped.forEach(this::end);
    if (waiting != null) {
      waiting.completeExceptionally(CurrentCursor.cancelled());
    }
  }

  private void end(Call<R> call) {
    call.work.cancel(true);
    var unused =
        call.result.thenAccept(
            result -> {
              if (result.hasNext()) {
                discard.accept(result.value());
              }
            });
  }
}
