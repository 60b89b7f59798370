package dev.tenure.queue.inspect;

import java.util.List;
import java.util.Optional;

/**
 * Rows, and the continuation of the next page; empty when no row follows.
 *
 * @param scanned how many index entries and records were read for the page: a filter that few rows
 *     fit gives short pages
 */
public record Page<T>(List<T> rows, Optional<String> continuation, long scanned) {

  public Page {
    rows = List.copyOf(rows);
  }
}
