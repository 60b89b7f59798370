package dev.tenure.record.store.row;

import com.apple.foundationdb.tuple.Versionstamp;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.key.RecordVersion;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Encodes the value of a record's version slot: a format byte, the 12 bytes of the versionstamp,
 * and the incarnation if it is not 0.
 */
public final class VersionSlot {
  static final int STAMP_OFFSET = 1;
  private static final byte FIRST_INCARNATION = 1;
  private static final byte LATER_INCARNATION = 2;
  private static final int BYTES = STAMP_OFFSET + Versionstamp.LENGTH;

  private VersionSlot() {}

  /** The length of the value. */
  static int bytes(RecordVersion version) {
    return version.incarnation() == 0 ? BYTES : BYTES + Integer.BYTES;
  }

  static byte[] encode(RecordVersion version) {
    boolean first = version.incarnation() == 0;
    ByteBuffer bytes =
        ByteBuffer.allocate(bytes(version))
            .put(first ? FIRST_INCARNATION : LATER_INCARNATION)
            .put(version.stamp().getBytes());
    return first ? bytes.array() : bytes.putInt(version.incarnation()).array();
  }

  /**
   * Decodes the version in a slot.
   *
   * @param where the store and the key, for errors
   * @throws RecordLayerException FORMAT_UNKNOWN or DAMAGED
   */
  public static RecordVersion decode(byte[] bytes, String where) {
    byte format = bytes.length == 0 ? 0 : bytes[0];
    return switch (format) {
      case FIRST_INCARNATION -> new RecordVersion(0, stamp(bytes, BYTES, where));
      case LATER_INCARNATION -> {
        Versionstamp stamp = stamp(bytes, BYTES + Integer.BYTES, where);
        yield new RecordVersion(incarnation(bytes, where), stamp);
      }
      default ->
          throw new RecordLayerException(
              Code.FORMAT_UNKNOWN,
              "record version has format "
                  + (bytes.length == 0 ? "none" : format)
                  + ", known are "
                  + FIRST_INCARNATION
                  + " and "
                  + LATER_INCARNATION
                  + " ("
                  + where
                  + ")");
    };
  }

  private static Versionstamp stamp(byte[] bytes, int expected, String where) {
    if (bytes.length != expected) {
      throw new RecordLayerException(
          Code.DAMAGED,
          "record version has " + bytes.length + " bytes, expected " + expected + where(where));
    }
    Versionstamp stamp = Versionstamp.fromBytes(Arrays.copyOfRange(bytes, STAMP_OFFSET, BYTES));
    if (!stamp.isComplete()) {
      throw new RecordLayerException(
          Code.DAMAGED, "record version is all FF, which no commit gives" + where(where));
    }
    return stamp;
  }

  private static int incarnation(byte[] bytes, String where) {
    int incarnation = ByteBuffer.wrap(bytes, BYTES, Integer.BYTES).getInt();
    if (incarnation < 1) {
      throw new RecordLayerException(
          Code.DAMAGED,
          "record version has the incarnation "
              + incarnation
              + ", the least of its format is 1"
              + where(where));
    }
    return incarnation;
  }

  private static String where(String where) {
    return " (" + where + ")";
  }
}
