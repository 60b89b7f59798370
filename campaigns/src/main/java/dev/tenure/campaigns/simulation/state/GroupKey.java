package dev.tenure.campaigns.simulation.state;

import dev.tenure.queue.TenantId;
import java.util.Comparator;

/** An ordered group of a zone. */
record GroupKey(TenantId tenant, String zone, String group) implements Comparable<GroupKey> {
  private static final Comparator<GroupKey> ORDER =
      Comparator.comparing(GroupKey::tenant)
          .thenComparing(GroupKey::zone)
          .thenComparing(GroupKey::group);

  @Override
  public int compareTo(GroupKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return tenant + "/" + zone + " group " + group;
  }
}
