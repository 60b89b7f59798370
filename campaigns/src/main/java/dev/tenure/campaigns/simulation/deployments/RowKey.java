package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.queue.TenantId;
import java.util.Comparator;

/** The key of an item or dead letter, whichever cluster its tenant lies on. */
record RowKey(TenantId tenant, String zone, String id) implements Comparable<RowKey> {
  private static final Comparator<RowKey> ORDER =
      Comparator.comparing(RowKey::tenant).thenComparing(RowKey::zone).thenComparing(RowKey::id);

  @Override
  public int compareTo(RowKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return tenant + "/" + zone + "/" + id;
  }
}
