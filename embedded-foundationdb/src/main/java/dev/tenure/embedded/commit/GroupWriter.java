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
   * Writes and publishes the group; on an exception nothing of it is visible. Throws 1021 when it
   * may be there once the rows are opened again, 1510 when it will not be, and 4100 ever after a
   * group was written and could not be published: the next would be made of rows it has replaced.
   *
   * @return whether it was synced
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
   * After a failure, tries with a batch of nothing. A group is not risked: its clients would have
   * to be told 1021 again and again, and would never stop trying. And once this succeeds, the batch
   * that failed is known not to come back.
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
