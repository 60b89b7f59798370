package dev.tenure.record.global;

/**
 * The order of keys: the order of their bytes in UTF-8, which is also the order of their code
 * points. {@link String#compareTo} orders characters outside of the basic plane differently.
 */
final class Utf8Order {
  private Utf8Order() {}

  static int compare(String one, String other) {
    int common = Math.min(one.length(), other.length());
    for (int i = 0; i < common; i++) {
      if (one.charAt(i) != other.charAt(i)) {
        return Integer.compare(rank(one.charAt(i)), rank(other.charAt(i)));
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  /** Surrogates, of which characters outside of the basic plane consist, come last. */
  private static int rank(char each) {
    return Character.isSurrogate(each) ? each + Character.MAX_VALUE : each;
  }
}
