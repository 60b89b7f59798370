package dev.tenure.record;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;

/**
 * A record as it is stored.
 *
 * @param type the name of its record type
 * @param primaryKey the columns of its primary key, without the record type key
 * @param message its content
 * @param schemaVersion the version of the metadata it was last saved with
 * @param sizeBytes the stored values' length, the envelope included
 * @param keyCount over how many keys it lies, at least 1
 */
public record StoredRecord(
    String type,
    Tuple primaryKey,
    Message message,
    int schemaVersion,
    int sizeBytes,
    int keyCount) {

  /**
   * The content as a generated message.
   *
   * @throws ClassCastException when the record type was declared by its descriptor only, so that
   *     loaded records are dynamic messages
   */
  public <M extends Message> M message(Class<M> kind) {
    return kind.cast(message);
  }
}
