package dev.tenure.consumer.scan;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.consumer.environment.SerialExecutor;
import dev.tenure.consumer.visit.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the lease on a shard while the shard has vested pointers. The consumer with the lease
 * scans the shard in order, so that no pointer starves (paper section 6). Used on the scanner's
 * serial executor; {@link #held} anywhere.
 */
final class SequentialScan {
  private final Environment environment;
  private final SerialExecutor serial;
  private final Source source;
  private volatile Instant heldUntil = Instant.MIN;
  private Instant nextRequest = Instant.MIN;
  private boolean requested;
  private boolean wanted;
  private CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

  SequentialScan(Environment environment, SerialExecutor serial, Source source) {
    this.environment = environment;
    this.serial = serial;
    this.source = source;
  }

  /** Called when the clock was corrected: asks again whether this consumer holds the lease. */
  void clockMoved() {
    heldUntil = Instant.MIN;
    nextRequest = Instant.MIN;
  }

  boolean held() {
    return environment.time().now().isBefore(heldUntil);
  }

  /**
   * Called when the shard has vested pointers: asks for the lease, or extends it, if that is due.
   */
  void wanted() {
    Instant now = environment.time().now();
    wanted = true;
    if (requested || now.isBefore(nextRequest)) {
      return;
    }
    requested = true;
    Duration lease = environment.options().tuning().sequentialLease();
    CompletableFuture<Boolean> asked =
        source
            .cluster()
            .consumers()
            .holdSequentialScan(source.shard(), environment.options().id(), lease);
    underWay = asked;
    environment.whenDone(asked, serial, (granted, error) -> answered(now, granted, error));
  }

  private void answered(Instant asked, @Nullable Boolean granted, @Nullable Throwable error) {
    requested = false;
    Duration lease = environment.options().tuning().sequentialLease();
    nextRequest = asked.plus(environment.random().jitter(lease.dividedBy(2), 0.8, 1.2));
    if (Boolean.TRUE.equals(granted)) {
      heldUntil = asked.plus(lease);
      if (!wanted && environment.lifeCycle().running()) {
        release();
      }
    } else {
      heldUntil = Instant.MIN;
    }
    if (error != null) {
      environment.report("asking for the sequential scan", source, error);
    }
  }

  /** Called when the shard has no vested pointers or the consumer stops: gives the lease back. */
  void release() {
    wanted = false;
    if (held() && !environment.lifeCycle().over()) {
      heldUntil = Instant.MIN;
      nextRequest = Instant.MIN;
      CompletableFuture<Void> release =
          source
              .cluster()
              .consumers()
              .releaseSequentialScan(source.shard(), environment.options().id());
      underWay = release;
      environment.whenDone(release, serial, (done, error) -> released(error));
    }
  }

  /** Completes once no transaction for the lease is under way; never fails. */
  CompletableFuture<Void> settled() {
    return underWay.handle((done, error) -> null);
  }

  private void released(@Nullable Throwable error) {
    if (error != null) {
      environment.report("ending a sequential scan", source, error);
    }
  }
}
