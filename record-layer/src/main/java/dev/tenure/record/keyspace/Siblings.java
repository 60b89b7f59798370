package dev.tenure.record.keyspace;

import java.util.List;

/**
 * Checks the rule for sibling directories: their names differ, and a tuple element belongs to at
 * most one of them.
 */
final class Siblings {
  private Siblings() {}

  static void requireApart(String parent, List<KeySpaceDirectory> children) {
    for (int i = 0; i < children.size(); i++) {
      for (int j = 0; j < i; j++) {
        requireApart(parent, children.get(j), children.get(i));
      }
    }
  }

  private static void requireApart(String parent, KeySpaceDirectory left, KeySpaceDirectory right) {
    if (left.name().equals(right.name())) {
      throw new IllegalArgumentException(
          "directories " + left + " and " + right + " below " + parent + " have the same name");
    }
    if (overlap(left, right)) {
      throw new IllegalArgumentException(
          "directories "
              + left
              + " and "
              + right
              + " below "
              + parent
              + " could have the same key");
    }
  }

  private static boolean overlap(KeySpaceDirectory left, KeySpaceDirectory right) {
    if (left.type() != right.type()) {
      return left.type().isInteger()
          && right.type().isInteger()
          && reachesNumbers(left.type() == DirectoryType.LONG ? left : right);
    }
    return left.constant().isEmpty()
        || right.constant().isEmpty()
        || left.constant().equals(right.constant());
  }

  /** Whether a directory of longs takes one that may be the number of a name. */
  private static boolean reachesNumbers(KeySpaceDirectory longs) {
    return longs.constant().map(value -> value.asLong() >= 1).orElse(true);
  }
}
