package dev.tenure.record.async;

import dev.tenure.record.error.FdbErrorPredicates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loops over asynchronous steps. The stack does not grow when the futures of the steps are already
 * done. Also collects the results of several futures.
 */
public final class AsyncLoop {
  private AsyncLoop() {}

  /** Calls the supplier. An exception that it throws becomes the failure of the returned future. */
  public static <T> CompletableFuture<T> begin(Supplier<CompletableFuture<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Repeats the step until its future gives false or fails. */
  public static CompletableFuture<Void> whileTrue(Supplier<CompletableFuture<Boolean>> step) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    advance(step, done);
    return done;
  }

  /**
   * Runs an action for each element in order; each action starts after the previous one is done.
   * Stops at the first failure.
   */
  public static <T> CompletableFuture<Void> forEach(
      Iterable<T> things, Function<? super T, ? extends CompletableFuture<?>> step) {
    Iterator<T> rest = things.iterator();
    return whileTrue(
        () ->
            rest.hasNext()
                ? step.apply(rest.next()).thenApply(nothing -> true)
                : CompletableFuture.completedFuture(false));
  }

  /**
   * The results of all futures, in the order of the list. Completes when all futures are done.
   * Fails with the first failure in the order of the list.
   */
  public static <T> CompletableFuture<List<T>> all(List<CompletableFuture<T>> futures) {
    CompletableFuture<List<T>> all = CompletableFuture.completedFuture(new ArrayList<>());
    for (CompletableFuture<T> each : futures) {
      all =
          all.thenCombine(
              each,
              (values, value) -> {
                values.add(value);
                return values;
              });
    }
    return all.thenApply(Collections::unmodifiableList);
  }

  private static void advance(
      Supplier<CompletableFuture<Boolean>> step, CompletableFuture<Void> done) {
    try {
      while (true) {
        CompletableFuture<Boolean> again = step.get();
        if (!again.isDone()) {
          var unused = again.whenComplete((value, error) -> resume(step, done, value, error));
          return;
        }
        if (!again.getNow(false)) {
          done.complete(null);
          return;
        }
      }
    } catch (RuntimeException | Error e) {
      done.completeExceptionally(FdbErrorPredicates.unwrap(e));
    }
  }

  private static void resume(
      Supplier<CompletableFuture<Boolean>> step,
      CompletableFuture<Void> done,
      @Nullable Boolean again,
      @Nullable Throwable error) {
    if (error != null) {
      done.completeExceptionally(FdbErrorPredicates.unwrap(error));
    } else if (Boolean.TRUE.equals(again)) {
      advance(step, done);
    } else {
      done.complete(null);
    }
  }
}
