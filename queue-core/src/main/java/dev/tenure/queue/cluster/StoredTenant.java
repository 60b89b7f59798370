package dev.tenure.queue.cluster;

import dev.tenure.queue.TenantId;
import java.time.Instant;

/**
 * The record of a tenant on its cluster.
 *
 * @param life the creation that made the store; 0 when it was made without a directory
 */
public record StoredTenant(TenantId tenant, long life, Instant created) {

  /** Whether the store may be that of a directory entry with this life. */
  public boolean isOf(long entryLife) {
    return life == 0 || life == entryLife;
  }
}
