package dev.tenure.record.serialize;

import com.google.protobuf.Message;
import java.io.IOException;

/**
 * Encodes messages as bytes. Implementations must
 *
 * <ul>
 *   <li>be safe for use by many threads,
 *   <li>encode equal messages as equal bytes,
 *   <li>read the output of all their earlier versions, or take a new number,
 *   <li>throw for bytes that are not a message, without allocating more memory than a message of
 *       that size needs.
 * </ul>
 */
public interface RecordEncoding {
  /** The lowest number for encodings of applications. */
  int OWN_ID_MIN = 64;

  /** The number that is stored with each record; 0 is protobuf. */
  int id();

  /**
   * The message as bytes.
   *
   * @throws IllegalArgumentException for a message that could not be read again
   */
  byte[] write(Message message);

  /**
   * Reads the message in {@code length} bytes from {@code offset} on. The bytes must not be
   * changed. Any exception means that the record is corrupt.
   */
  Message read(byte[] bytes, int offset, int length, Message prototype) throws IOException;

  /** Protobuf's wire format, with map entries in the order of their keys. */
  static RecordEncoding protobuf() {
    return ProtobufEncoding.INSTANCE;
  }
}
