package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.inspect.Page;
import dev.tenure.record.query.text.QueryTextException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Asks the queue for something; what it refuses at once is the asker's mistake, not the server's.
 */
final class Asking {

  private Asking() {}

  /** The message says in which column of the text what was found, and what is accepted. */
  static AdminProblem unusable(QueryTextException e) {
    return new AdminProblem(ProblemKind.FILTER_UNUSABLE, String.valueOf(e.getMessage()));
  }

  /**
   * Asks for what the queue refuses at once when a value has a length or characters that it does
   * not store. The message names the value's limit.
   */
  static <T> CompletableFuture<T> within(Supplier<CompletableFuture<T>> ask) {
    try {
      return ask.get();
    } catch (IllegalArgumentException e) {
      throw new AdminProblem(ProblemKind.PARAMETER_OUT_OF_RANGE, String.valueOf(e.getMessage()));
    }
  }

  static <T> CompletableFuture<Page<T>> page(Supplier<CompletableFuture<Page<T>>> ask) {
    try {
      return ask.get();
    } catch (QueryTextException e) {
      return CompletableFuture.failedFuture(unusable(e));
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(
          new AdminProblem(ProblemKind.CONTINUATION_UNUSABLE, String.valueOf(e.getMessage())));
    }
  }
}
