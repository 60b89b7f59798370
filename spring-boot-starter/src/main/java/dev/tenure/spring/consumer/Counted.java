package dev.tenure.spring.consumer;

/** Numbers of things, in words. */
final class Counted {

  private Counted() {}

  /** For instance {@code 1 item} and {@code 3 items}. */
  static String of(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}
