package dev.tenure.consumer.scan;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.visit.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The candidates of a shard's last peek. They may be drawn for a limited time. The time is shorter
 * for candidates in other consumers' shares, and for all candidates while visits collide
 * (docs/decisions/0010). Used on the scanner's serial executor.
 */
final class PeekedCandidates {
  /**
   * Candidates of an older peek are not drawn if they are in another consumer's share, nor while
   * visits collide often.
   */
  private static final Duration CONTESTED = Duration.ofMillis(20);

  /**
   * While visits collide, a candidate that vested more recently than this is left to the consumer
   * in whose share it is. The time is longer than that consumer's visit takes.
   */
  private static final Duration YIELDED = Duration.ofMillis(100);

  private final Environment environment;
  private final SelectionFraction fraction;
  private CandidatePool pool = CandidatePool.empty();

  PeekedCandidates(Environment environment, SelectionFraction fraction) {
    this.environment = environment;
    this.fraction = fraction;
  }

  /**
   * Replaces the candidates by those of a new peek.
   *
   * @param share this consumer's share of the shard
   * @param quiet whether the shard had nothing to do before this peek
   */
  void replace(List<Candidate> candidates, ShardPeek peek, ShardShare share, boolean quiet) {
    // Other consumers may have visited the candidates of an old version since.
    int enough = peek.weak() ? 0 : peek.freeManagers();
    boolean yields = fraction.yields() && !quiet;
    Instant othersVestedBy = yields ? peek.at().minus(YIELDED) : Instant.MAX;
    pool = CandidatePool.of(candidates, peek.at(), share, enough, othersVestedBy);
  }

  void clear() {
    pool = CandidatePool.empty();
  }

  int size() {
    return pool.size();
  }

  boolean isEmpty() {
    return pool.isEmpty();
  }

  /** Whether a candidate was left to another consumer only because it had vested a moment ago. */
  boolean yielded() {
    return pool.yielded();
  }

  /** Whether the peek is recent enough to trust. */
  boolean isFresh() {
    Duration most = environment.options().tuning().peekKept();
    Duration kept = fraction.collidingOften() && most.compareTo(CONTESTED) > 0 ? CONTESTED : most;
    return !isOlderThan(kept);
  }

  private boolean isOlderThan(Duration age) {
    return environment.time().now().isAfter(pool.peekedAt().plus(age));
  }

  /** Begins a selection (line 8). */
  void select() {
    pool.select(fraction.current(), environment.options().selectionMax());
  }

  /** From now on, draws only from this consumer's share if the peek is too old for others'. */
  void leaveContested() {
    if (isOlderThan(CONTESTED)) {
      pool.leaveOthers();
    }
  }

  /**
   * Draws the next candidate of the selection. When the selection is used up and the peek is fresh,
   * it begins another selection.
   *
   * @param inOrder whether the candidate that vested first is drawn, rather than a random one
   * @return null when the selection is used up
   */
  @Nullable Candidate draw(boolean inOrder) {
    if (pool.selected() <= 0 && !pool.isEmpty() && isFresh()) {
      select();
    }
    return pool.selected() > 0 ? pool.draw(inOrder, environment.random()) : null;
  }
}
