package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import java.time.Instant;

/**
 * What the directory knows of a tenant, as it was read. {@link #toString} hides the details, which
 * may be personal data.
 *
 * @param cluster the name of the cluster of the tenant's store
 * @param life tells apart the creations of one tenant
 * @param incarnation how often the tenant has moved between clusters: 0
 * @param since when the state was last changed
 * @param reason why the tenant is suspended; empty otherwise
 */
public record TenantEntry(
    TenantId tenant,
    TenantState state,
    String cluster,
    long life,
    int incarnation,
    Instant created,
    Instant since,
    String reason,
    TenantDetails details) {

  @Override
  public String toString() {
    return "tenant " + tenant + " on " + cluster + ", " + state + " since " + since;
  }
}
