package dev.tenure.campaigns.simulation.run;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.testkit.engine.CommitHold;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The adversary of the pointer protocol. It holds commits back between their reads and their turn,
 * above all commits of producers that rely on reads of E and S, and of visits that put a pointer to
 * sleep or remove it.
 */
final class PointerHolds implements CommitHold {
  /** A commit may come five seconds after its read version. */
  private static final long HOLD_NANOS_MAX = 4_900_000_000L;

  private static final double PRODUCER_RATE = 0.25;
  private static final double VISIT_RATE = 0.15;
  private static final double REMOVAL_RATE = 0.6;

  private final List<Subspace> entries;
  private final SplittableRandom random;

  /**
   * @param entries where each cluster keeps E and S
   */
  PointerHolds(List<Subspace> entries, SplittableRandom random) {
    this.entries = entries;
    this.random = random;
  }

  @Override
  public Duration before(CommitRequest request) {
    return random.nextDouble() < rate(request)
        ? Duration.ofNanos(random.nextLong(HOLD_NANOS_MAX))
        : Duration.ZERO;
  }

  private double rate(CommitRequest request) {
    boolean changes = false;
    for (Mutation mutation : request.mutations()) {
      if (mutation instanceof Mutation.ClearRange clear && isEntry(clear.begin())) {
        return REMOVAL_RATE;
      }
      changes |= isEntry(key(mutation));
    }
    if (changes) {
      return VISIT_RATE;
    }
    return request.readConflicts().stream().map(range -> range.begin).anyMatch(this::isEntry)
        ? PRODUCER_RATE
        : 0;
  }

  private static byte[] key(Mutation mutation) {
    if (mutation instanceof Mutation.Set set) {
      return set.key();
    }
    if (mutation instanceof Mutation.ClearRange clear) {
      return clear.begin();
    }
    return ((Mutation.Atomic) mutation).key();
  }

  private boolean isEntry(byte[] key) {
    return entries.stream().anyMatch(space -> space.contains(key));
  }
}
