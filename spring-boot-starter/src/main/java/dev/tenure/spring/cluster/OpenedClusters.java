package dev.tenure.spring.cluster;

import com.apple.foundationdb.Database;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.spring.ClusterUrl;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureRuntime;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The databases behind a deployment, opened together and closed together. Needs no Spring; closed
 * before the runtime it was opened with.
 */
public final class OpenedClusters implements AutoCloseable {
  /** A cluster that does not answer is told by its transactions' own limit, well before. */
  private static final Duration BEYOND_TIMEOUT = Duration.ofSeconds(30);

  private final Logger logger = System.getLogger(OpenedClusters.class.getName());
  private final TenureRuntime runtime;
  private final TenantSchemas schemas;
  private final RecordObservers observers;
  private final List<Database> databases = new ArrayList<>();
  private final List<QueueCluster> clusters = new ArrayList<>();
  private final List<CommitMarkerUpkeep> upkeeps = new ArrayList<>();

  private OpenedClusters(TenureRuntime runtime, TenantSchemas schemas, RecordObservers observers) {
    this.runtime = runtime;
    this.schemas = schemas;
    this.observers = observers;
  }

  /** Opens all of them, with nobody told of their transactions. */
  public static OpenedClusters open(
      TenureProperties properties, TenureRuntime runtime, TenantSchemas schemas) {
    return open(properties, runtime, schemas, RecordObservers.none());
  }

  /**
   * Opens all of them, or none: what was opened before a failure is closed. A cluster that does not
   * answer within its transaction timeout is a failure.
   *
   * @throws ClusterUnavailableException in one sentence
   */
  public static OpenedClusters open(
      TenureProperties properties,
      TenureRuntime runtime,
      TenantSchemas schemas,
      RecordObservers observers) {
    OpenedClusters opened = new OpenedClusters(runtime, schemas, observers);
    try {
      properties.clusters().values().forEach(opened::add);
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  public Deployment deployment() {
    return Deployment.of(clusters);
  }

  @Override
  public void close() {
    upkeeps.forEach(CommitMarkerUpkeep::close);
    upkeeps.clear();
    databases.forEach(Database::close);
    databases.clear();
  }

  private void add(TenureProperties.ClusterProperties properties) {
    Instant since = runtime.clock().instant();
    ClusterUrl url = ClusterUrl.parse(Objects.requireNonNull(properties.url()));
    ClusterOptions options =
        ClusterOptions.named(Objects.requireNonNull(properties.name()))
            .withLeasing(properties.leasing())
            .withShards(properties.shards())
            .withMinInactive(properties.minInactive())
            .withTransactionTimeout(properties.transactionTimeout());
    Database database = ClusterOpener.open(url, runtime.transactions());
    databases.add(database);
    RecordDatabase.Builder builder =
        observers
            .observe(RecordDatabase.builder(database))
            .clock(runtime.clock())
            .random(runtime.secrets())
            .executor(runtime.transactions())
            .timer(runtime.timer());
    boolean remote = url instanceof ClusterUrl.FoundationDb;
    RecordDatabase records = (remote ? withCommitMarkers(builder, options) : builder).build();
    QueueCluster cluster =
        await(
            "cluster " + url + " cannot be opened",
            options.transactionTimeout(),
            QueueCluster.open(records, options, schemas));
    clusters.add(cluster);
    logger.log(
        Level.INFO,
        "cluster %s (%s) is open after %d ms, shards: %d"
            .formatted(
                cluster.name(),
                url,
                Duration.between(since, runtime.clock().instant()).toMillis(),
                cluster.shards()));
    if (remote) {
      upkeeps.add(CommitMarkerUpkeep.start(cluster.database(), runtime.clock(), runtime.timer()));
    }
  }

  /**
   * The deployment, whose list of clusters is the one that each of them has stored; it is stored
   * where there is none yet.
   *
   * @throws ClusterUnavailableException when another list is stored, naming both, or when a cluster
   *     does not answer
   */
  public Deployment agreedDeployment() {
    Deployment deployment = deployment();
    Duration longest =
        clusters.stream()
            .map(cluster -> cluster.options().transactionTimeout())
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    var unused = await("the clusters do not agree on their list", longest, deployment.agree());
    return deployment;
  }

  /** An engine in this process always knows whether it committed; a cluster does not. */
  private RecordDatabase.Builder withCommitMarkers(
      RecordDatabase.Builder builder, ClusterOptions options) {
    CommitMarkerOptions markers =
        CommitMarkerOptions.of(
            new ClusterKeys(options.root()).commitMarkers(), runtime.processId());
    return builder.commitMarkers(markers);
  }

  private static <T> T await(String failed, Duration timeout, CompletableFuture<T> call) {
    Duration longest = timeout.plus(BEYOND_TIMEOUT);
    try {
      return call.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new ClusterUnavailableException(failed + ": " + cause.getMessage(), cause);
    } catch (TimeoutException e) {
      throw new ClusterUnavailableException(failed + " within " + longest.toSeconds() + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterUnavailableException(failed + ": the wait was interrupted", e);
    }
  }
}
