package dev.tenure.consumer.inflight;

import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.LeasedItem;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An item leased by this consumer, from its visit until its end is committed or its lease is lost.
 * Thread-safe; each transition is made by exactly one caller.
 *
 * <pre>
 *   WAITING ──► RUNNING ──► ENDING ──► ENDED
 *      │           │                     ▲
 *      ├─ release ─┼──────► ENDING       │
 *      └─ lost ────┴─────────────────────┘
 * </pre>
 */
public final class InFlightItem {

  /** The phases of an in-flight item. */
  public enum ItemPhase {
    WAITING,
    RUNNING,
    ENDING,
    ENDED
  }

  private final ItemLocation home;
  private final LeasedItem leased;
  private final Instant vested;

  private ItemPhase phase = ItemPhase.WAITING;
  private Lease lease;
  private Instant startedAt = Instant.MAX;
  private @Nullable RunningHandler handler;
  private Scheduler.@Nullable Scheduled keeping;
  private boolean inSlot;
  private boolean committing;
  private boolean superseded;

  /**
   * @param vested the time since which the item could have been leased
   */
  public InFlightItem(ItemLocation home, LeasedItem leased, Instant vested) {
    this.home = home;
    this.leased = leased;
    this.lease = leased.lease();
    this.vested = vested;
  }

  public ItemLocation home() {
    return home;
  }

  public TenantId tenant() {
    return home.tenant();
  }

  /** The item as it was leased. */
  public LeasedItem leased() {
    return leased;
  }

  public WorkItem item() {
    return leased.item();
  }

  public LeaseId leaseId() {
    return leased.lease().id();
  }

  /** {@link LeasedItem#life}. */
  public long life() {
    return leased.life();
  }

  public Instant vested() {
    return vested;
  }

  /**
   * Notes that this consumer has leased the item again. The earlier lease was lost with a crash of
   * the cluster, so no transaction under that lease has ended the item, nor will one.
   */
  synchronized void supersede() {
    superseded = true;
  }

  /** Whether this consumer has leased the item again. */
  public synchronized boolean superseded() {
    return superseded;
  }

  public synchronized ItemPhase phase() {
    return phase;
  }

  public synchronized Lease lease() {
    return lease;
  }

  public synchronized Instant startedAt() {
    return startedAt;
  }

  /**
   * Begins the run of the item. True for one caller, and only while the item is neither released
   * nor lost.
   */
  public synchronized boolean begin(Instant now) {
    if (phase != ItemPhase.WAITING) {
      return false;
    }
    phase = ItemPhase.RUNNING;
    startedAt = now;
    inSlot = true;
    return true;
  }

  /** Sets the current call of the handler; false when the item is not to run any more. */
  public synchronized boolean attach(RunningHandler next) {
    if (phase != ItemPhase.RUNNING) {
      return false;
    }
    handler = next;
    return true;
  }

  /** The latest call of its handler; null before the first. */
  public synchronized @Nullable RunningHandler handler() {
    return handler;
  }

  /** Begins the end of the item. True for one caller, which may commit the end. */
  public synchronized boolean beginEnding(ItemPhase from) {
    if (phase != from) {
      return false;
    }
    phase = ItemPhase.ENDING;
    return true;
  }

  /** Notes that the end is committed or was given up. */
  public synchronized void ended() {
    phase = ItemPhase.ENDED;
    stopKeeping();
  }

  /**
   * Notes that the lease is lost and returns the phase before. Once the end is under way, nothing
   * changes.
   */
  public synchronized ItemPhase lose() {
    ItemPhase before = phase;
    if (before == ItemPhase.WAITING || before == ItemPhase.RUNNING) {
      ended();
    }
    return before;
  }

  /** Gives up the worker's slot. True for one caller, which frees the slot. */
  public synchronized boolean leaveSlot() {
    boolean left = inSlot;
    inSlot = false;
    return left;
  }

  /** Notes whether a transaction that ends the item is under way. */
  public synchronized void committing(boolean onItsWay) {
    committing = onItsWay;
  }

  /**
   * The time at which the lease is extended: half-way through, or near its end while the item's end
   * is being committed. The extension writes a row that this commit reads, so the two would
   * conflict again and again where commits take long.
   */
  public synchronized Instant extensionDue() {
    return lease.until().minus(lease.duration().dividedBy(committing ? 8 : 2));
  }

  public synchronized boolean isExtensionDue(Instant now) {
    return (phase == ItemPhase.RUNNING || phase == ItemPhase.ENDING)
        && !now.isBefore(extensionDue());
  }

  public synchronized void extended(Lease longer) {
    lease = longer;
  }

  /** Called when the clock was corrected: the lease lasts as long as before. */
  synchronized void clockMoved(Duration by) {
    lease = new Lease(lease.id(), lease.until().plus(by), lease.duration(), lease.version());
  }

  /**
   * Shortens a lease that ends later than one granted now. The clock was put back while the
   * granting transaction was under way, and the item was not in flight yet.
   */
  public synchronized void endsNoLaterThanGranted(Instant now) {
    Instant latest = now.plus(lease.duration());
    if (lease.until().isAfter(latest)) {
      lease = new Lease(lease.id(), latest, lease.duration(), lease.version());
    }
  }

  /** Replaces the next action of the lease keeper. */
  public synchronized void keepBy(Scheduler.Scheduled next) {
    stopKeeping();
    if (phase == ItemPhase.ENDED) {
      next.cancel();
    } else {
      keeping = next;
    }
  }

  private void stopKeeping() {
    if (keeping != null) {
      keeping.cancel();
      keeping = null;
    }
  }

  @Override
  public String toString() {
    return "item " + item().id() + " of " + home;
  }
}
