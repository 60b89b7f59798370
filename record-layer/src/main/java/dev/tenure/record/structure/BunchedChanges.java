package dev.tenure.record.structure;

import java.util.Arrays;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** Changes of a {@link BunchedMap}: values to put and keys to remove. */
public final class BunchedChanges {
  private final NavigableMap<byte[], Optional<byte[]>> changes =
      new TreeMap<>(Arrays::compareUnsigned);

  /** Sets the value of a key, replacing the existing one. */
  public void put(byte[] key, byte[] value) {
    changes.put(key, Optional.of(value));
  }

  /** Removes a key. Does nothing when the map does not have it. */
  public void remove(byte[] key) {
    changes.put(key, Optional.empty());
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** The number of keys to put or remove. */
  public int size() {
    return changes.size();
  }

  /** The new values in the order of keys; empty for a removed key. */
  NavigableMap<byte[], Optional<byte[]>> all() {
    return Collections.unmodifiableNavigableMap(changes);
  }
}
