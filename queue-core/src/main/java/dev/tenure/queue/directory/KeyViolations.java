package dev.tenure.queue.directory;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueException.Code;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.record.global.SecondaryKey;
import dev.tenure.record.global.violation.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Alternate keys that several tenants own, after writes while a shard was down or after a restored
 * backup. An audit that repairs finds them; they wait here until a person decides. A decision looks
 * at what is stored now, and may be repeated.
 */
public final class KeyViolations {
  private static final int PAGE = 100;

  private final Parts parts;

  KeyViolations(Parts parts) {
    this.parts = parts;
  }

  /**
   * The next violations.
   *
   * @param after the key of the last one of the page before; empty to begin
   * @param max how many, 1 to 1,000
   */
  public CompletableFuture<List<KeyViolation>> list(Optional<SecondaryKey> after, int max) {
    QueueLimits.checkBetween("max", max, 1, QueueLimits.BATCH_ITEMS_MAX);
    return parts
        .entries()
        .upkeep("violations", upkeep -> new Violations(upkeep).list(after, max))
        .thenApply(found -> found.stream().map(KeyViolation::of).toList());
  }

  /**
   * The violated key of a kind that a tenant owns, so that a decision need not name its value.
   *
   * @return fails with {@code ALTERNATE_KEY_VIOLATED} when the tenant owns several, and with {@code
   *     TENANT_NOT_FOUND} when it owns none
   */
  public CompletableFuture<SecondaryKey> of(TenantId owner, String kind) {
    return of(owner, kind, Optional.empty(), new ArrayList<>())
        .thenApply(
            found -> {
              if (found.isEmpty()) {
                throw parts.notFound(owner, "owns no violated alternate key of kind " + kind);
              }
              if (found.size() > 1) {
                throw new QueueException(
                    Code.ALTERNATE_KEY_VIOLATED,
                    "tenant "
                        + owner
                        + " owns "
                        + found.size()
                        + " violated alternate keys of kind "
                        + kind
                        + "; name the value");
              }
              return found.get(0);
            });
  }

  private CompletableFuture<List<SecondaryKey>> of(
      TenantId owner, String kind, Optional<SecondaryKey> after, List<SecondaryKey> found) {
    return list(after, PAGE)
        .thenCompose(
            page -> {
              page.stream()
                  .filter(each -> each.key().name().equals(kind) && each.owners().contains(owner))
                  .forEach(each -> found.add(each.key()));
              return page.size() < PAGE
                  ? CompletableFuture.completedFuture(found)
                  : of(owner, kind, Optional.of(page.get(PAGE - 1).key()), found);
            });
  }

  /** The tenant keeps the key, and all others lose it. */
  public CompletableFuture<Violations.Outcome> keep(SecondaryKey key, TenantId owner) {
    return decide(violations -> violations.keep(key, StoredEntry.key(owner)));
  }

  /**
   * The tenant gets another key of the same kind instead.
   *
   * @return fails with {@code ALTERNATE_KEY_TAKEN} when another tenant owns the replacement
   */
  public CompletableFuture<Violations.Outcome> replace(
      SecondaryKey key, TenantId owner, String replacement) {
    TenantDetails checked = TenantDetails.NONE.withKey(key.name(), replacement);
    return decide(
        violations ->
            violations.replace(key, StoredEntry.key(owner), checked.keys().iterator().next()));
  }

  private CompletableFuture<Violations.Outcome> decide(
      Function<Violations, CompletableFuture<Violations.Outcome>> decision) {
    return parts.entries().upkeep("violations", upkeep -> decision.apply(new Violations(upkeep)));
  }
}
