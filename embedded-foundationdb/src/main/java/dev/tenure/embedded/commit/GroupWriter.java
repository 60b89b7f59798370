package dev.tenure.embedded.commit;

import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;

/** Writes a group to the storage in one batch, and makes its version visible. */
final class GroupWriter {
  private final Storage storage;
  private final Durability durability;
  private final VersionReservation reservation;
  private final VersionWindow window;
  private boolean unsyncedBefore;

  GroupWriter(
      Storage storage,
      Durability durability,
      VersionReservation reservation,
      VersionWindow window) {
    this.storage = storage;
    this.durability = durability;
    this.reservation = reservation;
    this.window = window;
  }

  /**
   * Writes and publishes the group; on an exception nothing of it is visible.
   *
   * @return whether it was synced
   */
  boolean write(CommitGroup group) {
    StorageBatch batch = storage.newBatch();
    group.writes().writeTo(batch);
    boolean changed = !group.writes().isEmpty();
    boolean reserving = reservation.isRunningOut(group.version());
    long reservedEnd = reserving ? reservation.extend(batch, group.version()) : 0;
    boolean sync = reserving || (durability == Durability.SYNC && group.isDurable());
    if (changed || reserving || (sync && unsyncedBefore)) {
      storage.apply(batch, sync);
      unsyncedBefore = !sync;
    }
    if (reserving) {
      reservation.confirm(reservedEnd);
    }
    window.publish(group.version(), changed);
    return sync;
  }
}
