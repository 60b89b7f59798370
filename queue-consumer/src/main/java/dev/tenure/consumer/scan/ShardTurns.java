package dev.tenure.consumer.scan;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.visit.Candidate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the shards that are peeked and the shard from which the next candidate is drawn. Shards
 * in which this consumer has a share come first (docs/decisions/0010). While they give it enough
 * work, it peeks one of the other shards each second, so that no shard is forgotten when its
 * consumers do not come. Used on the scanner's serial executor.
 */
final class ShardTurns {
  private static final Duration OTHERS_EVERY = Duration.ofSeconds(1);

  /**
   * The time between two peeks of a shard of an application that a restricted consumer does not
   * work for.
   */
  static final Duration FOREIGN_EVERY = Duration.ofSeconds(2);

  private final Environment environment;
  private Instant othersAt = Instant.MIN;

  ShardTurns(Environment environment) {
    this.environment = environment;
  }

  /** The due shards that are to be peeked now. */
  List<ShardScan> toPeek(Collection<ShardScan> shards) {
    List<ShardScan> due =
        shards.stream().filter(ShardScan::isDue).filter(shard -> !isEarly(shard)).toList();
    if (shards.stream().noneMatch(ShardScan::keepsBusy)) {
      return due;
    }
    List<ShardScan> chosen = new ArrayList<>();
    List<ShardScan> others = new ArrayList<>();
    due.forEach(shard -> (shard.isOwn() ? chosen : others).add(shard));
    Instant now = environment.time().now();
    if (!others.isEmpty() && areOthersDue(now)) {
      othersAt = now;
      chosen.add(others.get(environment.random().below(others.size())));
    }
    return chosen;
  }

  /** A clock that was set back makes them due at once. */
  private boolean areOthersDue(Instant now) {
    return now.isBefore(othersAt) || !now.isBefore(othersAt.plus(OTHERS_EVERY));
  }

  /** Whether a shard is due that was left out because it is another application's. */
  boolean leavesForeign(Collection<ShardScan> shards) {
    return shards.stream().anyMatch(shard -> shard.isDue() && isEarly(shard));
  }

  private boolean isEarly(ShardScan shard) {
    return shard.isForeign()
        && environment.time().now().isBefore(after(shard.answeredAt(), FOREIGN_EVERY));
  }

  private static Instant after(Instant time, Duration delay) {
    return time.equals(Instant.MIN) ? time : time.plus(delay);
  }

  /**
   * Draws a candidate from one of the shards that are ready (line 8); null when no shard has one.
   */
  @Nullable Candidate draw(Collection<ShardScan> shards) {
    if (environment.random().below(CandidatePool.FROM_ALL_ONE_IN) == 0) {
      Candidate drawn = drawFrom(ready(shards, false), shard -> 1);
      if (drawn != null) {
        return drawn;
      }
    }
    Candidate drawn = drawFrom(ready(shards, true), ShardScan::part);
    if (drawn != null || shards.stream().anyMatch(ShardScan::keepsBusy)) {
      return drawn;
    }
    return drawFrom(ready(shards, false), shard -> 1);
  }

  private static List<ShardScan> ready(Collection<ShardScan> shards, boolean own) {
    return new ArrayList<>(
        shards.stream().filter(shard -> shard.isReady() && shard.isOwn() == own).toList());
  }

  private @Nullable Candidate drawFrom(List<ShardScan> ready, ToDoubleFunction<ShardScan> weight) {
    while (!ready.isEmpty()) {
      int chosen = choose(ready, weight);
      Candidate drawn = ready.get(chosen).draw();
      if (drawn != null) {
        return drawn;
      }
      ready.remove(chosen);
    }
    return null;
  }

  private int choose(List<ShardScan> ready, ToDoubleFunction<ShardScan> weight) {
    double left = environment.random().fraction() * ready.stream().mapToDouble(weight).sum();
    for (int i = 0; i < ready.size() - 1; i++) {
      left -= weight.applyAsDouble(ready.get(i));
      if (left < 0) {
        return i;
      }
    }
    return ready.size() - 1;
  }
}
