package dev.tenure.record.serialize;

import com.google.protobuf.Message;
import java.io.IOException;

/**
 * How a message becomes bytes. Implementations must
 *
 * <ul>
 *   <li>be safe for use by many threads,
 *   <li>give equal bytes for equal messages,
 *   <li>read what any earlier version of theirs wrote, or take another number,
 *   <li>throw for bytes that are no message, without allocating more than those bytes warrant.
 * </ul>
 */
public interface RecordEncoding {
  /** The least number for encodings that are not of this library. */
  int OWN_ID_MIN = 64;

  /** The number stored with each record: 0 is protobuf. */
  int id();

  /**
   * The message as bytes.
   *
   * @throws IllegalArgumentException for a message that could not be read again
   */
  byte[] write(Message message);

  /**
   * The message in {@code length} bytes from {@code offset} on, which must be left as they are. Any
   * exception counts as damage of the record.
   */
  Message read(byte[] bytes, int offset, int length, Message prototype) throws IOException;

  /** Protobuf's wire format, with map entries in the order of their keys. */
  static RecordEncoding protobuf() {
    return ProtobufEncoding.INSTANCE;
  }
}
