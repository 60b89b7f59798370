package dev.tenure.queue.pointer;

import dev.tenure.queue.TenantId;

/**
 * The address of a zone as its pointer gives it.
 *
 * @param applicationId what the application's name is interned as on this cluster
 * @param shard the top-level queue that holds the pointer, 0 or more
 */
public record PointerRef(long applicationId, TenantId tenant, String zone, int shard) {

  @Override
  public String toString() {
    return tenant + "/" + zone + "@" + shard;
  }
}
