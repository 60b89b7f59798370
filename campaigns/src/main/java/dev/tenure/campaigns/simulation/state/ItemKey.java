package dev.tenure.campaigns.simulation.state;

import dev.tenure.queue.TenantId;
import java.util.Comparator;

/** The key of an item. */
public record ItemKey(TenantId tenant, String zone, String id) implements Comparable<ItemKey> {
  private static final Comparator<ItemKey> ORDER =
      Comparator.comparing(ItemKey::tenant).thenComparing(ItemKey::zone).thenComparing(ItemKey::id);

  public ZoneKey zoneKey() {
    return new ZoneKey(tenant, zone);
  }

  @Override
  public int compareTo(ItemKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return tenant + "/" + zone + "/" + id;
  }
}
