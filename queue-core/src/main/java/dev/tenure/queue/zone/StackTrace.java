package dev.tenure.queue.zone;

import com.google.protobuf.ByteString;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.QueueLimits;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The stack trace of a failed attempt in its compressed, stored form: a format byte and a zlib
 * stream (RFC 1950) of UTF-8. Immutable.
 */
public final class StackTrace {
  private static final byte FORMAT = 1;

  private final ByteString stored;

  private StackTrace(ByteString stored) {
    this.stored = stored;
  }

  /**
   * Compresses a text. Empty when the text has more than {@link
   * QueueLimits#STACK_TRACE_TEXT_BYTES_MAX} bytes, or more than {@link
   * QueueLimits#STACK_TRACE_BYTES_MAX} compressed.
   */
  public static Optional<StackTrace> compress(String text) {
    byte[] plain = text.getBytes(StandardCharsets.UTF_8);
    if (plain.length > QueueLimits.STACK_TRACE_TEXT_BYTES_MAX) {
      return Optional.empty();
    }
    byte[] bytes = new byte[QueueLimits.STACK_TRACE_BYTES_MAX];
    bytes[0] = FORMAT;
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(plain);
      deflater.finish();
      int length = deflater.deflate(bytes, 1, bytes.length - 1);
      return deflater.finished()
          ? Optional.of(new StackTrace(ByteString.copyFrom(bytes, 0, 1 + length)))
          : Optional.empty();
    } finally {
      deflater.end();
    }
  }

  /** The stack trace of a stored attempt; empty when it has none. */
  static Optional<StackTrace> stored(ByteString stored) {
    return stored.isEmpty() ? Optional.empty() : Optional.of(new StackTrace(stored));
  }

  ByteString stored() {
    return stored;
  }

  /**
   * The stack trace as text of several lines.
   *
   * @throws QueueException FORMAT_UNKNOWN when a newer release has written it, CORRUPT when the
   *     bytes are damaged; the item itself is still readable
   */
  public String text() {
    if (stored.byteAt(0) != FORMAT) {
      throw new QueueException(
          QueueException.Code.FORMAT_UNKNOWN,
          "stack trace has format " + (stored.byteAt(0) & 0xff) + ", known here is " + FORMAT);
    }
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(stored.substring(1).asReadOnlyByteBuffer());
      return inflated(inflater);
    } catch (DataFormatException e) {
      throw corrupt("it is no zlib stream: " + e.getMessage(), e);
    } finally {
      inflater.end();
    }
  }

  private String inflated(Inflater inflater) throws DataFormatException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    byte[] part = new byte[8_192];
    while (!inflater.finished()) {
      int length = inflater.inflate(part);
      text.write(part, 0, length);
      if (text.size() > QueueLimits.STACK_TRACE_TEXT_BYTES_MAX) {
        throw corrupt(
            "its text is longer than the limit of "
                + QueueLimits.STACK_TRACE_TEXT_BYTES_MAX
                + " bytes",
            null);
      }
      if (length == 0 && !inflater.finished()) {
        throw corrupt("its zlib stream ends early", null);
      }
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private QueueException corrupt(String why, @Nullable Throwable cause) {
    String message = "stack trace of " + stored.size() + " bytes is damaged: " + why;
    return cause == null
        ? new QueueException(QueueException.Code.CORRUPT, message)
        : new QueueException(QueueException.Code.CORRUPT, message, cause);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StackTrace trace && trace.stored.equals(stored);
  }

  @Override
  public int hashCode() {
    return stored.hashCode();
  }

  @Override
  public String toString() {
    return "stack trace of " + stored.size() + " bytes";
  }
}
