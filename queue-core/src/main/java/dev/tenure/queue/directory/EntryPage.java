package dev.tenure.queue.directory;

import java.util.List;
import java.util.Optional;

/**
 * Some entries, in no order that means anything.
 *
 * @param next to go on from; a page may have no entry and a next page. Empty at the end
 */
public record EntryPage(List<TenantEntry> entries, Optional<String> next) {
  public EntryPage {
    entries = List.copyOf(entries);
  }
}
