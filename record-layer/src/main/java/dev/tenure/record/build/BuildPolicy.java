package dev.tenure.record.build;

import java.util.Objects;

/**
 * The actions of a builder on an index that was begun or built before.
 *
 * @param halfBuilt applies to an index that was begun by an equal plan
 * @param otherBuild applies to an index that was begun by another plan, or from a source index that
 *     has changed since; such a build cannot be continued
 * @param finished applies to an index that can be read; CONTINUE leaves it unchanged
 */
public record BuildPolicy(Existing halfBuilt, Existing otherBuild, Existing finished) {
  private static final BuildPolicy DEFAULTS =
      new BuildPolicy(Existing.CONTINUE, Existing.REFUSE, Existing.CONTINUE);

  /** The action on the work of an earlier build. */
  public enum Existing {
    /** The work is kept, and the build continues. */
    CONTINUE,
    /** The index is cleared, and built again. */
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

  /**
   * Continues a build by an equal plan, refuses one by another plan, and leaves a finished index
   * unchanged.
   */
  public static BuildPolicy defaults() {
    return DEFAULTS;
  }

  /** Always clears the index and builds it again. */
  public static BuildPolicy rebuild() {
    return new BuildPolicy(Existing.RESTART, Existing.RESTART, Existing.RESTART);
  }
}
