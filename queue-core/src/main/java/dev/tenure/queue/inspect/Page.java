package dev.tenure.queue.inspect;

import java.util.List;
import java.util.Optional;

/** Rows, and the continuation of the next page; empty when no row follows. */
public record Page<T>(List<T> rows, Optional<String> continuation) {

  public Page {
    rows = List.copyOf(rows);
  }
}
