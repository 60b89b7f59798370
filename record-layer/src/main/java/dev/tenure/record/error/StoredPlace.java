package dev.tenure.record.error;

import com.google.protobuf.Message;
import org.jspecify.annotations.Nullable;

/**
 * Makes the errors about a stored protobuf message, such as metadata.
 *
 * @param kind the first word of the error, such as "metadata"
 * @param where the place where the message was read
 */
public record StoredPlace(String kind, String where) {

  /** As {@link #damaged(String, Throwable)}, without a cause. */
  public RecordLayerException damaged(String what) {
    return damaged(what, null);
  }

  /**
   * The error DAMAGED.
   *
   * @param what the text that follows the kind
   */
  public RecordLayerException damaged(String what, @Nullable Throwable cause) {
    return new RecordLayerException(
        RecordLayerException.Code.DAMAGED, kind + " " + what + " (" + where + ")", cause);
  }

  /** The error FORMAT_UNKNOWN; its text is the kind, followed by {@code what}. */
  public RecordLayerException unknown(String what) {
    return new RecordLayerException(
        RecordLayerException.Code.FORMAT_UNKNOWN, kind + " " + what + " (" + where + ")");
  }

  /**
   * Refuses a message with fields that its type does not know.
   *
   * @throws RecordLayerException FORMAT_UNKNOWN
   */
  public void requireKnown(Message stored) {
    if (!stored.getUnknownFields().isEmpty()) {
      throw unknown(
          "has fields that "
              + stored.getDescriptorForType().getName()
              + " does not know: "
              + stored.getUnknownFields().asMap().keySet());
    }
  }
}
