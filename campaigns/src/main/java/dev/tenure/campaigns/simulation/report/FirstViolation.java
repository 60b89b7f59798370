package dev.tenure.campaigns.simulation.report;

import org.jspecify.annotations.Nullable;

/** The first violation that a run has met. The run ends after the task that met it. */
public class FirstViolation {
  private @Nullable Throwable reported;

  /** Notes a violation, unless one was noted before. */
  public final void report(Throwable violation) {
    if (reported == null) {
      reported = violation;
    }
  }

  /** Notes a violation with a message, unless the condition holds. */
  public final void require(boolean holds, String otherwise) {
    if (!holds) {
      report(new InvariantViolation(otherwise));
    }
  }

  /** Throws the noted violation, if there is one. */
  public final void throwReported() {
    if (reported instanceof Error violation) {
      throw violation;
    }
    if (reported != null) {
      throw new InvariantViolation("unexpected: " + reported, reported);
    }
  }
}
