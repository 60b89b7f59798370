package dev.tenure.consumer.scan;

import dev.tenure.record.async.ExponentialBackoff;
import java.time.Duration;
import java.time.Instant;

/**
 * How a peek into a shard ended. From that and from the {@link Facts} known by then follows the
 * next step of the scan; the first row that fits decides:
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
 * <p>Sleep follows only a peek at a fresh read version, from the true front, during all of which
 * the watch was set. Work that came before the peek would have been seen by it, and work that came
 * later changes the signal that is watched.
 */
sealed interface PeekResult {
  /** How long a scan settles at most, for each peek that its way through the shard takes. */
  Duration SETTLING = Duration.ofMillis(20);

  /** The most peeks that make settling longer. */
  int PEEKS_PACED = 50;

  /** The next step of the scan. */
  ScanStep next(Facts facts);

  /**
   * What is known when a peek ends.
   *
   * @param weak the peek was made at a read version that may be old
   * @param hinted a producer of this process has hinted at work since the peek began
   * @param busy a visit to the shard is under way, or candidates were left to other consumers only
   *     because they had vested a moment ago
   * @param quiet the peek was made after another one, since which nothing was found: from the true
   *     front, at a fresh read version
   * @param watched the watch was set before the peek began, and still is
   * @param pages how many peeks in a row before this one went on behind entries left alone
   */
  record Facts(
      boolean weak, boolean hinted, boolean busy, boolean quiet, boolean watched, int pages) {}

  /**
   * The database failed the peek.
   *
   * @param failuresBefore how many peeks at fresh versions had failed in a row
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
   * All that the peek saw is left alone for now, and there are more entries behind it.
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
   * @param vesting when the first entry vests that has not vested yet; {@link Instant#MAX} without
   *     any
   * @param later when the first of the entries that are left alone can be visited; {@link
   *     Instant#MAX} without any
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
   * How long a scan settles at most.
   *
   * @param pages how many peeks in a row before the last one went on behind entries left alone
   */
  static Duration settling(int pages) {
    return SETTLING.multipliedBy(Math.min(1 + pages, PEEKS_PACED));
  }
}
