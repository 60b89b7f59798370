package dev.tenure.consumer;

import dev.tenure.queue.Lease;
import dev.tenure.queue.zone.ExtendResult;
import dev.tenure.record.ContextOptions;
import dev.tenure.record.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Algorithm 3, lines 10 to 12: extends the leases of running items at half their time, and says so
 * when one is lost. An item that still waits for a worker by then is given back instead: others may
 * have workers idle. One whose end is being committed is extended only when its lease is nearly
 * over: the extension writes what that commit has read, and the two would conflict again and again
 * where commits take long.
 */
final class LeaseKeeper {
  private static final Duration RETRY_LEAST = Duration.ofMillis(10);
  private static final Duration RETRY_MOST = Duration.ofSeconds(1);

  private final Environment environment;
  private final Consumer<Held> release;
  private final Consumer<Held> lost;

  /** A lease lost with the machine only frees its item sooner, so it need not be synced. */
  private final RunOptions extend =
      RunOptions.defaults()
          .withName("extend-lease")
          .withAttemptsMax(5)
          .withIdempotent(true)
          .withContext(ContextOptions.defaults().withDurabilityRisky(true));

  /**
   * @param release gives back an item that waits
   * @param lost called once for an item that is held no more
   */
  LeaseKeeper(Environment environment, Consumer<Held> release, Consumer<Held> lost) {
    this.environment = environment;
    this.release = release;
    this.lost = lost;
  }

  /** Keeps the item until it has ended. */
  void keep(Held held) {
    Lease lease = held.lease();
    Instant half = lease.until().minus(lease.duration().dividedBy(2));
    held.keepBy(environment.deadlines().at(half, () -> halfOver(held)));
  }

  private void halfOver(Held held) {
    switch (held.phase()) {
      case WAITING -> release.accept(held);
      case RUNNING -> extend(held);
      case ENDING -> keepEnding(held);
      case ENDED -> {}
    }
  }

  private void keepEnding(Held held) {
    if (held.isCommitting()) {
      Lease lease = held.lease();
      Instant nearlyOver = lease.until().minus(lease.duration().dividedBy(8));
      held.keepBy(environment.deadlines().at(nearlyOver, () -> extend(held)));
    } else {
      extend(held);
    }
  }

  /** Meanwhile the lease runs: should the database not answer in time, it is lost. */
  private void extend(Held held) {
    Lease lease = held.lease();
    held.keepBy(environment.deadlines().at(lease.until(), () -> lost.accept(held)));
    environment.whenDone(
        held.home()
            .run(
                extend,
                zone -> zone.extendLease(held.item().id(), held.leaseId(), lease.duration())),
        environment.executor(),
        (result, error) -> extended(held, result, error));
  }

  private void extended(Held held, @Nullable ExtendResult result, @Nullable Throwable error) {
    if (environment.lifeCycle().over() || held.phase() == Held.Phase.ENDED) {
      return;
    }
    if (result instanceof ExtendResult.Extended extended) {
      environment.meters().leasesExtended.increment();
      held.extended(extended.lease());
      keep(held);
    } else if (error == null) {
      lost.accept(held);
    } else {
      environment.complaints().about("extending a lease", held, error);
      retry(held);
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
