package dev.tenure.consumer.scan;

import dev.tenure.record.async.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;

/**
 * The end of a peek into a shard. The result and the {@link Facts} known at that time decide the
 * next step of the scan. The first row that fits applies:
 *
 * <pre>
 *   result         facts                       step
 *   PeekFailed         weak                        PeekAgain
 *   PeekFailed                                     BackOff 100 ms, doubling to 5 s
 *   CandidatesFound                                      Draw
 *   AllLeftAlone   weak, or hinted             PeekAgain
 *   AllLeftAlone   there is more to see        PeekFurther
 *   AllLeftAlone                               Settle 20 ms x (pages + 2), 1 s at most
 *   NothingFound        weak, or hinted             PeekAgain
 *   NothingFound        busy                        Settle 20 ms x (pages + 1), 1 s at most
 *   NothingFound        not quiet, or not watched   SetWatch
 *   NothingFound                                    SleepUntil
 * </pre>
 *
 * <p>The scan sleeps only after a peek from the true front, at a fresh read version, during all of
 * which the watch was set. The peek has seen all work that was added before it, and work that was
 * added later changes the watched signal.
 */
sealed interface PeekResult {
  /** The settling time for each peek that the scan has made on its way through the shard. */
  Duration SETTLING = Duration.ofMillis(20);

  /** The number of peeks beyond which settling does not become longer. */
  int PEEKS_PACED = 50;

  /** The next step of the scan. */
  ScanStep next(Facts facts);

  /**
   * The facts that are known when a peek ends.
   *
   * @param weak the peek was made at a read version that may be old
   * @param hinted a producer of this process has hinted at work since the peek began
   * @param busy a visit to the shard is under way, or candidates were left to other consumers only
   *     because they had vested a moment ago
   * @param quiet the peek before this one found nothing, so this peek was made from the true front,
   *     at a fresh read version
   * @param watched the watch was set before the peek began, and still is
   * @param pages the number of peeks in a row before this one that went on behind entries left
   *     alone
   */
  record Facts(
      boolean weak, boolean hinted, boolean busy, boolean quiet, boolean watched, int pages) {}

  /**
   * The database failed the peek.
   *
   * @param failuresBefore the number of peeks at fresh versions that had failed in a row before
   */
  record PeekFailed(int failuresBefore) implements PeekResult {
    private static final ExponentialBackoff DELAYS =
        new ExponentialBackoff(Duration.ofMillis(100), Duration.ofSeconds(5));

    @Override
    public ScanStep next(Facts facts) {
      return facts.weak()
          ? new ScanStep.PeekAgain()
          : new ScanStep.BackOff(DELAYS.after(failuresBefore + 1));
    }
  }

  /** The peek found candidates that may be visited. */
  record CandidatesFound() implements PeekResult {
    @Override
    public ScanStep next(Facts facts) {
      return new ScanStep.Draw();
    }
  }

  /**
   * All entries that the peek saw are left alone for now, and the shard has more entries behind
   * them.
   *
   * @param moreToSee whether a peek behind these entries, or a larger one, can see others
   */
  record AllLeftAlone(boolean moreToSee) implements PeekResult {
    @Override
    public ScanStep next(Facts facts) {
      if (facts.weak() || facts.hinted()) {
        return new ScanStep.PeekAgain();
      }
      return moreToSee
          ? new ScanStep.PeekFurther()
          : new ScanStep.Settle(settling(facts.pages() + 1));
    }
  }

  /**
   * The peek saw the end of the shard, and nothing that may be visited.
   *
   * @param vesting the earliest vesting time in the future; {@link Instant#MAX} if there is none
   * @param later the earliest time at which an entry that is left alone may be visited; {@link
   *     Instant#MAX} if there is none
   */
  record NothingFound(Instant vesting, Instant later) implements PeekResult {
    @Override
    public ScanStep next(Facts facts) {
      if (facts.weak() || facts.hinted()) {
        return new ScanStep.PeekAgain();
      }
      if (facts.busy()) {
        return new ScanStep.Settle(settling(facts.pages()));
      }
      return facts.quiet() && facts.watched()
          ? new ScanStep.SleepUntil(vesting, later)
          : new ScanStep.SetWatch();
    }
  }

  /**
   * The longest time that a scan settles.
   *
   * @param pages the number of peeks in a row, before the last one, that went on behind entries
   *     left alone
   */
  static Duration settling(int pages) {
    return SETTLING.multipliedBy(Math.min(1 + pages, PEEKS_PACED));
  }
}
