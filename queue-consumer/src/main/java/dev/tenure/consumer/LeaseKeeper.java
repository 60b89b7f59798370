package dev.tenure.consumer;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 3, lines 10 to 12: has the leases of running items extended at half their time, and
 * says so when one is lost. An item that still waits for a worker by then is given back instead:
 * others may have workers idle.
 */
final class LeaseKeeper {
  private static final Duration RETRY_LEAST = Duration.ofMillis(10);
  private static final Duration RETRY_MOST = Duration.ofSeconds(1);

  private final Environment environment;
  private final LeaseExtender extender;
  private final Consumer<Held> release;
  private final Consumer<Held> lost;

  /**
   * @param release gives back an item that waits
   * @param lost called once for an item that is held no more
   */
  LeaseKeeper(Environment environment, Consumer<Held> release, Consumer<Held> lost) {
    this.environment = environment;
    this.extender = new LeaseExtender(environment);
    this.release = release;
    this.lost = lost;
  }

  /** Keeps the item until it has ended. */
  void keep(Held held) {
    held.keepBy(environment.deadlines().at(held.extensionDue(), () -> due(held)));
  }

  private void due(Held held) {
    Held.Phase phase = held.phase();
    if (phase == Held.Phase.WAITING) {
      release.accept(held);
    } else if (held.isExtensionDue(environment.deadlines().now())) {
      extend(held);
    } else if (phase != Held.Phase.ENDED) {
      keep(held);
    }
  }

  /** Meanwhile the lease runs: should the database not answer in time, it is lost. */
  private void extend(Held held) {
    held.keepBy(environment.deadlines().at(held.lease().until(), () -> lost.accept(held)));
    environment.whenDone(
        extender.extend(held),
        environment.executor(),
        (result, error) -> extended(held, result, error));
  }

  private void extended(
      Held held, LeaseExtender.@Nullable Result result, @Nullable Throwable error) {
    if (environment.lifeCycle().over() || held.phase() == Held.Phase.ENDED) {
      return;
    }
    if (error != null) {
      environment.complaints().about("extending a lease", held, error);
      retry(held);
    } else if (result == LeaseExtender.Result.LEASE_LOST) {
      lost.accept(held);
    } else {
      keep(held);
    }
  }

  private void retry(Held held) {
    Instant now = environment.deadlines().now();
    Duration left = Duration.between(now, held.lease().until());
    if (left.compareTo(RETRY_LEAST) < 0) {
      lost.accept(held);
      return;
    }
    Duration quarter = left.dividedBy(4);
    Duration delay =
        quarter.compareTo(RETRY_LEAST) < 0
            ? RETRY_LEAST
            : quarter.compareTo(RETRY_MOST) > 0 ? RETRY_MOST : quarter;
    held.keepBy(environment.deadlines().after(delay, () -> extend(held)));
  }
}
