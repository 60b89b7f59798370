package dev.tenure.testkit.external;

import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.external.store.TakenItem;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.FailedAttempt;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.IndexedItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The state of an item or dead letter; immutable, so that a copy of the map is a backup.
 *
 * @param lease the last lease, unless the item was requeued since
 * @param dead why and when it was set aside; empty for an item
 */
record MemoryItem(
    NewItem item,
    long life,
    Instant enqueuedAt,
    Instant vesting,
    Optional<Lease> lease,
    Optional<String> leasedBy,
    Counts counts,
    List<FailedAttempt> failures,
    Optional<Dead> dead) {

  /** How often the item was leased and failed. */
  record Counts(int leases, int attempts, int errors) {}

  /** Why and when an item was set aside. */
  record Dead(DeadLetterKind kind, String reason, Instant at) {}

  static MemoryItem of(NewItem item, long life, Instant now) {
    return new MemoryItem(
        item,
        life,
        now,
        now.plus(item.delay()),
        Optional.empty(),
        Optional.empty(),
        new Counts(0, 0, 0),
        List.of(),
        Optional.empty());
  }

  String id() {
    return item.id().orElseThrow();
  }

  boolean isDead() {
    return dead.isPresent();
  }

  boolean isHeldBy(LeaseId id) {
    return lease.filter(held -> held.id().equals(id)).isPresent();
  }

  IndexedItem indexed() {
    return new IndexedItem(
        id(), item.type(), item.schemaVersion(), item.priority(), vesting, item.body().size());
  }

  /** The item under a new lease; an earlier lease that is still there has vanished. */
  MemoryItem leased(LeaseId id, Duration duration, String consumer, Instant now) {
    Counts next =
        new Counts(counts.leases + 1, counts.attempts + (lease.isPresent() ? 1 : 0), counts.errors);
    return with(
        now.plus(duration),
        Optional.of(new Lease(id, now.plus(duration), duration, 0)),
        Optional.of(consumer),
        next);
  }

  MemoryItem extended(LeaseId id, Duration duration, Instant now) {
    return with(
        now.plus(duration),
        Optional.of(new Lease(id, now.plus(duration), duration, 0)),
        leasedBy,
        counts);
  }

  private MemoryItem with(
      Instant newVesting, Optional<Lease> newLease, Optional<String> holder, Counts newCounts) {
    return new MemoryItem(
        item, life, enqueuedAt, newVesting, newLease, holder, newCounts, failures, dead);
  }

  MemoryItem requeued(Instant newVesting, Optional<Failure> failure, Instant now) {
    return failed(failure, true, now).with(newVesting);
  }

  private MemoryItem with(Instant newVesting) {
    return with(newVesting, Optional.empty(), leasedBy, counts);
  }

  private MemoryItem failed(Optional<Failure> failure, boolean counted, Instant now) {
    if (failure.isEmpty()) {
      return this;
    }
    Failure why = failure.get();
    List<FailedAttempt> all = new ArrayList<>(failures);
    all.add(
        new FailedAttempt(now, counts.attempts + 1, why.consumer(), why.error(), why.stackTrace()));
    int from = Math.max(0, all.size() - QueueLimits.FAILURES_KEPT);
    Counts next =
        counted ? new Counts(counts.leases, counts.attempts + 1, counts.errors + 1) : counts;
    return new MemoryItem(
        item,
        life,
        enqueuedAt,
        vesting,
        lease,
        leasedBy,
        next,
        List.copyOf(all.subList(from, all.size())),
        dead);
  }

  MemoryItem setAside(DeadLetterKind kind, String reason, Optional<Failure> failure, Instant now) {
    MemoryItem failed = failed(failure, kind != DeadLetterKind.PARKED, now).with(vesting);
    return failed.dead(Optional.of(new Dead(kind, reason, now)));
  }

  private MemoryItem dead(Optional<Dead> newDead) {
    return new MemoryItem(
        item, life, enqueuedAt, vesting, lease, leasedBy, counts, failures, newDead);
  }

  MemoryItem redriven(Instant now) {
    return new MemoryItem(
        item,
        life,
        enqueuedAt,
        now,
        Optional.empty(),
        Optional.empty(),
        new Counts(0, 0, 0),
        List.of(),
        Optional.empty());
  }

  TakenItem taken(ZoneAddress zone) {
    return new TakenItem(workItem(zone), life);
  }

  WorkItem workItem(ZoneAddress zone) {
    return new WorkItem(
        zone.zone(),
        id(),
        item.type(),
        item.schemaVersion(),
        item.priority(),
        vesting,
        lease,
        leasedBy,
        counts.leases,
        counts.attempts,
        counts.errors,
        enqueuedAt,
        item.body().size(),
        Optional.empty(),
        Optional.of(item.body()));
  }

  DeadLetter deadLetter(ZoneAddress zone) {
    Dead why = dead.orElseThrow();
    return new DeadLetter(workItem(zone), why.kind, why.reason, why.at, failures);
  }
}
