package dev.tenure.admin.rest.item;

import dev.tenure.queue.ContentType;
import dev.tenure.queue.ItemBody;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The beginning of a payload as JSON.
 *
 * @param size the number of bytes of the payload
 * @param shown the number of bytes of the beginning
 * @param text the beginning as text if it is UTF-8, without a character that was cut off
 * @param hex the beginning in hexadecimal digits
 */
public record PayloadBody(
    ContentType contentType, int size, int shown, Optional<String> text, String hex) {

  static PayloadBody of(ItemBody body, int previewBytes) {
    byte[] whole = body.payload();
    int shown = Math.min(whole.length, previewBytes);
    byte[] beginning = Arrays.copyOf(whole, shown);
    return new PayloadBody(
        body.contentType(),
        whole.length,
        shown,
        text(beginning, shown == whole.length),
        HexFormat.of().formatHex(beginning));
  }

  /** Empty when the bytes are not UTF-8, or hold control characters that no text has. */
  private static Optional<String> text(byte[] bytes, boolean complete) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), text, complete);
    if (result.isError()) {
      return Optional.empty();
    }
    String decoded = text.flip().toString();
    return decoded.chars().anyMatch(PayloadBody::isBinary)
        ? Optional.empty()
        : Optional.of(decoded);
  }

  private static boolean isBinary(int character) {
    return Character.isISOControl(character)
        && character != '\n'
        && character != '\r'
        && character != '\t';
  }
}
