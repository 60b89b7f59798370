package dev.tenure.queue.directory;

import java.util.List;
import java.util.Optional;

/**
 * A page of entries. Their order has no meaning.
 *
 * @param next the place from which the next page continues; empty at the end. A page without
 *     entries may have a next page
 */
public record EntryPage(List<TenantEntry> entries, Optional<String> next) {
  public EntryPage {
    entries = List.copyOf(entries);
  }
}
