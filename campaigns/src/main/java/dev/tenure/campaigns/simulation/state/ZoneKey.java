package dev.tenure.campaigns.simulation.state;

import dev.tenure.queue.TenantId;

/** A zone of a tenant. */
public record ZoneKey(TenantId tenant, String zone) implements Comparable<ZoneKey> {
  @Override
  public int compareTo(ZoneKey other) {
    int byTenant = tenant.compareTo(other.tenant);
    return byTenant != 0 ? byTenant : zone.compareTo(other.zone);
  }

  @Override
  public String toString() {
    return tenant + "/" + zone;
  }
}
