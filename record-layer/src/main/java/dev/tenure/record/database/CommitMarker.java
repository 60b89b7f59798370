package dev.tenure.record.database;

import com.apple.foundationdb.MutationType;
import com.apple.foundationdb.Transaction;
import dev.tenure.record.context.ContextCommit;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A pair of keys with which one transaction at a time records that it was committed.
 *
 * <p>The transaction sets the marker's note to a unique value, and adds a read conflict on the
 * marker's fence. Only the reader that examines a commit with unknown result writes the fence.
 * Blind notes do not conflict with one another, so a marker may be used by one transaction after
 * another at any read versions.
 */
final class CommitMarker {
  static final int STAMP_BYTES = 10;

  private final byte[] noteKey;
  private final byte[] fenceKey;
  private byte[] note = {};

  CommitMarker(byte[] noteKey, byte[] fenceKey) {
    this.noteKey = noteKey;
    this.fenceKey = fenceKey;
  }

  byte[] noteKey() {
    return noteKey;
  }

  byte[] fenceKey() {
    return fenceKey;
  }

  /** The note that the holder's transaction writes. */
  byte[] note() {
    return note;
  }

  /**
   * Adds the note to the transaction, with the versionstamp if a caller waits for it. The read
   * conflict is added before the write. The read version is drawn before the commit, since with a
   * version later than the fence the transaction would not conflict with it.
   */
  CompletableFuture<Void> write(ContextCommit commit, byte[] newNote) {
    note = newNote;
    Transaction transaction = commit.context().transaction();
    return transaction
        .getReadVersion()
        .thenAccept(
            version -> {
              transaction.addReadConflictKey(fenceKey);
              if (commit.wantsVersionstamp()) {
                transaction.mutate(
                    MutationType.SET_VERSIONSTAMPED_VALUE, noteKey, withStampBehind(newNote));
              } else {
                transaction.set(noteKey, newNote);
              }
            });
  }

  /** The note, room for a versionstamp, and where that goes: 4 bytes, little-endian. */
  private static byte[] withStampBehind(byte[] note) {
    return ByteBuffer.allocate(note.length + STAMP_BYTES + Integer.BYTES)
        .put(note)
        .put(new byte[STAMP_BYTES])
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(note.length)
        .array();
  }

  /** Whether a value of the note's key is the note of the transaction that holds this marker. */
  boolean isNote(byte @Nullable [] found) {
    return found != null
        && found.length >= note.length
        && Arrays.equals(found, 0, note.length, note, 0, note.length);
  }

  /**
   * The versionstamp that follows the note in the value; empty for a value without versionstamp.
   *
   * @throws RecordLayerException DAMAGED when other bytes are behind the note
   */
  byte[] stampIn(byte[] found) {
    int behind = found.length - note.length;
    if (behind != 0 && behind != STAMP_BYTES) {
      throw CommitMarkerKey.damaged(
          noteKey, "a note and " + behind + " bytes, expected 0 or " + STAMP_BYTES);
    }
    return Arrays.copyOfRange(found, note.length, found.length);
  }
}
