package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.inspect.Page;
import dev.tenure.record.query.text.QueryTextException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Asks for a page; a continuation that was made up is the asker's mistake, not the server's. */
final class Asking {

  private Asking() {}

  /** The message says in which column of the text what was found, and what is accepted. */
  static AdminProblem unusable(QueryTextException e) {
    return new AdminProblem(ProblemKind.FILTER_UNUSABLE, String.valueOf(e.getMessage()));
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
