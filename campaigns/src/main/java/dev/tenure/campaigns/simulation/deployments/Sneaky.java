package dev.tenure.campaigns.simulation.deployments;

/** Throws checked exceptions past the compiler, as generated code and other languages do. */
final class Sneaky {
  private Sneaky() {}

  /** Throws what it is given, and returns nothing. */
  @SuppressWarnings("unchecked") // what makes it sneaky
  static <E extends Throwable> RuntimeException exception(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
