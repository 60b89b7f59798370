package dev.tenure.embedded.range;

import dev.tenure.embedded.storage.KeyBytes;

/**
 * Decides how far one request to storage reaches. A request passes over known rows and over single
 * keys known to be absent. It ends at a longer range known to be empty, and at an unreadable range.
 */
final class UnknownStretch {

  private UnknownStretch() {}

  /**
   * Moves from an unknown segment up to the last unknown segment that one request should cover.
   *
   * @return the number of single absent keys in between
   */
  static int skipForward(Segments at, Segments limit, int stepsMax) {
    byte[] emptyFrom = at.begin;
    int singles = 0;
    for (int steps = 0; steps < stepsMax && !at.isSamePlace(limit); steps++) {
      if (at.isUnreadable()) {
        break;
      }
      if (at.isEmpty()) {
        if (!KeyBytes.isSingleKey(emptyFrom, at.end)) {
          break;
        }
        singles++;
      } else {
        emptyFrom = at.end;
      }
      at.next();
    }
    while (at.isUnreadable() || !at.isUnknown()) {
      at.previous();
    }
    return singles;
  }

  /** As {@link #skipForward}, downward. */
  static int skipBackward(Segments at, Segments limit, int stepsMax) {
    byte[] emptyTo = at.end;
    int singles = 0;
    for (int steps = 0; steps < stepsMax && !at.isSamePlace(limit); steps++) {
      if (at.isUnreadable()) {
        break;
      }
      if (at.isEmpty()) {
        if (!KeyBytes.isSingleKey(at.begin, emptyTo)) {
          break;
        }
        singles++;
      } else {
        emptyTo = at.begin;
      }
      at.previous();
    }
    while (at.isUnreadable() || !at.isUnknown()) {
      at.next();
    }
    return singles;
  }

  /**
   * The number of single absent keys after the cursor before a longer empty range, at most {@code
   * max}.
   */
  static int countForward(Segments at, byte[] readEnd, int max) {
    byte[] emptyFrom = at.begin;
    int singles = 0;
    while (singles < max && KeyBytes.isBefore(at.end, readEnd)) {
      if (at.isUnreadable()) {
        return singles;
      }
      if (at.isEmpty()) {
        if (!KeyBytes.isSingleKey(emptyFrom, at.end)) {
          return singles;
        }
        singles++;
      } else {
        emptyFrom = at.end;
      }
      at.next();
    }
    return singles;
  }

  /** As {@link #countForward}, downward. */
  static int countBackward(Segments at, int max) {
    byte[] emptyTo = at.end;
    int singles = 0;
    while (singles < max && !at.isAtStart()) {
      if (at.isUnreadable()) {
        return singles;
      }
      if (at.isEmpty()) {
        if (!KeyBytes.isSingleKey(at.begin, emptyTo)) {
          return singles;
        }
        singles++;
      } else {
        emptyTo = at.begin;
      }
      at.previous();
    }
    return singles;
  }
}
