package dev.tenure.queue;

import java.util.Arrays;

/** A payload's bytes and their format. Immutable; the bytes are copied in and out. */
@SuppressWarnings("ArrayRecordComponent") // copied in and out, compared by content
public record EncodedPayload(ContentType contentType, byte[] bytes) {

  public EncodedPayload {
    bytes = bytes.clone();
  }

  @Override
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EncodedPayload that
        && contentType == that.contentType
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes) * 31 + contentType.hashCode();
  }

  @Override
  public String toString() {
    return contentType + " of " + bytes.length + " bytes";
  }
}
