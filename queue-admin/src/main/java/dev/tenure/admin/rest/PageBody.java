package dev.tenure.admin.rest;

import dev.tenure.queue.inspect.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Rows as JSON, and the continuation of the next page; null at the end.
 *
 * @param scanned the number of index entries and records that were read for the page
 */
record PageBody<T>(List<T> rows, Optional<String> continuation, long scanned) {

  static <S, T> PageBody<T> of(Page<S> page, Function<S, T> row) {
    return new PageBody<>(
        page.rows().stream().map(row).toList(), page.continuation(), page.scanned());
  }
}
