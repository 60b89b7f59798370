package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.inspect.Page;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.query.text.QueryTextException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Calls the queue. An argument that the queue refuses at once is a mistake of the client, not of
 * the server.
 */
final class Asking {

  private Asking() {}

  /**
   * The problem for a text that cannot be parsed. Its message names the column, what was found
   * there, and what is accepted.
   */
  static AdminProblem unusable(QueryTextException e) {
    return new AdminProblem(ProblemKind.FILTER_UNUSABLE, String.valueOf(e.getMessage()));
  }

  /**
   * Makes a call that the queue refuses, at once or later, when a value is beyond its limit or has
   * an unsupported character. The message names the value's limit.
   */
  static <T> CompletableFuture<T> within(Supplier<CompletableFuture<T>> ask) {
    try {
      return ask.get()
          .exceptionallyCompose(error -> CompletableFuture.failedFuture(refusal(error)));
    } catch (IllegalArgumentException e) {
      throw outOfRange(e);
    }
  }

  private static Throwable refusal(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain instanceof IllegalArgumentException refused ? outOfRange(refused) : plain;
  }

  private static AdminProblem outOfRange(IllegalArgumentException refused) {
    return new AdminProblem(
        ProblemKind.PARAMETER_OUT_OF_RANGE, String.valueOf(refused.getMessage()));
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
