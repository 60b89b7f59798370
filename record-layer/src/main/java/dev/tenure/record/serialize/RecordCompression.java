package dev.tenure.record.serialize;

/**
 * How the bytes of a message are made fewer. Implementations must
 *
 * <ul>
 *   <li>be safe for use by many threads,
 *   <li>give equal bytes for equal bytes, as long as the program is the same,
 *   <li>decompress what any earlier version of theirs wrote, or take another number,
 *   <li>throw for bytes that do not decompress to exactly the length declared, without allocating
 *       more than that length.
 * </ul>
 */
public interface RecordCompression {
  /** The least number for compressions that are not of this library. */
  int OWN_ID_MIN = 64;

  /** The number stored with each compressed record: 1 is zstd. */
  int id();

  /** The bytes compressed, which need not be fewer: the record is then stored as it was. */
  byte[] compress(byte[] message);

  /**
   * What {@code length} bytes from {@code offset} on, which must be left as they are, decompress
   * to. Any exception counts as damage of the record.
   *
   * @param messageBytes how many bytes the record's head declares, at most {@link
   *     RecordSerializer#MESSAGE_BYTES_MAX}
   */
  byte[] decompress(byte[] bytes, int offset, int length, int messageBytes);

  /**
   * Zstandard. Records of any level can be read with any other.
   *
   * @param level 1 (fast) to 19 (small); 3 is zstd's own default
   * @throws IllegalArgumentException for another level
   * @throws IllegalStateException when zstd-jni is not on the class path
   */
  static RecordCompression zstd(int level) {
    return new ZstdCompression(level);
  }
}
