package dev.tenure.embedded.commit;

import dev.tenure.embedded.storage.Storage;
import dev.tenure.embedded.storage.StorageBatch;
import dev.tenure.embedded.storage.StorageException;

/** Writes a group to the storage in one batch, and makes its version visible. */
final class GroupWriter {
  private final Storage storage;
  private final Durability durability;
  private final VersionReservation reservation;
  private final VersionWindow window;
  private boolean unsyncedBefore;
  private boolean failedBefore;
  private boolean unpublished;

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
   * Writes and publishes the group. After an exception no write of the group is visible. Throws
   * 1021 when the group may be there after the storage is opened again, and 1510 when it will not
   * be. After a group was written but could not be published, it always throws 4100, since later
   * groups would read rows that this group has replaced.
   *
   * @return whether the group was synced
   */
  boolean write(CommitGroup group) {
    if (unpublished) {
      throw FdbErrors.exception(FdbErrors.INTERNAL_ERROR);
    }
    StorageBatch batch = storage.newBatch();
    group.writes().writeTo(batch);
    boolean changed = !group.writes().isEmpty();
    boolean reserving = reservation.isRunningOut(group.version());
    long reservedEnd = reserving ? reservation.extend(batch, group.version()) : 0;
    boolean sync = reserving || (durability == Durability.SYNC && group.isDurable());
    if (changed || reserving || (sync && unsyncedBefore)) {
      requireWritable();
      apply(batch, sync);
      unsyncedBefore = !sync;
    }
    if (reserving) {
      reservation.confirm(reservedEnd);
    }
    unpublished = true;
    window.publish(group.version(), group.writes());
    unpublished = false;
    return sync;
  }

  private void apply(StorageBatch batch, boolean sync) {
    failedBefore = true;
    try {
      storage.apply(batch, sync);
    } catch (StorageException e) {
      throw FdbErrors.unknownResult(e);
    }
    failedBefore = false;
  }

  /**
   * After a failure, tries an empty batch first. With a group, its clients would get 1021 again and
   * again and never stop retrying. A success also shows that the failed batch will not come back.
   */
  private void requireWritable() {
    if (failedBefore) {
      try {
        storage.apply(storage.newBatch(), true);
      } catch (StorageException e) {
        throw FdbErrors.ioError(e);
      }
      failedBefore = false;
      unsyncedBefore = false;
    }
  }
}
