package dev.tenure.queue.directory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whole audits, in small pages. */
final class Audits {
  private Audits() {}

  static List<DirectoryFinding> all(
      DirectoryFixture fixture, TenantDirectory directory, boolean repairs) {
    List<DirectoryFinding> findings = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      AuditPage page = fixture.await(directory.audit().page(next, 3, repairs));
      findings.addAll(page.findings());
      next = page.next();
    } while (next.isPresent());
    return findings;
  }
}
