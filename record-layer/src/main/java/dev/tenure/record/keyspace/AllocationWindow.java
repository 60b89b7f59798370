package dev.tenure.record.keyspace;

import java.util.random.RandomGenerator;

/**
 * A range of consecutive numbers from which names draw their numbers. A window is so wide that
 * concurrent transactions seldom draw the same number. When half of it is taken, the next window is
 * used.
 *
 * @param begin the first number
 * @param size the number of numbers
 */
record AllocationWindow(long begin, int size) {
  /** The numbers that a tuple holds in one byte. */
  private static final AllocationWindow FIRST = new AllocationWindow(1, 255);

  /** The first number that takes three bytes. From here on a wider window costs little. */
  private static final long WIDE_BEGIN = 1 << 16;

  private static final int MIDDLE_SIZE = 1 << 10;
  private static final int WIDE_SIZE = 1 << 13;

  /** The largest number given before the windows would leave the range of a long. */
  private static final long BEGIN_MAX = Long.MAX_VALUE - 2L * WIDE_SIZE;

  AllocationWindow {
    if (begin < 1 || begin > BEGIN_MAX) {
      throw new IllegalArgumentException(
          "window begins at " + begin + ", expected 1 to " + BEGIN_MAX);
    }
  }

  static AllocationWindow first() {
    return FIRST;
  }

  /** The window that begins at a number. */
  static AllocationWindow at(long begin) {
    if (begin < WIDE_BEGIN) {
      return begin == FIRST.begin ? FIRST : new AllocationWindow(begin, MIDDLE_SIZE);
    }
    return new AllocationWindow(begin, WIDE_SIZE);
  }

  AllocationWindow next() {
    return at(begin + size);
  }

  boolean isSpent(long taken) {
    return taken >= size / 2;
  }

  long draw(RandomGenerator random) {
    return begin + random.nextInt(size);
  }
}
