package dev.tenure.queue;

import java.nio.charset.StandardCharsets;

/** Hashes that are the same in every process, so that all processes compute the same placement. */
public final class PlacementHash {
  private PlacementHash() {}

  /** FNV-1a over the UTF-8 bytes, spread by {@link #spread}. */
  public static long of(String text) {
    long hash = 0xcbf29ce484222325L;
    for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (next & 0xff)) * 0x100000001b3L;
    }
    return spread(hash);
  }

  /** Spreads the bits of a number, as the finalizer of SplitMix64 does. */
  public static long spread(long sum) {
    long hash = (sum ^ (sum >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }
}
