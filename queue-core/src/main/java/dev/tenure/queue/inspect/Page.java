package dev.tenure.queue.inspect;

import java.util.List;
import java.util.Optional;

/**
 * Rows, and the continuation of the next page; empty when no row follows.
 *
 * @param scanned the number of index entries and records that were read for the page; a filter that
 *     accepts few rows gives short pages
 */
public record Page<T>(List<T> rows, Optional<String> continuation, long scanned) {

  public Page {
    rows = List.copyOf(rows);
  }
}
