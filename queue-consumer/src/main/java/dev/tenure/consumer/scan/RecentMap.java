package dev.tenure.consumer.scan;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map in order of access that forgets the entry used least recently when it is full. */
final class RecentMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;
  private final int sizeMax;

  RecentMap(int sizeMax) {
    super(16, 0.75f, true);
    this.sizeMax = sizeMax;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > sizeMax;
  }
}
