package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.inspect.Page;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Asks for a page; a continuation that was made up is the asker's mistake, not the server's. */
final class Asking {

  private Asking() {}

  static <T> CompletableFuture<Page<T>> page(Supplier<CompletableFuture<Page<T>>> ask) {
    try {
      return ask.get();
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(
          new AdminProblem(ProblemKind.CONTINUATION_UNUSABLE, String.valueOf(e.getMessage())));
    }
  }
}
