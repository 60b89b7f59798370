package dev.tenure.record.store;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.RecordLayerException;
import java.util.Arrays;

/** The value of a record's version slot: a format byte, then the version's 12 bytes. */
final class VersionSlot {
  static final int BYTES = 1 + Versionstamp.LENGTH;
  static final int STAMP_OFFSET = 1;
  private static final byte FORMAT = 1;

  private VersionSlot() {}

  static byte[] encode(Versionstamp version) {
    byte[] bytes = new byte[BYTES];
    bytes[0] = FORMAT;
    System.arraycopy(version.getBytes(), 0, bytes, STAMP_OFFSET, Versionstamp.LENGTH);
    return bytes;
  }

  /**
   * The version in a slot.
   *
   * @param where for errors: the store and the key
   * @throws RecordLayerException FORMAT_UNKNOWN or DAMAGED
   */
  static Versionstamp decode(byte[] bytes, String where) {
    if (bytes.length == 0 || bytes[0] != FORMAT) {
      throw new RecordLayerException(
          RecordLayerException.Code.FORMAT_UNKNOWN,
          "record version has format "
              + (bytes.length == 0 ? "none" : bytes[0])
              + ", known is "
              + FORMAT
              + " ("
              + where
              + ")");
    }
    if (bytes.length != BYTES) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "record version has " + bytes.length + " bytes, expected " + BYTES + " (" + where + ")");
    }
    Versionstamp version = Versionstamp.fromBytes(Arrays.copyOfRange(bytes, STAMP_OFFSET, BYTES));
    if (!version.isComplete()) {
      throw new RecordLayerException(
          RecordLayerException.Code.DAMAGED,
          "record version is all FF, which no commit gives (" + where + ")");
    }
    return version;
  }
}
