package dev.tenure.late;

/**
 * The faults of commits that write, in addition to the delays of their answers. Rates are shares
 * from 0 to 1. Immutable.
 *
 * @param held the share of commits that are sent to the database below only after a time between 0
 *     and {@link LateOptions#delayMax}, so that commits of other transactions that were begun later
 *     take effect earlier. Default 0.2. A larger value costs waiting and conflicts. Raise it to
 *     test commits of others between the reads of a transaction and its commit
 * @param appliedWhileWithheld of the commits whose answer is withheld, the share that the database
 *     below applies at once; the others are not sent before {@link LateDatabase#release}. Default
 *     0.5. Set it to 0 or 1 to test one of the two cases
 * @param unknownAfterwards of the commits whose answer was withheld, the share that ends with 1021
 *     (commit_unknown_result) at the release; a commit that was not sent until then is then never
 *     applied. The others get their real answer. Default 0.5. Set it to 0 or 1 to test one of the
 *     two cases
 */
public record LateCommits(double held, double appliedWhileWithheld, double unknownAfterwards) {

  public LateCommits {
    LateOptions.requireRate(held, "held");
    LateOptions.requireRate(appliedWhileWithheld, "appliedWhileWithheld");
    LateOptions.requireRate(unknownAfterwards, "unknownAfterwards");
  }

  /** The defaults. */
  public static LateCommits usual() {
    return new LateCommits(0.2, 0.5, 0.5);
  }

  public LateCommits withHeld(double rate) {
    return new LateCommits(rate, appliedWhileWithheld, unknownAfterwards);
  }

  public LateCommits withAppliedWhileWithheld(double rate) {
    return new LateCommits(held, rate, unknownAfterwards);
  }

  public LateCommits withUnknownAfterwards(double rate) {
    return new LateCommits(held, appliedWhileWithheld, rate);
  }
}
