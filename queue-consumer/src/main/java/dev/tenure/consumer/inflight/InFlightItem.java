package dev.tenure.consumer.inflight;

import dev.tenure.consumer.environment.Scheduler;
import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.LeasedItem;
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

  /** Where the item is on its way. */
  public enum ItemPhase {
    WAITING,
    RUNNING,
    ENDING,
    ENDED
  }

  private final ItemLocation home;
  private final WorkItem item;
  private final LeaseId leaseId;
  private final Instant vested;

  private ItemPhase phase = ItemPhase.WAITING;
  private Lease lease;
  private Instant startedAt = Instant.MAX;
  private @Nullable RunningHandler handler;
  private Scheduler.@Nullable Scheduled keeping;
  private boolean inSlot;
  private boolean committing;

  /**
   * @param vested since when it could have been taken
   */
  public InFlightItem(ItemLocation home, LeasedItem leased, Instant vested) {
    this.home = home;
    this.item = leased.item();
    this.lease = leased.lease();
    this.leaseId = leased.lease().id();
    this.vested = vested;
  }

  public ItemLocation home() {
    return home;
  }

  public TenantId tenant() {
    return home.tenant();
  }

  public WorkItem item() {
    return item;
  }

  public LeaseId leaseId() {
    return leaseId;
  }

  public Instant vested() {
    return vested;
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

  /** The handler may be called: true for one caller, while nobody has released or lost it. */
  public synchronized boolean begin(Instant now) {
    if (phase != ItemPhase.WAITING) {
      return false;
    }
    phase = ItemPhase.RUNNING;
    startedAt = now;
    inSlot = true;
    return true;
  }

  /** Makes the call the present one; false when the item is not to be run any more. */
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

  /** Its end may be committed: true for one caller. */
  public synchronized boolean beginEnding(ItemPhase from) {
    if (phase != from) {
      return false;
    }
    phase = ItemPhase.ENDING;
    return true;
  }

  /** Its end is committed, or was given up. */
  public synchronized void ended() {
    phase = ItemPhase.ENDED;
    stopKeeping();
  }

  /** Its lease is lost: the phase it was in; nothing changes once its end is under way. */
  public synchronized ItemPhase lose() {
    ItemPhase before = phase;
    if (before == ItemPhase.WAITING || before == ItemPhase.RUNNING) {
      ended();
    }
    return before;
  }

  /** Gives up its worker's slot: true for one caller. */
  public synchronized boolean leaveSlot() {
    boolean left = inSlot;
    inSlot = false;
    return left;
  }

  /** A transaction that ends it is on its way, or is no longer. */
  public synchronized void committing(boolean onItsWay) {
    committing = onItsWay;
  }

  /**
   * When its lease is to be extended: at half its time, and near its end while the item's own end
   * is being committed. The extension writes what that commit has read, and the two would conflict
   * again and again where commits take long.
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

  /** What its keeper does next, instead of what was to be done before. */
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
    return "item " + item.id() + " of " + home;
  }
}
