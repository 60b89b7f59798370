package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.record.global.PrimaryKey;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.violation.Violation;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * An alternate key that several tenants own. {@link #toString} hides its value, which may be
 * personal data.
 *
 * @param owners the owners that were found; some of them may have lost the key since
 * @param noted the time at which the violation was first found
 */
public record KeyViolation(SecondaryKey key, Set<TenantId> owners, Instant noted) {
  static KeyViolation of(Violation found) {
    return new KeyViolation(
        found.key(),
        found.owners().stream()
            .map(PrimaryKey::value)
            .map(StoredEntry::tenant)
            .collect(Collectors.toCollection(TreeSet::new)),
        found.noted());
  }
}
