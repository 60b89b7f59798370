package dev.tenure.spring.consumer;

/** Formats numbers with their nouns. */
final class Counted {

  private Counted() {}

  /** A number with its noun, such as {@code 1 item} and {@code 3 items}. */
  static String of(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}
