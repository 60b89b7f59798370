package dev.tenure.record.limit;

import com.apple.foundationdb.tuple.ByteArrayUtil;
import dev.tenure.record.error.RecordLayerException;
import java.util.Arrays;

/**
 * Checks FoundationDB's limits when a write is made. FoundationDB itself would report them only at
 * the commit.
 */
public final class KeyValueLimits {
  public static final int KEY_BYTES_MAX = 10_000;
  public static final int VALUE_BYTES_MAX = 100_000;

  private static final int SHOWN_BYTES = 64;

  private KeyValueLimits() {}

  public static void requireKey(byte[] key) {
    if (key.length > KEY_BYTES_MAX) {
      throw new RecordLayerException(
          RecordLayerException.Code.KEY_TOO_LARGE,
          "key is "
              + key.length
              + " bytes, the limit is "
              + KEY_BYTES_MAX
              + " ("
              + shown(key)
              + ")");
    }
  }

  public static void requireValue(byte[] key, byte[] value) {
    if (value.length > VALUE_BYTES_MAX) {
      throw new RecordLayerException(
          RecordLayerException.Code.VALUE_TOO_LARGE,
          "value is "
              + value.length
              + " bytes, the limit is "
              + VALUE_BYTES_MAX
              + " (key "
              + shown(key)
              + ")");
    }
  }

  /** A key as text for error messages, cut after 64 bytes. */
  public static String shown(byte[] key) {
    return key.length <= SHOWN_BYTES
        ? ByteArrayUtil.printable(key)
        : ByteArrayUtil.printable(Arrays.copyOf(key, SHOWN_BYTES)) + "...";
  }
}
