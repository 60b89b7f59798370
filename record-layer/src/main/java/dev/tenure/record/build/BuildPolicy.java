package dev.tenure.record.build;

import java.util.Objects;

/**
 * What a builder does about what it finds.
 *
 * @param halfBuilt with an index that was begun by an equal plan
 * @param otherBuild with an index that was begun by another plan, or from an index that has changed
 *     since; there is no going on with that
 * @param finished with an index that can be read: going on leaves it as it is
 */
public record BuildPolicy(Existing halfBuilt, Existing otherBuild, Existing finished) {
  private static final BuildPolicy DEFAULTS =
      new BuildPolicy(Existing.CONTINUE, Existing.REFUSE, Existing.CONTINUE);

  /** What becomes of work that was done before. */
  public enum Existing {
    /** It is kept. */
    CONTINUE,
    /** It is cleared, and done again. */
    RESTART,
    /** The build fails with BUILD_REFUSED. */
    REFUSE
  }

  public BuildPolicy {
    Objects.requireNonNull(halfBuilt, "halfBuilt");
    Objects.requireNonNull(otherBuild, "otherBuild");
    Objects.requireNonNull(finished, "finished");
    if (otherBuild == Existing.CONTINUE) {
      throw new IllegalArgumentException(
          "another build cannot be continued, expected RESTART or REFUSE");
    }
  }

  /** Goes on with an equal plan, refuses another, leaves what is finished. */
  public static BuildPolicy defaults() {
    return DEFAULTS;
  }

  /** Begins anew, whatever there is. */
  public static BuildPolicy rebuild() {
    return new BuildPolicy(Existing.RESTART, Existing.RESTART, Existing.RESTART);
  }
}
