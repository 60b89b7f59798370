package dev.tenure.record.serialize;

/**
 * Compresses the bytes of messages. Implementations must
 *
 * <ul>
 *   <li>be safe for use by many threads,
 *   <li>compress equal input to equal output, within one version of the program,
 *   <li>decompress the output of all their earlier versions, or take a new number,
 *   <li>throw for bytes that do not decompress to exactly the declared length, without allocating
 *       more than that length.
 * </ul>
 */
public interface RecordCompression {
  /** The lowest number for compressions of applications. */
  int OWN_ID_MIN = 64;

  /** The number that is stored with each compressed record; 1 is zstd. */
  int id();

  /** Compresses the bytes. If the result is not shorter, the record is stored uncompressed. */
  byte[] compress(byte[] message);

  /**
   * Decompresses the {@code length} bytes from {@code offset} on, without changing the array. Any
   * exception counts as damage of the record.
   *
   * @param messageBytes the length that the record's head declares, at most {@link
   *     RecordSerializer#MESSAGE_BYTES_MAX}
   */
  byte[] decompress(byte[] bytes, int offset, int length, int messageBytes);

  /**
   * Zstandard. A record that was compressed at one level can be read at any other.
   *
   * @param level 1 (fast) to 19 (small); 3 is zstd's own default
   * @throws IllegalArgumentException for another level
   * @throws IllegalStateException when zstd-jni is not on the class path
   */
  static RecordCompression zstd(int level) {
    return new ZstdCompression(level);
  }
}
