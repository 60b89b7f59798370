package dev.tenure.queue.pointer;

import dev.tenure.queue.TenantId;

/**
 * The address of a zone and of its pointer.
 *
 * @param applicationId the integer that stands for the application's name on this cluster
 * @param shard the number of the top-level queue that holds the pointer, 0 or more
 */
public record PointerRef(long applicationId, TenantId tenant, String zone, int shard) {

  @Override
  public String toString() {
    return tenant + "/" + zone + "@" + shard;
  }
}
