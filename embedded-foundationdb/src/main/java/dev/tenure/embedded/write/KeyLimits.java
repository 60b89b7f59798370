package dev.tenure.embedded.write;

import dev.tenure.embedded.commit.EngineKeys;
import dev.tenure.embedded.storage.KeyBytes;
import java.util.Arrays;

/** The borders of the key space and the longest keys and values. */
@SuppressWarnings("MutablePublicArray") // keys are arrays in fdb-java; nothing here writes to them
public final class KeyLimits {
  /** The end of the keys of users, at which the keys of the system begin. */
  public static final byte[] USER_END = {(byte) 0xff};

  /** The end of the keys with stored values; special keys, which are computed, follow. */
  public static final byte[] END = {(byte) 0xff, (byte) 0xff};

  /** The end of the special keys. */
  public static final byte[] SPECIAL_END = {(byte) 0xff, (byte) 0xff, (byte) 0xff};

  static final byte[] METADATA_VERSION = EngineKeys.metadataVersion();
  public static final byte[] METADATA_VERSION_END = KeyBytes.after(METADATA_VERSION);

  static final int KEY_BYTES_MAX = 10_000;
  static final int SYSTEM_KEY_BYTES_MAX = 30_000;
  public static final int VALUE_BYTES_MAX = 100_000;

  /**
   * The bytes by which a key may exceed the limit with raw access, and in all operations except
   * writes.
   */
  private static final int RAW_ACCESS_BYTES = 8;

  private KeyLimits() {}

  static boolean isSystem(byte[] key) {
    return key.length > 0 && key[0] == (byte) 0xff;
  }

  public static boolean isSpecial(byte[] key) {
    return key.length > 1
        && key[0] == (byte) 0xff
        && key[1] == (byte) 0xff
        && (key.length == 2 || key[2] != (byte) 0xff);
  }

  public static int readKeyBytesMax(byte[] key) {
    return writeKeyBytesMax(key, true);
  }

  public static int writeKeyBytesMax(byte[] key, boolean rawAccess) {
    if (isSystem(key)) {
      return SYSTEM_KEY_BYTES_MAX;
    }
    return rawAccess ? KEY_BYTES_MAX + RAW_ACCESS_BYTES : KEY_BYTES_MAX;
  }

  /**
   * The key as a border between keys that can exist. A key that is too long is cut to one byte over
   * the limit.
   */
  public static byte[] asBorder(byte[] key) {
    int max = readKeyBytesMax(key);
    return key.length > max ? Arrays.copyOf(key, max + 1) : key;
  }

  /**
   * The first key after this one. For {@link #END}, which has none after it, {@link #END} itself.
   */
  public static byte[] after(byte[] key) {
    return Arrays.equals(key, END) ? END : KeyBytes.after(key);
  }

  /** The bytes of a text of characters up to U+00FF, one each. */
  public static byte[] bytes(String text) {
    byte[] bytes = new byte[text.length()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) text.charAt(i);
    }
    return bytes;
  }
}
