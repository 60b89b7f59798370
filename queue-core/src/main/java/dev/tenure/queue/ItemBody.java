package dev.tenure.queue;

import dev.tenure.record.limit.Surrogates;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The payload and attributes of an item. Immutable; the bytes are copied in and out.
 *
 * @param contentType the format of the payload
 * @param payload at most 1,000,000 bytes
 * @param attributes at most 32 entries of 8,192 bytes in all; the trace context is among them
 */
@SuppressWarnings("ArrayRecordComponent") // copied in and out, compared by content
public record ItemBody(ContentType contentType, byte[] payload, Map<String, String> attributes) {

  public ItemBody {
    if (payload.length > QueueLimits.PAYLOAD_BYTES_MAX) {
      throw new IllegalArgumentException(
          "payload is " + payload.length + " bytes, the limit is " + QueueLimits.PAYLOAD_BYTES_MAX);
    }
    if (attributes.size() > QueueLimits.ATTRIBUTES_MAX) {
      throw new IllegalArgumentException(
          attributes.size() + " attributes, the limit is " + QueueLimits.ATTRIBUTES_MAX);
    }
    attributes.forEach(
        (name, value) -> {
          var unused = Surrogates.requireNone("name of an attribute", name);
          unused = Surrogates.requireNone("attribute " + name, value);
        });
    int bytes = size(attributes);
    if (bytes > QueueLimits.ATTRIBUTES_BYTES_MAX) {
      throw new IllegalArgumentException(
          "attributes are " + bytes + " bytes, the limit is " + QueueLimits.ATTRIBUTES_BYTES_MAX);
    }
    payload = payload.clone();
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
  }

  @Override
  public byte[] payload() {
    return payload.clone();
  }

  /** The number of bytes of payload and attributes. */
  public int size() {
    return payload.length + size(attributes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ItemBody that
        && contentType == that.contentType
        && Arrays.equals(payload, that.payload)
        && attributes.equals(that.attributes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(payload) * 31 + attributes.hashCode();
  }

  @Override
  public String toString() {
    return contentType + " of " + payload.length + " bytes, attributes " + attributes.keySet();
  }

  private static int size(Map<String, String> attributes) {
    int bytes = 0;
    for (Map.Entry<String, String> entry : attributes.entrySet()) {
      bytes += entry.getKey().getBytes(StandardCharsets.UTF_8).length;
      bytes += entry.getValue().getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes;
  }
}
