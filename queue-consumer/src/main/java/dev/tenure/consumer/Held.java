package dev.tenure.consumer;

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
final class Held {

  /** Where the item is on its way. */
  enum Phase {
    WAITING,
    RUNNING,
    ENDING,
    ENDED
  }

  private final Home home;
  private final WorkItem item;
  private final LeaseId leaseId;
  private final Instant vested;

  private Phase phase = Phase.WAITING;
  private Lease lease;
  private Instant startedAt = Instant.MAX;
  private @Nullable Attempt attempt;
  private Deadlines.@Nullable Deadline keeping;
  private boolean inSlot;
  private boolean committing;

  /**
   * @param vested since when it could have been taken
   */
  Held(Home home, LeasedItem leased, Instant vested) {
    this.home = home;
    this.item = leased.item();
    this.lease = leased.lease();
    this.leaseId = leased.lease().id();
    this.vested = vested;
  }

  Home home() {
    return home;
  }

  TenantId tenant() {
    return home.tenant();
  }

  WorkItem item() {
    return item;
  }

  LeaseId leaseId() {
    return leaseId;
  }

  Instant vested() {
    return vested;
  }

  synchronized Phase phase() {
    return phase;
  }

  synchronized Lease lease() {
    return lease;
  }

  synchronized Instant startedAt() {
    return startedAt;
  }

  /** The handler may be called: true for one caller, while nobody has released or lost it. */
  synchronized boolean begin(Instant now) {
    if (phase != Phase.WAITING) {
      return false;
    }
    phase = Phase.RUNNING;
    startedAt = now;
    inSlot = true;
    return true;
  }

  /** Makes the attempt the present one; false when the item is not to be run any more. */
  synchronized boolean attach(Attempt next) {
    if (phase != Phase.RUNNING) {
      return false;
    }
    attempt = next;
    return true;
  }

  synchronized @Nullable Attempt attempt() {
    return attempt;
  }

  /** Its end may be committed: true for one caller. */
  synchronized boolean beginEnding(Phase from) {
    if (phase != from) {
      return false;
    }
    phase = Phase.ENDING;
    return true;
  }

  /** Its end is committed, or was given up. */
  synchronized void ended() {
    phase = Phase.ENDED;
    stopKeeping();
  }

  /** Its lease is lost: the phase it was in; nothing changes once its end is under way. */
  synchronized Phase lose() {
    Phase before = phase;
    if (before == Phase.WAITING || before == Phase.RUNNING) {
      ended();
    }
    return before;
  }

  /** Gives up its worker's place: true for one caller. */
  synchronized boolean leaveSlot() {
    boolean left = inSlot;
    inSlot = false;
    return left;
  }

  /** A transaction that ends it is on its way, or is no longer. */
  synchronized void committing(boolean onItsWay) {
    committing = onItsWay;
  }

  /**
   * When its lease is to be extended: at half its time, and near its end while the item's own end
   * is being committed. The extension writes what that commit has read, and the two would conflict
   * again and again where commits take long.
   */
  synchronized Instant extensionDue() {
    return lease.until().minus(lease.duration().dividedBy(committing ? 8 : 2));
  }

  synchronized boolean isExtensionDue(Instant now) {
    return (phase == Phase.RUNNING || phase == Phase.ENDING) && !now.isBefore(extensionDue());
  }

  synchronized void extended(Lease longer) {
    lease = longer;
  }

  /** What its keeper does next, instead of what was to be done before. */
  synchronized void keepBy(Deadlines.Deadline next) {
    stopKeeping();
    if (phase == Phase.ENDED) {
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
