package dev.tenure.consumer.upkeep;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.inflight.InFlightItem;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Requests an extension of a running item's lease when half of it has passed, and reports a lost
 * lease (Algorithm 3, lines 10 to 12). An item that still waits for a worker at that time is given
 * back instead, since other consumers may have idle workers.
 */
public final class LeaseKeeper {
  private static final Duration RETRY_LEAST = Duration.ofMillis(10);
  private static final Duration RETRY_MOST = Duration.ofSeconds(1);

  private final Environment environment;
  private final LeaseExtender extender;
  private final Consumer<InFlightItem> release;
  private final Consumer<InFlightItem> lost;

  /**
   * @param release gives back an item that waits
   * @param lost is called once for an item whose lease is lost
   */
  public LeaseKeeper(
      Environment environment, Consumer<InFlightItem> release, Consumer<InFlightItem> lost) {
    this.environment = environment;
    this.extender = new LeaseExtender(environment);
    this.release = release;
    this.lost = lost;
  }

  /** Keeps the lease of the item until the item has ended. */
  public void keep(InFlightItem inFlight) {
    inFlight.endsNoLaterThanGranted(environment.time().now());
    inFlight.keepBy(environment.time().at(inFlight.extensionDue(), () -> due(inFlight)));
  }

  private void due(InFlightItem inFlight) {
    InFlightItem.ItemPhase phase = inFlight.phase();
    if (phase == InFlightItem.ItemPhase.WAITING) {
      release.accept(inFlight);
    } else if (inFlight.isExtensionDue(environment.time().now())) {
      extend(inFlight);
    } else if (phase != InFlightItem.ItemPhase.ENDED) {
      keep(inFlight);
    }
  }

  /** Extends the lease. If the database does not answer in time, the lease is lost. */
  private void extend(InFlightItem inFlight) {
    inFlight.keepBy(environment.time().at(inFlight.lease().until(), () -> lost.accept(inFlight)));
    environment.whenDone(
        extender.extend(inFlight),
        environment.executor(),
        (held, error) -> extended(inFlight, held, error));
  }

  private void extended(InFlightItem inFlight, @Nullable Boolean held, @Nullable Throwable error) {
    if (environment.lifeCycle().over() || inFlight.phase() == InFlightItem.ItemPhase.ENDED) {
      return;
    }
    if (error != null) {
      environment.log().failed("extending a lease", inFlight, error);
      retry(inFlight);
    } else if (Boolean.FALSE.equals(held)) {
      lost.accept(inFlight);
    } else {
      keep(inFlight);
    }
  }

  private void retry(InFlightItem inFlight) {
    Instant now = environment.time().now();
    Duration left = Duration.between(now, inFlight.lease().until());
    if (left.compareTo(RETRY_LEAST) < 0) {
      lost.accept(inFlight);
      return;
    }
    Duration quarter = left.dividedBy(4);
    Duration delay =
        quarter.compareTo(RETRY_LEAST) < 0
            ? RETRY_LEAST
            : quarter.compareTo(RETRY_MOST) > 0 ? RETRY_MOST : quarter;
    inFlight.keepBy(environment.time().after(delay, () -> extend(inFlight)));
  }
}
