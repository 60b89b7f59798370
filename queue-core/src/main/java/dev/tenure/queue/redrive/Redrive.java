package dev.tenure.queue.redrive;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.external.store.ExternalZoneName;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Redrives or deletes the dead letters of one tenant that a filter selects, at a limited pace. Each
 * slice of letters is one transaction; letters are taken by zone, then by id. Thread-safe.
 *
 * <p>A request that names an external zone changes the letters in its store, one by one, and may
 * not have a filter as text. A request without a zone leaves external zones alone.
 *
 * <ul>
 *   <li>Letters that were set aside after the first run began are left alone, also by a run that
 *       continues from a continuation. So a letter that was redriven and died again is not redriven
 *       twice. The clocks of the consumers decide which came first.
 *   <li>Letters that another caller has redriven or removed are skipped. Several runs at once, and
 *       a run from the beginning after a crash, do no harm.
 * </ul>
 */
public final class Redrive {
  private final QueueCluster cluster;
  private final TenantId tenant;

  /**
   * @param cluster the cluster of the tenant's store
   */
  public Redrive(QueueCluster cluster, TenantId tenant) {
    this.cluster = cluster;
    this.tenant = tenant;
  }

  /** As {@link #run(RedriveRequest, Consumer)}, without reports of progress. */
  public CompletableFuture<RedriveReport> run(RedriveRequest request) {
    return run(request, report -> {});
  }

  /**
   * Changes letters until no selected letter is left or a limit is reached.
   *
   * @param progress is called after each slice but the last one. All letters of the report have
   *     been committed; a run after a crash can continue from its continuation
   * @return fails with the error of a transaction; the slices before it have been committed
   * @throws IllegalArgumentException when the continuation belongs to another scope or filter
   */
  public CompletableFuture<RedriveReport> run(
      RedriveRequest request, Consumer<RedriveReport> progress) {
    return new RedriveRun(cluster.database(), letters(request), request, progress).run();
  }

  /**
   * Counts the selected letters and changes nothing. Of the request's limits only the time counts.
   *
   * @throws IllegalArgumentException when the continuation belongs to another scope or filter
   */
  public CompletableFuture<RedrivePreview> preview(RedriveRequest request) {
    return new PreviewRun(cluster.database(), letters(request), request).run();
  }

  private Letters letters(RedriveRequest request) {
    return request
        .zone()
        .flatMap(ExternalZoneName::parse)
        .<Letters>map(name -> new ExternalLetters(cluster, tenant, request, name))
        .orElseGet(() -> new StoredLetters(cluster, tenant, request));
  }
}
