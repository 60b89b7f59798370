package dev.tenure.record;

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
}
