package dev.tenure.record;

import com.apple.foundationdb.Transaction;
import java.util.concurrent.CompletableFuture;

/**
 * A place where one transaction at a time notes that it was committed.
 *
 * <p>The transaction sets the lane's note to a value of its own, and adds a read conflict on the
 * lane's fence, which nobody writes but who looks into an unknown commit. Blind notes do not
 * conflict with one another, so a lane may be used by one transaction after another at any read
 * versions.
 */
final class CommitLane {
  private final byte[] noteKey;
  private final byte[] fenceKey;
  private byte[] note = {};

  CommitLane(byte[] noteKey, byte[] fenceKey) {
    this.noteKey = noteKey;
    this.fenceKey = fenceKey;
  }

  byte[] noteKey() {
    return noteKey;
  }

  byte[] fenceKey() {
    return fenceKey;
  }

  /** What the transaction that holds this lane has noted. */
  byte[] note() {
    return note;
  }

  /**
   * Lets the transaction note its commit. The read conflict goes before the write, and the read
   * version before the commit: one that is drawn later than the fence would not conflict with it.
   */
  CompletableFuture<Void> write(RecordContext context, byte[] newNote) {
    note = newNote;
    Transaction transaction = context.transaction();
    return transaction
        .getReadVersion()
        .thenAccept(
            version -> {
              transaction.addReadConflictKey(fenceKey);
              transaction.set(noteKey, newNote);
            });
  }
}
