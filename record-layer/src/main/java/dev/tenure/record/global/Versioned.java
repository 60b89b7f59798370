package dev.tenure.record.global;

/** A stored record; conditional writes compare its version. */
public interface Versioned<K> {
  K key();

  Version version();
}
