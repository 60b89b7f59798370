package dev.tenure.campaigns.simulation.run;

import com.google.protobuf.ByteString;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.TenantId;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the processes of a run were told, kept outside of the database: orders whose placement was
 * acknowledged, and which of them their handlers called done.
 */
public final class Ledger {
  private final Map<String, TenantId> acknowledged = new LinkedHashMap<>();
  private final Map<TenantId, Set<String>> local = new TreeMap<>();
  private final Set<String> finished = new TreeSet<>();
  private final Map<String, String> completed = new TreeMap<>();
  private final Set<String> endedUnder = new HashSet<>();

  public void acknowledge(String number, TenantId tenant) {
    acknowledged.put(number, tenant);
  }

  /** Order numbers whose transaction was said to have committed, with the tenant's name. */
  public Map<String, TenantId> acknowledged() {
    return acknowledged;
  }

  /**
   * A local item was enqueued.
   *
   * @param cluster what its handler is told for a tenant
   */
  public void acknowledgeLocal(TenantId cluster, String id) {
    local.computeIfAbsent(cluster, unused -> new TreeSet<>()).add(id);
  }

  /** Ids of local items whose transaction was said to have committed. */
  public Set<String> localItems(TenantId cluster) {
    return local.getOrDefault(cluster, Set.of());
  }

  /**
   * A consumer was told that an item is done, or was discarded, and that this has committed.
   *
   * @return who was told so before; empty as it should be
   */
  public Optional<String> complete(String item, String consumer) {
    return Optional.ofNullable(completed.putIfAbsent(item, consumer));
  }

  /** An item was ended while that lease was on it. */
  public void endUnder(ByteString lease) {
    endedUnder.add(HexFormat.of().formatHex(lease.toByteArray()));
  }

  /** Whether some item was ended while that lease was on it. */
  public boolean isEndedUnder(LeaseId lease) {
    return endedUnder.contains(HexFormat.of().formatHex(lease.bytes()));
  }

  /** A handler is about to say that the item of an order is done or not wanted. */
  public void finish(String number) {
    finished.add(number);
  }

  public boolean isFinished(String number) {
    return finished.contains(number);
  }
}
