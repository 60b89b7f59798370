package dev.tenure.queue.directory;

import java.util.List;
import java.util.Optional;

/**
 * A part of an audit.
 *
 * @param looked how many records of the directory or stores were looked at
 * @param garbage index records and dummies that operations left which failed. They do no harm; an
 *     audit that repairs deletes them
 * @param next the position of the next page; empty at the end
 */
public record AuditPage(
    List<DirectoryFinding> findings, int looked, long garbage, Optional<String> next) {
  public AuditPage {
    findings = List.copyOf(findings);
  }
}
