package dev.tenure.queue.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whole audits, in small pages. */
final class Audits {
  private Audits() {}

  static List<Finding> all(DirectoryBed bed, TenantDirectory directory, boolean repairs) {
    List<Finding> findings = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      AuditPage page = bed.await(directory.audit().page(next, 3, repairs));
      findings.addAll(page.findings());
      next = page.next();
    } while (next.isPresent());
    return findings;
  }
}
