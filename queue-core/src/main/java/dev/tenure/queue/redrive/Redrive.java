package dev.tenure.queue.redrive;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Redrives or deletes the dead letters of one tenant that fit a filter, in slices of a transaction
 * each, no faster than a pace. Letters come by zone and id. What dies while a run goes on, or
 * between it and the run that goes on from its continuation, is left alone, by the clocks of those
 * who set it aside: a letter that was redriven and died again is not redriven twice. A letter that
 * somebody else has redriven or removed is passed over, so that runs side by side, and runs again
 * from the begin after a crash, do no harm. Thread-safe.
 */
public final class Redrive {
  private final QueueCluster cluster;
  private final TenantId tenant;

  /**
   * @param cluster where the tenant's store lies
   */
  public Redrive(QueueCluster cluster, TenantId tenant) {
    this.cluster = cluster;
    this.tenant = tenant;
  }

  /** As {@link #run(RedriveRequest, Consumer)}, telling nobody. */
  public CompletableFuture<RedriveReport> run(RedriveRequest request) {
    return run(request, report -> {});
  }

  /**
   * Does what is asked for until nothing is left or a limit is reached.
   *
   * @param progress told after each slice but the last one: all that is counted has committed, and
   *     its continuation is where to go on after a crash
   * @return fails with what a transaction failed with; the slices before have committed
   * @throws IllegalArgumentException when the continuation is not one of the request's scope
   */
  public CompletableFuture<RedriveReport> run(
      RedriveRequest request, Consumer<RedriveReport> progress) {
    return new RedriveRun(cluster, tenant, request, progress).run();
  }

  /**
   * Counts what is meant and changes nothing. Ends with the request's time; how many letters a run
   * may change, and its pace, do not matter.
   *
   * @throws IllegalArgumentException when the continuation is not one of the request's scope
   */
  public CompletableFuture<RedrivePreview> preview(RedriveRequest request) {
    return new PreviewRun(cluster, tenant, request).run();
  }
}
