package dev.tenure.queue.zone;

import com.google.protobuf.ByteString;
import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.proto.VisitLease;
import dev.tenure.record.store.StoredRecord;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A lease of a visit, as one transaction sees and changes it: it holds the items that it names and
 * that have not left it. {@link VisitLeases} guards it.
 */
final class VisitLeaseRow {
  private final LeaseId id;
  private final VisitLease lease;
  private final StoredRecord first;
  private final Map<String, Integer> positions;
  private final BitSet left = new BitSet();
  private final BitSet leaving = new BitSet();
  private boolean hasParts;

  /**
   * A lease of which nothing has left.
   *
   * @param first the record of its first part
   */
  VisitLeaseRow(LeaseId id, VisitLease lease, StoredRecord first) {
    this.id = id;
    this.lease = lease;
    this.first = first;
    this.positions = new HashMap<>(2 * lease.getItemsCount());
    for (int i = 0; i < lease.getItemsCount(); i++) {
      positions.put(lease.getItems(i), i);
    }
  }

  static VisitLease stored(Lease lease, String consumer, List<String> items) {
    return VisitLease.newBuilder()
        .setLeasedBy(consumer)
        .setUntilMillis(lease.until().toEpochMilli())
        .setLeaseVersion(lease.version())
        .setLeaseMillis(lease.duration().toMillis())
        .addAllItems(items)
        .build();
  }

  LeaseId id() {
    return id;
  }

  StoredRecord first() {
    return first;
  }

  long untilMillis() {
    return lease.getUntilMillis();
  }

  boolean hasParts() {
    return hasParts;
  }

  /** Takes a further part of the lease, as stored. */
  void add(VisitLease part) {
    hasParts = true;
    part.getLeftList().forEach(left::set);
  }

  boolean holds(String item) {
    Integer position = positions.get(item);
    return position != null && !left.get(position);
  }

  /** The items that it holds, in the order in which the visit found them. */
  List<String> held() {
    return lease.getItemsList().stream().filter(this::holds).toList();
  }

  boolean isEmpty() {
    return left.cardinality() == lease.getItemsCount();
  }

  /** Whether nothing was left for this transaction to take out. */
  boolean wasEmpty() {
    return isEmpty() && leaving.isEmpty();
  }

  /** Whether the lease lasts by time. */
  boolean lasts(long nowMillis) {
    return lease.getUntilMillis() > nowMillis;
  }

  /**
   * Notes that this transaction takes an item out.
   *
   * @return whether it is the first item that this transaction takes out
   */
  boolean leave(String item) {
    Integer position = positions.get(item);
    if (position == null || left.get(position)) {
      throw new IllegalStateException("lease " + id.hex() + " does not hold item " + item);
    }
    boolean isFirst = leaving.isEmpty();
    left.set(position);
    leaving.set(position);
    return isFirst;
  }

  /** The least position of an item that this transaction has taken out. */
  int leastLeaving() {
    return leaving.nextSetBit(0);
  }

  /** The part that says which items this transaction has taken out. */
  VisitLease leaving() {
    VisitLease.Builder part = VisitLease.newBuilder();
    leaving.stream().forEach(part::addLeft);
    return part.build();
  }

  /** The item as if its record had this lease. */
  QueueItem applyTo(QueueItem item) {
    return item.toBuilder()
        .setVestingMillis(lease.getUntilMillis())
        .setLeaseId(ByteString.copyFrom(id.bytes()))
        .setLeaseVersion(lease.getLeaseVersion())
        .setLeaseMillis(lease.getLeaseMillis())
        .setLeaseCount(item.getLeaseCount() + 1)
        .setLeasedBy(lease.getLeasedBy())
        .build();
  }
}
