package dev.tenure.queue.external.store;

import dev.tenure.queue.TenantId;

/**
 * A zone in an external store.
 *
 * @param zone its name there, without that of the store
 */
public record ZoneAddress(TenantId tenant, String zone) {
  @Override
  public String toString() {
    return tenant + "/" + zone;
  }
}
