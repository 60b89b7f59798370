package dev.tenure.spring.cluster;

import com.apple.foundationdb.Database;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.pointer.ClusterKeys;
import dev.tenure.queue.rollout.SchemaRollOuts;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.spring.ClusterUrl;
import dev.tenure.spring.TenureProperties;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.log.ApplicationLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * The databases of a deployment, which are opened and closed together. A cluster that does not
 * answer at the start is tried again until it does, while the others serve. The start fails when a
 * required cluster does not answer, or none does. Needs no Spring. It must be closed before its
 * runtime.
 */
public final class OpenedClusters implements AutoCloseable {
  /** A cluster that does not answer is told by its transactions' own limit, well before. */
  private static final Duration BEYOND_TIMEOUT = Duration.ofSeconds(30);

  private final Logger logger = ApplicationLog.of(OpenedClusters.class);
  private final TenureRuntime runtime;
  private final TenantSchemas schemas;
  private final RecordObservers observers;
  private final ExternalStores external;
  private final List<ClusterOpening> openings = new ArrayList<>();

  private OpenedClusters(
      TenureRuntime runtime,
      TenantSchemas schemas,
      RecordObservers observers,
      ExternalStores external) {
    this.runtime = runtime;
    this.schemas = schemas;
    this.observers = observers;
    this.external = external;
  }

  /** Opens the clusters without observers of transactions. */
  public static OpenedClusters open(
      TenureProperties properties, TenureRuntime runtime, TenantSchemas schemas) {
    return open(properties, runtime, schemas, RecordObservers.none());
  }

  /** As {@link #open(TenureProperties, TenureRuntime, TenantSchemas)}, with observers. */
  public static OpenedClusters open(
      TenureProperties properties,
      TenureRuntime runtime,
      TenantSchemas schemas,
      RecordObservers observers) {
    return open(
        properties, runtime, schemas, observers, ExternalStores.none(), ClusterOpener::open);
  }

  /**
   * Opens the clusters at once, and waits for each as long as its transaction timeout. When one
   * fails, the others are closed.
   *
   * @param external the external stores of all clusters
   * @throws ClusterUnavailableException in one sentence, when a cluster cannot be opened, when a
   *     required one does not answer, or when none does
   */
  public static OpenedClusters open(
      TenureProperties properties,
      TenureRuntime runtime,
      TenantSchemas schemas,
      RecordObservers observers,
      ExternalStores external,
      DatabaseOpener databases) {
    OpenedClusters opened = new OpenedClusters(runtime, schemas, observers, external);
    try {
      properties.clusters().values().forEach(cluster -> opened.prepare(cluster, databases));
      opened.openAll();
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  public Deployment deployment() {
    return Deployment.of(openings.stream().map(ClusterOpening::cluster).toList());
  }

  /** The states of the clusters, in the order of the deployment. */
  public List<ClusterState> states() {
    return openings.stream().map(ClusterOpening::state).toList();
  }

  /**
   * The reason why the cluster is not open; empty when it is open, or is not one of these clusters.
   */
  public Optional<String> problem(String cluster) {
    return states().stream()
        .filter(state -> state.name().equals(cluster))
        .findFirst()
        .flatMap(ClusterState::problem);
  }

  @Override
  public void close() {
    openings.forEach(ClusterOpening::close);
    openings.clear();
  }

  private void prepare(TenureProperties.ClusterProperties properties, DatabaseOpener databases) {
    ClusterUrl url = ClusterUrl.parse(Objects.requireNonNull(properties.url()));
    ClusterOptions named = ClusterOptions.named(Objects.requireNonNull(properties.name()));
    String root = properties.root();
    ClusterOptions options =
        (root == null ? named : named.withRoot(root))
            .withLeasing(properties.leasing())
            .withShards(properties.shards())
            .withMinInactive(properties.minInactive())
            .withTransactionTimeout(properties.transactionTimeout())
            .withExternalStores(external)
            .withVisitLeases(properties.visitLeases());
    Database database = databases.open(url, runtime.transactions());
    RecordDatabase.Builder builder =
        observers
            .observe(RecordDatabase.builder(database))
            .clock(runtime.clock())
            .random(runtime.secrets())
            .executor(runtime.transactions())
            .timer(runtime.timer());
    RecordDatabase records =
        (url instanceof ClusterUrl.FoundationDb ? withCommitMarkers(builder, options) : builder)
            .build();
    openings.add(
        new ClusterOpening(
            database,
            QueueCluster.unopened(records, options, schemas),
            url,
            properties.required(),
            runtime));
  }

  private void openAll() {
    List<CompletableFuture<Void>> attempts =
        openings.stream().map(ClusterOpening::attempt).toList();
    List<ClusterUnavailableException> silent = new ArrayList<>();
    for (int i = 0; i < attempts.size(); i++) {
      ClusterOpening opening = openings.get(i);
      try {
        await(
            "cluster " + opening.url() + " cannot be opened",
            opening.cluster().options().transactionTimeout(),
            attempts.get(i));
      } catch (ClusterUnavailableException e) {
        if (opening.required() || !ClusterOpening.isSilent(e.getCause())) {
          throw e;
        }
        silent.add(e);
      }
    }
    if (!silent.isEmpty() && silent.size() == attempts.size()) {
      throw silent.get(0);
    }
    silent.forEach(
        e ->
            logger.log(
                Level.WARNING,
                e.getMessage() + "; the process continues without it, and asks it again"));
    openings.stream().filter(one -> !one.isOpen()).forEach(ClusterOpening::keepTrying);
  }

  /**
   * The deployment. Its list of clusters is compared with the list that each cluster has stored,
   * and is stored on clusters that have none. While a cluster does not answer, only the lists of
   * the others are compared, and the deployment creates no tenant until all have answered.
   *
   * @throws ClusterUnavailableException when another list is stored, naming both
   */
  public Deployment agreedDeployment() {
    Deployment deployment = deployment();
    agree(deployment, () -> deployment.agree().thenAccept(list -> {}));
    return deployment;
  }

  /**
   * As {@link #agreedDeployment}, for a given deployment of these clusters.
   *
   * @param agreement compares and stores the lists, once all clusters are open
   */
  void agree(Deployment deployment, Supplier<CompletableFuture<Void>> agreement) {
    List<QueueCluster> open =
        openings.stream().filter(ClusterOpening::isOpen).map(ClusterOpening::cluster).toList();
    boolean all = open.size() == openings.size();
    try {
      var unused =
          await(
              "the clusters do not agree on their list",
              longestTimeout(),
              all ? agreement.get() : deployment.compareLists(open));
    } catch (ClusterUnavailableException e) {
      if (openings.size() == 1 || !ClusterOpening.isSilent(e.getCause())) {
        throw e;
      }
      logger.log(Level.WARNING, e.getMessage());
    }
    if (!all) {
      agreeLater(agreement);
    }
  }

  private void agreeLater(Supplier<CompletableFuture<Void>> agreement) {
    CompletableFuture<?>[] opened =
        openings.stream().map(ClusterOpening::opened).toArray(CompletableFuture<?>[]::new);
    var unused =
        CompletableFuture.allOf(opened)
            .thenCompose(done -> agreement.get())
            .whenComplete(
                (list, error) -> {
                  if (error != null) {
                    logger.log(
                        Level.ERROR,
                        "the clusters do not agree on their list, no tenant can be created: "
                            + error.getMessage());
                  }
                });
  }

  /**
   * Brings the newest schemas to clusters that lack them, in the background. A failure is logged;
   * the next start of a process does it again.
   */
  public void bringSchemas(Deployment deployment) {
    var unused =
        new SchemaRollOuts(deployment)
            .bringToAll()
            .whenComplete(
                (brought, error) -> {
                  if (error != null) {
                    logger.log(
                        Level.INFO,
                        "the schemas of the clusters were not compared: " + error.getMessage());
                  } else if (brought > 0) {
                    logger.log(Level.INFO, brought + " schemas were brought to a cluster");
                  }
                });
  }

  private Duration longestTimeout() {
    return openings.stream()
        .map(one -> one.cluster().options().transactionTimeout())
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
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
