package dev.tenure.queue.directory;

import java.util.List;
import java.util.Optional;

/**
 * A part of an audit.
 *
 * @param looked the number of entries or stores that were looked at
 * @param next the place from which the next page continues; empty at the end
 */
public record AuditPage(List<DirectoryFinding> findings, int looked, Optional<String> next) {
  public AuditPage {
    findings = List.copyOf(findings);
  }
}
