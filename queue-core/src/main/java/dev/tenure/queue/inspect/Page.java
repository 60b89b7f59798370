package dev.tenure.queue.inspect;

import java.util.List;
import java.util.Optional;

/** Some rows, and, when more may follow, the continuation that asks for them. */
public record Page<T>(List<T> rows, Optional<String> continuation) {

  public Page {
    rows = List.copyOf(rows);
  }
}
