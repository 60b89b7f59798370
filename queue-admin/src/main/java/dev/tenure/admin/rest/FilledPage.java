package dev.tenure.admin.rest;

import dev.tenure.admin.problem.AdminProblem;
import dev.tenure.admin.problem.ProblemKind;
import dev.tenure.queue.inspect.Page;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Joins pages of a list whose filter accepts few rows, until a page of the requested size is full
 * or enough was scanned. For a single use.
 */
final class FilledPage<T> {
  /** The most rows that are scanned for one page. */
  private static final long SCANNED_MAX = 10_000;

  private final int limit;
  private final Source<T> source;
  private final List<T> rows = new ArrayList<>();
  private long scanned;

  /** The pages of the list. */
  @FunctionalInterface
  interface Source<T> {
    /**
     * Reads a page.
     *
     * @param most the most rows to scan
     */
    CompletableFuture<Page<T>> page(Optional<String> from, int most);
  }

  FilledPage(int limit, Source<T> source) {
    this.limit = limit;
    this.source = source;
  }

  /**
   * One page.
   *
   * @param continuation the position of the list in Base64, since it may contain any character
   */
  CompletableFuture<Page<T>> from(Optional<String> continuation) {
    return collect(continuation.map(FilledPage::decoded))
        .thenApply(
            page ->
                new Page<>(
                    page.rows(), page.continuation().map(FilledPage::encoded), page.scanned()));
  }

  private static String encoded(String position) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(position.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String continuation) {
    try {
      return new String(Base64.getUrlDecoder().decode(continuation), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new AdminProblem(
          ProblemKind.CONTINUATION_UNUSABLE, "continuation is not one that this list gave out");
    }
  }

  private CompletableFuture<Page<T>> collect(Optional<String> position) {
    return source
        .page(position, limit - rows.size())
        .thenCompose(
            page -> {
              rows.addAll(page.rows());
              scanned += page.scanned();
              return page.continuation().isEmpty() || rows.size() >= limit || scanned >= SCANNED_MAX
                  ? CompletableFuture.completedFuture(
                      new Page<>(rows, page.continuation(), scanned))
                  : collect(page.continuation());
            });
  }
}
