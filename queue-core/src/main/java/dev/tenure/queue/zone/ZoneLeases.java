package dev.tenure.queue.zone;

import com.google.protobuf.ByteString;
import dev.tenure.queue.ItemBody;
import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.record.store.StoredRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Hands items out: a lease is the vesting time pushed forward and a fresh random id (paper section
 * 5). A lease that ran out may be taken over only when wall time and read version both say so.
 */
final class ZoneLeases {
  private final ZoneAccess zone;
  private final ZoneGroups groups;

  ZoneLeases(ZoneAccess zone, ZoneGroups groups) {
    this.zone = zone;
    this.groups = groups;
  }

  /**
   * What a dequeue took, and what its peek saw besides.
   *
   * @param held the ends of leases that are over by wall time and not by version
   */
  record Dequeued(List<LeasedItem> items, ZonePeek.Found found, List<Instant> held) {

    DequeueView view() {
      boolean leftOut = found.items().size() > items.size() + held.size();
      return new DequeueView(
          items,
          found.more() || leftOut,
          found.refused(),
          Stream.concat(found.earliestUnvested().stream(), held.stream())
              .min(Comparator.naturalOrder()));
    }
  }

  CompletableFuture<Dequeued> dequeue(DequeueRequest request) {
    PeekRequest peek = new PeekRequest(request.max(), request.filter());
    return ZonePeek.peek(zone.store(), zone.zone(), peek, zone.now())
        .thenCompose(
            found ->
                zone.context().readVersion().thenCompose(version -> take(found, request, version)));
  }

  private CompletableFuture<Dequeued> take(
      ZonePeek.Found found, DequeueRequest request, long readVersion) {
    List<LeasedItem> leased = new ArrayList<>();
    List<Instant> held = new ArrayList<>();
    long[] bytes = new long[1];
    CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
    for (IndexedItem candidate : found.items()) {
      chain =
          chain.thenCompose(
              done -> {
                if (!leased.isEmpty() && bytes[0] + candidate.bodySize() > request.bytesMax()) {
                  return CompletableFuture.completedFuture(null);
                }
                bytes[0] += candidate.bodySize();
                return zone.state(candidate.id())
                    .thenCompose(state -> grantIfAvailable(state, request, readVersion, held))
                    .thenAccept(granted -> granted.ifPresent(leased::add));
              });
    }
    return chain.thenApply(done -> new Dequeued(List.copyOf(leased), found, List.copyOf(held)));
  }

  private CompletableFuture<Optional<LeasedItem>> grantIfAvailable(
      Optional<StoredRecord> state, DequeueRequest request, long readVersion, List<Instant> held) {
    if (state.isEmpty()) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    QueueItem item = ItemRecords.message(state.get());
    if (!zone.available(item, readVersion)) {
      held.add(zone.availableAt(item, readVersion));
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return grant(state.get(), request.lease(), request.consumer(), readVersion)
        .thenApply(Optional::of);
  }

  CompletableFuture<LeaseResult> obtain(String id, Duration duration, String consumer) {
    QueueLimits.checkBetween("lease", duration, Duration.ofMillis(1), QueueLimits.LEASE_MAX);
    return zone.context()
        .readVersion()
        .thenCompose(
            version ->
                zone.state(id)
                    .thenCompose(
                        state ->
                            state
                                .map(there -> obtain(there, duration, consumer, version))
                                .orElseGet(() -> notThere(id))));
  }

  private CompletableFuture<LeaseResult> obtain(
      StoredRecord state, Duration duration, String consumer, long version) {
    if (!zone.available(ItemRecords.message(state), version)) {
      return CompletableFuture.completedFuture(
          new LeaseResult.NotAvailable(LeaseResult.Reason.NOT_VESTED));
    }
    return grant(state, duration, consumer, version).thenApply(LeaseResult.Granted::new);
  }

  private CompletableFuture<LeaseResult> notThere(String id) {
    return groups
        .isFollower(id)
        .thenApply(
            follows ->
                new LeaseResult.NotAvailable(
                    follows ? LeaseResult.Reason.BLOCKED : LeaseResult.Reason.ITEM_GONE));
  }

  private CompletableFuture<LeasedItem> grant(
      StoredRecord state, Duration duration, String consumer, long readVersion) {
    QueueItem item = ItemRecords.message(state);
    Instant until = zone.now().plus(duration);
    Lease lease = new Lease(LeaseId.random(zone.context().random()), until, duration, readVersion);
    QueueItem leased =
        withLease(item.toBuilder(), lease)
            .setLeaseCount(item.getLeaseCount() + 1)
            .setLeasedBy(consumer)
            .build();
    zone.store().replace(state, leased);
    return zone.bodyApart(item).thenApply(apart -> leasedItem(leased, apart, lease));
  }

  private static LeasedItem leasedItem(QueueItem item, Optional<ItemBody> apart, Lease lease) {
    return new LeasedItem(ItemRecords.workItem(item, apart), lease);
  }

  /** Valid, or expired but not taken by anybody else (paper section 5, extend lease). */
  CompletableFuture<ExtendResult> extend(String id, LeaseId leaseId, Duration duration) {
    QueueLimits.checkBetween("lease", duration, Duration.ofMillis(1), QueueLimits.LEASE_MAX);
    return zone.context()
        .readVersion()
        .thenCompose(
            version ->
                zone.state(id)
                    .thenCompose(
                        state ->
                            state
                                .map(there -> extended(there, leaseId, duration, version))
                                .orElseGet(() -> notExtended(id))));
  }

  private CompletableFuture<ExtendResult> notExtended(String id) {
    return groups.ifFollower(id, ZoneOutcome.LEASE_LOST).thenApply(ExtendResult.NotExtended::new);
  }

  private CompletableFuture<ExtendResult> extended(
      StoredRecord state, LeaseId leaseId, Duration duration, long readVersion) {
    return CompletableFuture.completedFuture(extend(state, leaseId, duration, readVersion));
  }

  private ExtendResult extend(
      StoredRecord state, LeaseId leaseId, Duration duration, long readVersion) {
    QueueItem item = ItemRecords.message(state);
    if (!ZoneAccess.holds(item, leaseId)) {
      return new ExtendResult.NotExtended(ZoneOutcome.LEASE_LOST);
    }
    Lease lease = new Lease(leaseId, zone.now().plus(duration), duration, readVersion);
    zone.store().replace(state, withLease(item.toBuilder(), lease).build());
    return new ExtendResult.Extended(lease);
  }

  private static QueueItem.Builder withLease(QueueItem.Builder item, Lease lease) {
    return item.setVestingMillis(lease.until().toEpochMilli())
        .setLeaseId(ByteString.copyFrom(lease.id().bytes()))
        .setLeaseVersion(lease.version())
        .setLeaseMillis(lease.duration().toMillis());
  }
}
