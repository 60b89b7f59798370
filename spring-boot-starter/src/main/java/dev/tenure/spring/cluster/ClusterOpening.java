package dev.tenure.spring.cluster;

import com.apple.foundationdb.Database;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.spring.ClusterUrl;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.log.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Opens one cluster of this process, until the cluster has answered. Thread-safe. */
final class ClusterOpening implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private final Logger logger = ApplicationLog.of(OpenedClusters.class);
  private final Database database;
  private final QueueCluster cluster;
  private final ClusterUrl url;
  private final boolean required;
  private final TenureRuntime runtime;
  private final Instant since;
  private final CompletableFuture<Void> opened = new CompletableFuture<>();
  private @Nullable String problem = "it has not answered yet";
  private @Nullable CommitMarkerUpkeep upkeep;
  private @Nullable ScheduledFuture<?> next;
  private boolean closed;

  ClusterOpening(
      Database database,
      QueueCluster cluster,
      ClusterUrl url,
      boolean required,
      TenureRuntime runtime) {
    this.database = database;
    this.cluster = cluster;
    this.url = url;
    this.required = required;
    this.runtime = runtime;
    this.since = runtime.clock().instant();
  }

  QueueCluster cluster() {
    return cluster;
  }

  ClusterUrl url() {
    return url;
  }

  boolean required() {
    return required;
  }

  boolean isOpen() {
    return opened.isDone();
  }

  /** Completes when the cluster has answered. May never complete. */
  CompletableFuture<Void> opened() {
    return opened;
  }

  synchronized ClusterState state() {
    return new ClusterState(cluster.name(), url.toString(), required, Optional.ofNullable(problem));
  }

  /** Tries once to open the cluster. */
  CompletableFuture<Void> attempt() {
    return cluster
        .open()
        .handle(
            (answered, error) -> {
              if (error != null) {
                failed(error);
                throw new CompletionException(cause(error));
              }
              succeeded();
              return null;
            });
  }

  /** Tries to open the cluster until it answers. */
  synchronized void keepTrying() {
    if (!closed && !isOpen()) {
      next = runtime.timer().schedule(this::attemptAgain, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void attemptAgain() {
    var unused = attempt().whenComplete((done, error) -> keepTrying());
  }

  private synchronized void failed(Throwable error) {
    String told = String.valueOf(cause(error).getMessage());
    if (!isSilent(error) && !told.equals(problem)) {
      logger.log(
          Level.WARNING, "cluster %s (%s) cannot be opened: %s".formatted(name(), url, told));
    }
    problem = told;
  }

  private String name() {
    return cluster.name();
  }

  private void succeeded() {
    synchronized (this) {
      if (closed || problem == null) {
        return;
      }
      problem = null;
      if (url instanceof ClusterUrl.FoundationDb) {
        upkeep = CommitMarkerUpkeep.start(cluster.database(), runtime.clock(), runtime.timer());
      }
    }
    logger.log(
        Level.INFO,
        "cluster %s (%s) is open after %d ms, shards: %d"
            .formatted(
                name(),
                url,
                Duration.between(since, runtime.clock().instant()).toMillis(),
                cluster.shards()));
    opened.complete(null);
  }

  /** Whether the error means that the cluster has not answered yet, but may answer later. */
  static boolean isSilent(@Nullable Throwable error) {
    Throwable cause = error == null ? null : cause(error);
    return cause instanceof TimeoutException
        || (cause instanceof QueueException failed
            && failed.code() == QueueException.Code.CLUSTER_UNAVAILABLE);
  }

  private static Throwable cause(Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      if (next != null) {
        next.cancel(false);
      }
      if (upkeep != null) {
        upkeep.close();
      }
    }
    database.close();
  }
}
