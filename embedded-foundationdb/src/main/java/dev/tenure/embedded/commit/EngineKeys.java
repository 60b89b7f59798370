package dev.tenure.embedded.commit;

import dev.tenure.embedded.storage.KeyBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The layout of keys in the storage. Keys of transactions are stored unchanged and lie below {@code
 * FF FF}. The engine's own rows lie from there on, where no transaction can read or write.
 */
public final class EngineKeys {
  /** The end, exclusive, of the keys that transactions may read and write. */
  static final byte[] USER_END = {(byte) 0xff, (byte) 0xff};

  static final byte[] METADATA_VERSION =
      "\u00ff/metadataVersion".getBytes(StandardCharsets.ISO_8859_1);

  /** {@code FF FF} and "engine/versions". */
  static final byte[] VERSIONS_RESERVED = own("engine/versions");

  private EngineKeys() {}

  static boolean isLegal(byte[] key) {
    return key.length < 2 || key[0] != (byte) 0xff || key[1] != (byte) 0xff;
  }

  static void requireLegal(byte[] key) {
    if (!isLegal(key)) {
      throw FdbErrors.exception(FdbErrors.KEY_OUTSIDE_LEGAL_RANGE);
    }
  }

  /**
   * {@code FF} and "/metadataVersion": the only system key that every transaction may read and
   * write.
   */
  public static byte[] metadataVersion() {
    return METADATA_VERSION.clone();
  }

  public static boolean isMetadataVersion(byte[] key) {
    return Arrays.equals(key, METADATA_VERSION);
  }

  /** The end of a range, at most the beginning of the engine's own rows. */
  static byte[] clampEnd(byte[] end) {
    return isLegal(end) ? end : KeyBytes.least(end, USER_END);
  }

  private static byte[] own(String name) {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    byte[] key = new byte[USER_END.length + text.length];
    System.arraycopy(USER_END, 0, key, 0, USER_END.length);
    System.arraycopy(text, 0, key, USER_END.length, text.length);
    return key;
  }
}
