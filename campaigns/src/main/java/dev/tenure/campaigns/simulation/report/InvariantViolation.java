package dev.tenure.campaigns.simulation.report;

import java.util.function.Supplier;

/** An invariant does not hold. The message says which one and where. */
public final class InvariantViolation extends AssertionError {
  private static final long serialVersionUID = 1L;

  public InvariantViolation(String message) {
    super(message);
  }

  public InvariantViolation(String message, Throwable cause) {
    super(message, cause);
  }

  public static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new InvariantViolation(otherwise);
    }
  }

  /** As {@link #require(boolean, String)}, for messages that take time to make. */
  public static void require(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      throw new InvariantViolation(otherwise.get());
    }
  }
}
