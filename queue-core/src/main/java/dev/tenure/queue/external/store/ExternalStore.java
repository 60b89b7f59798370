package dev.tenure.queue.external.store;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.Failure;
import dev.tenure.queue.zone.IndexedItem;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/**
 * A store beside FoundationDB that holds the items of queue zones. An implementation keeps this
 * contract, which {@code ExternalStoreContract} of the testkit checks:
 *
 * <ul>
 *   <li>An operation takes place as a whole or not at all, and survives a crash of the store once
 *       it is answered.
 *   <li>Reads are strong: each sees all operations that were answered before it began. A zone whose
 *       read overlooks an item would lose its pointer.
 *   <li>No method blocks its caller, and each future completes within a bounded time. When the
 *       store does not answer, it fails with {@link ExternalStoreException}. Any other error is
 *       that of the operation itself.
 *   <li>The store's clock alone decides what has vested and which lease has ended.
 * </ul>
 *
 * <p>An item has the numbers of {@link WorkItem}. Of its body the store may keep the bytes as they
 * are; it never interprets them. Safe for use by many threads.
 */
public interface ExternalStore {

  /**
   * Whether the store leases single items. Without such leases {@link #dequeue} changes nothing,
   * and the other operations ignore the lease; a visit then leases the zone's pointer for as long
   * as its items run.
   */
  boolean leasesItems();

  /**
   * The time for which a visit leases the pointer, from 1 s to 12 h. With leases on items it should
   * cover one {@link #dequeue}. Without them it is the time after which the items of a consumer
   * that has died run elsewhere.
   */
  Duration pointerLease();

  /**
   * Adds an item, if the zone has neither an item nor a dead letter of its id. The item vests after
   * its delay.
   *
   * @param item has an id and no group
   * @param life a number that tells this item from earlier ones of its id
   * @return whether the item was added
   */
  CompletableFuture<Boolean> enqueue(ZoneAddress zone, NewItem item, long life);

  /**
   * Removes an item that was never taken, after its enqueue has failed.
   *
   * @return whether the item is surely gone without having been taken
   */
  CompletableFuture<Boolean> withdraw(ZoneAddress zone, String id, long life);

  /**
   * Leases vested items in the order of (priority, vesting time).
   *
   * @param lease the lease of all items that are taken
   * @param request its condition and mark are not used
   * @param permits called in order for candidates. It may count the items that it grants. It
   *     decides by type and schema version, so that after a refusal others of that type and version
   *     need not be asked for
   */
  CompletableFuture<ExternalDequeue> dequeue(
      ZoneAddress zone, LeaseId lease, DequeueRequest request, Predicate<IndexedItem> permits);

  /**
   * The time until the zone's next item vests, counting the end of a lease as vesting; zero when an
   * item is vested. Empty when the zone has no item; dead letters do not count.
   */
  CompletableFuture<Optional<Duration>> look(ZoneAddress zone);

  /** Has a lease end after the duration from now, unless another lease was granted since. */
  CompletableFuture<ZoneOutcome> extend(
      ZoneAddress zone, String id, LeaseId lease, Duration duration);

  /**
   * Removes an item as the holder of its lease.
   *
   * @param effects applied in the same transaction of the store, after the lease was found valid. A
   *     store that does not know their type fails with {@link IllegalArgumentException}
   */
  CompletableFuture<ZoneOutcome> complete(
      ZoneAddress zone, String id, LeaseId lease, Optional<ExternalEffects> effects);

  /** As {@link dev.tenure.queue.zone.QueueZone#requeue}. */
  CompletableFuture<ZoneOutcome> requeue(
      ZoneAddress zone, String id, LeaseId lease, Duration delay, Optional<Failure> failure);

  /** As {@link dev.tenure.queue.zone.QueueZone#moveToDeadLetter}. */
  CompletableFuture<ZoneOutcome> moveToDeadLetter(
      ZoneAddress zone,
      String id,
      LeaseId lease,
      DeadLetterKind kind,
      String reason,
      Optional<Failure> failure);

  /**
   * The next zones that have items, in an order of the store's own, with the time until each one's
   * next item vests.
   *
   * @param after the zone after which the page begins; empty for the first page
   */
  CompletableFuture<List<DueZone>> zones(Optional<ZoneAddress> after, int max);

  /** The tenant's zones that have items or dead letters, in the order of their names. */
  CompletableFuture<List<ZoneCounts>> zonesOf(TenantId tenant, Optional<String> after, int max);

  /** The zone's items in the order of their ids. */
  CompletableFuture<List<WorkItem>> items(ZoneAddress zone, Optional<String> after, int max);

  /** The zone's dead letters in the order of their ids. */
  CompletableFuture<List<DeadLetter>> deadLetters(
      ZoneAddress zone, Optional<String> after, int max);

  /** Makes a dead letter an item again, which vests now and has no failed attempts. */
  CompletableFuture<ZoneOutcome> redrive(ZoneAddress zone, String id);

  /** Removes an item, leased or not, or a dead letter. */
  CompletableFuture<ZoneOutcome> cancel(ZoneAddress zone, String id);

  /**
   * As {@link #redrive(ZoneAddress, String)}, if the dead letter is still the one that was read:
   * the one of this id that was set aside at the same time.
   */
  CompletableFuture<ZoneOutcome> redrive(ZoneAddress zone, DeadLetter read);

  /** Removes a dead letter, if it is still the one that was read; never an item. */
  CompletableFuture<ZoneOutcome> remove(ZoneAddress zone, DeadLetter read);
}
