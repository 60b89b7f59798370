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
 * The results that the processes of a run got, kept outside of the database: the orders whose
 * placement was acknowledged, and those that their handlers called done.
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
   * Notes that a local item was enqueued.
   *
   * @param cluster the tenant that its handler gets
   */
  public void acknowledgeLocal(TenantId cluster, String id) {
    local.computeIfAbsent(cluster, unused -> new TreeSet<>()).add(id);
  }

  /** Ids of local items whose transaction was said to have committed. */
  public Set<String> localItems(TenantId cluster) {
    return local.getOrDefault(cluster, Set.of());
  }

  /**
   * Notes that a consumer learned that the end of an item has committed.
   *
   * @return the consumer that learned this before; empty if none, as it must be
   */
  public Optional<String> complete(String item, String consumer) {
    return Optional.ofNullable(completed.putIfAbsent(item, consumer));
  }

  /** Notes that an item ended under a lease, which other items may share. */
  public void endUnder(ByteString lease, String item) {
    endedUnder.add(HexFormat.of().formatHex(lease.toByteArray()) + '/' + item);
  }

  /** Whether an item of that id ended under the lease. */
  public boolean isEndedUnder(LeaseId lease, String item) {
    return endedUnder.contains(lease.hex() + '/' + item);
  }

  /** Notes that a handler is about to give the outcome done or discard for the item of an order. */
  public void finish(String number) {
    finished.add(number);
  }

  public boolean isFinished(String number) {
    return finished.contains(number);
  }
}
