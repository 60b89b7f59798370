package dev.tenure.record.structure;

import java.util.Arrays;
import java.util.Collections;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** What to put into a {@link BunchedMap} and what to take out of it. */
public final class BunchedChanges {
  private final NavigableMap<byte[], Optional<byte[]>> changes =
      new TreeMap<>(Arrays::compareUnsigned);

  /** Puts a value in the place of what the key has. */
  public void put(byte[] key, byte[] value) {
    changes.put(key, Optional.of(value));
  }

  /** Takes a key out, if it is there. */
  public void remove(byte[] key) {
    changes.put(key, Optional.empty());
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** How many keys there are to put or take out. */
  public int size() {
    return changes.size();
  }

  /** The new values, empty for what is taken out, in the order of keys. */
  NavigableMap<byte[], Optional<byte[]>> all() {
    return Collections.unmodifiableNavigableMap(changes);
  }
}
