package dev.tenure.record.structure;

/** An entry of a {@link BunchedMap}. Its arrays are not copied, and must not be changed. */
public final class BunchedEntry {
  private final byte[] key;
  private final byte[] value;

  BunchedEntry(byte[] key, byte[] value) {
    this.key = key;
    this.value = value;
  }

  /** The key: a packed tuple, without the prefix of the map. */
  public byte[] key() {
    return key;
  }

  public byte[] value() {
    return value;
  }
}
