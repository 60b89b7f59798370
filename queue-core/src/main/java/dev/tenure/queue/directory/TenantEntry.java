package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import java.time.Instant;

/**
 * The directory's entry of a tenant, as it was read. {@link #toString} hides the details, which may
 * be personal data.
 *
 * @param cluster the name of the cluster of the tenant's store
 * @param life a random number that differs between the creations of one tenant id
 * @param incarnation the number of moves between clusters
 * @param since the time of the last change of the state
 * @param reason the reason of a suspension; empty when the tenant is not suspended
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
