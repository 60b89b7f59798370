package dev.tenure.record.context;

import java.util.random.RandomGenerator;

/** Lets many threads draw from one generator. */
final class SharedRandom implements RandomGenerator {
  private final RandomGenerator source;

  SharedRandom(RandomGenerator source) {
    this.source = source;
  }

  @Override
  public synchronized long nextLong() {
    return source.nextLong();
  }

  /** Draws all bytes at once, since a secure generator takes as long for one byte as for twenty. */
  @Override
  public synchronized void nextBytes(byte[] bytes) {
    source.nextBytes(bytes);
  }
}
