package dev.tenure.queue.directory;

import java.util.List;
import java.util.Optional;

/**
 * A part of an audit.
 *
 * @param looked how many entries or stores were looked at
 * @param next to go on from; empty at the end
 */
public record AuditPage(List<Finding> findings, int looked, Optional<String> next) {
  public AuditPage {
    findings = List.copyOf(findings);
  }
}
