package dev.tenure.record.metadata;

import com.google.protobuf.Message;
import dev.tenure.record.RecordLayerException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the errors about stored metadata.
 *
 * @param where it was read
 */
record StoredPlace(String where) {

  RecordLayerException damaged(String what) {
    return damaged(what, null);
  }

  /**
   * An error about these bytes.
   *
   * @param what goes on behind "metadata"
   */
  RecordLayerException damaged(String what, @Nullable Throwable cause) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED, "metadata " + what + " (" + where + ")", cause);
  }

  RecordLayerException unknown(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.FORMAT_UNKNOWN, "metadata " + what + " (" + where + ")");
  }

  void requireKnown(Message stored) {
    if (!stored.getUnknownFields().isEmpty()) {
      throw unknown(
          "has fields that "
              + stored.getDescriptorForType().getName()
              + " does not know: "
              + stored.getUnknownFields().asMap().keySet());
    }
  }
}
