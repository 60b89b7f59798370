package dev.tenure.queue.rollout;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.ClusterList;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.fanout.FanOut;
import dev.tenure.queue.proto.StoredRollOut;
import dev.tenure.queue.schema.RollOutRows;
import dev.tenure.queue.schema.SchemaMarks;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Publishes schemas to all clusters of a deployment, and steers their roll-outs. Consumers that
 * have the handlers of {@code dev.tenure.consumer.rollout} carry them out. Thread-safe.
 */
public final class SchemaRollOuts {
  private static final String QUEUE_TYPE = "QueueItem";

  private final Deployment deployment;

  public SchemaRollOuts(Deployment deployment) {
    this.deployment = deployment;
  }

  /**
   * Publishes a schema. May be called again with the same schema, which then reaches the clusters
   * that lack it.
   *
   * @return fails with {@code RecordLayerException} METADATA_REFUSED when the rules of evolution or
   *     a store refuse it, or when the version is another schema's; with {@link QueueException}
   *     {@code CLUSTERS_DIFFER} while the list of clusters is being changed; and with {@code
   *     CLUSTER_UNAVAILABLE} when the deciding cluster does not answer. Nothing was changed then
   * @throws IllegalArgumentException when the schema lacks the queue's own types
   */
  public CompletableFuture<PublishedSchema> publish(
      String application, RecordMetaData schema, RollOutOptions options) {
    return change(application, stored -> schema, options);
  }

  /**
   * Publishes a schema that is computed from the newest stored one, within the transaction that
   * decides. So two changes at the same time follow each other. Otherwise as {@link #publish}.
   *
   * @param next gets the newest stored schema, which is empty before the first publication; it may
   *     be called several times. When it returns the schema that it got, nothing is changed
   */
  public CompletableFuture<PublishedSchema> change(
      String application,
      Function<Optional<RecordMetaData>, RecordMetaData> next,
      RollOutOptions options) {
    return decider()
        .thenCompose(
            decider ->
                tried(decider, application, next)
                    .thenCompose(
                        tried -> new Publication(decider, application, options, true).run(next))
                    .thenCompose(stored -> spread(application, decider, stored, options)));
  }

  private CompletableFuture<Void> tried(
      QueueCluster decider,
      String application,
      Function<Optional<RecordMetaData>, RecordMetaData> next) {
    return newest(decider, application)
        .thenCompose(
            newest ->
                tryOnAll(application, newest, next)
                    .exceptionallyCompose(
                        error -> againIfOvertaken(decider, application, newest, next, error)));
  }

  /** A store may have refused because it has a version that others have published meanwhile. */
  private CompletableFuture<Void> againIfOvertaken(
      QueueCluster decider,
      String application,
      Optional<RecordMetaData> before,
      Function<Optional<RecordMetaData>, RecordMetaData> next,
      Throwable error) {
    return newest(decider, application)
        .thenCompose(
            newest ->
                newest.map(RecordMetaData::version).equals(before.map(RecordMetaData::version))
                    ? CompletableFuture.failedFuture(failed(error))
                    : tried(decider, application, next));
  }

  private static CompletableFuture<Optional<RecordMetaData>> newest(
      QueueCluster decider, String application) {
    return decider.read(context -> decider.schemas().newest(context, application));
  }

  private static RecordMetaData requireQueue(RecordMetaData schema) {
    if (!schema.hasRecordType(QUEUE_TYPE)) {
      throw new IllegalArgumentException(
          "the schema has the record types "
              + schema.recordTypes()
              + ", it must include QueueSchema.part()");
    }
    return schema;
  }

  private CompletableFuture<Void> tryOnAll(
      String application,
      Optional<RecordMetaData> newest,
      Function<Optional<RecordMetaData>, RecordMetaData> next) {
    RecordMetaData schema = requireQueue(next.apply(newest));
    if (newest.filter(found -> found.version() >= schema.version()).isPresent()) {
      return CompletableFuture.completedFuture(null);
    }
    return AsyncLoop.all(
            deployment.clusters().stream()
                .map(
                    cluster ->
                        new SchemaTrial(deployment.stores(), application, schema)
                            .on(cluster)
                            .exceptionally(SchemaRollOuts::unlessSilent))
                .toList())
        .thenAccept(tried -> {});
  }

  private static @Nullable Void unlessSilent(Throwable error) {
    if (FdbErrorPredicates.unwrap(error) instanceof QueueException known
        && known.code() == QueueException.Code.CLUSTER_UNAVAILABLE) {
      return null;
    }
    throw failed(error);
  }

  /** The first cluster of the stored list; of this deployment when no list is stored. */
  private CompletableFuture<QueueCluster> decider() {
    QueueCluster first =
        deployment.clusters().stream().min(Comparator.comparing(QueueCluster::name)).orElseThrow();
    return first
        .read(context -> first.begin(context).storedList())
        .thenApply(list -> list.map(this::firstOf).orElse(first));
  }

  private QueueCluster firstOf(ClusterList list) {
    List<String> unknown =
        list.clusters().stream().filter(name -> deployment.cluster(name).isEmpty()).toList();
    if (!unknown.isEmpty()) {
      throw new QueueException(
          QueueException.Code.CLUSTERS_DIFFER,
          "this process does not know the clusters " + unknown + " of the list " + list);
    }
    return deployment.cluster(list.clusters().get(0)).orElseThrow();
  }

  private CompletableFuture<PublishedSchema> spread(
      String application, QueueCluster decider, Publication.Stored stored, RollOutOptions options) {
    SortedMap<String, String> missing = new ConcurrentSkipListMap<>();
    List<CompletableFuture<Void>> others =
        deployment.clusters().stream()
            .filter(cluster -> !cluster.equals(decider))
            .map(cluster -> bring(cluster, application, stored.schema(), options, missing))
            .toList();
    return decider
        .read(context -> rows(decider).find(context, application, true))
        .thenCompose(row -> fanOut(application, row.orElseThrow()))
        .thenCompose(begun -> AsyncLoop.all(others))
        .thenApply(
            done -> new PublishedSchema(stored.schema().version(), stored.changed(), missing));
  }

  private static CompletableFuture<Void> bring(
      QueueCluster cluster,
      String application,
      RecordMetaData schema,
      RollOutOptions options,
      SortedMap<String, String> missing) {
    return AsyncLoop.begin(
            () -> new Publication(cluster, application, options, false).run(newest -> schema))
        .handle(
            (stored, error) -> {
              if (error != null) {
                missing.put(cluster.name(), told(error));
              }
              return null;
            });
  }

  /** Begins the fan-out of the local item that carries out the first run, or begins it again. */
  CompletableFuture<String> fanOut(String application, StoredRollOut row) {
    StoredRollOut first = row.toBuilder().setRun(1).build();
    return new FanOut(deployment).start(RollOutRows.item(application, first));
  }

  /**
   * Brings the newest schema of each application to the clusters that lack it, such as a cluster
   * that has joined the list. A process calls it when it starts.
   *
   * @return the number of schemas that were brought to a cluster
   */
  public CompletableFuture<Integer> bringToAll() {
    return applications()
        .thenCompose(names -> new MissingSchemas(deployment.clusters()).bring(names));
  }

  static CompletableFuture<Optional<StoredRollOut>> row(QueueCluster cluster, String application) {
    return cluster.read(context -> rows(cluster).find(context, application, true));
  }

  static RollOutRows rows(QueueCluster cluster) {
    return new RollOutRows(cluster.schemas().keys());
  }

  /**
   * The applications of which a cluster has stored a schema. Fails when a cluster does not answer.
   */
  public CompletableFuture<List<String>> applications() {
    return AsyncLoop.all(
            deployment.clusters().stream()
                .map(cluster -> cluster.read(context -> rows(cluster).applications(context)))
                .toList())
        .thenApply(found -> found.stream().flatMap(List::stream).distinct().sorted().toList());
  }

  /** The newest stored schema; empty before the first publication. */
  public CompletableFuture<Optional<RecordMetaData>> newest(String application) {
    return decider().thenCompose(decider -> newest(decider, application));
  }

  /** How far the application's roll-out is on each cluster, in the order of the deployment. */
  public CompletableFuture<List<ClusterRollOut>> status(String application) {
    return AsyncLoop.all(
        deployment.clusters().stream().map(cluster -> status(cluster, application)).toList());
  }

  private CompletableFuture<ClusterRollOut> status(QueueCluster cluster, String application) {
    return AsyncLoop.begin(() -> row(cluster, application))
        .thenCompose(
            row ->
                row.isEmpty()
                    ? CompletableFuture.completedFuture(ClusterRollOut.none(cluster.name()))
                    : status(cluster, application, row.get()))
        .exceptionally(error -> ClusterRollOut.silent(cluster.name(), told(error)));
  }

  private CompletableFuture<ClusterRollOut> status(
      QueueCluster cluster, String application, StoredRollOut row) {
    SchemaMarks marks = new SchemaMarks(cluster.schemas().keys(), application);
    return cluster
        .read(context -> marks.page(context, "", ClusterRollOut.LEFT_MAX, true))
        .thenCombine(
            deployment.stores().countTenants(cluster, application),
            (left, tenants) ->
                ClusterRollOut.of(
                    cluster.name(),
                    application,
                    row,
                    tenants,
                    left,
                    cluster.database().clock().instant()));
  }

  /**
   * Pauses the roll-out on each cluster: visits end with the page under way, builds within ten
   * seconds. Stores are still brought to the schema when they are opened.
   *
   * @return the clusters that did not answer, with the reason; fails with {@code SCHEMA_NOT_FOUND}
   *     when all answered and none has stored a schema of the application
   */
  public CompletableFuture<SortedMap<String, String>> pause(String application) {
    return new RollOutSteering(deployment.clusters(), application).pause();
  }

  /**
   * Continues what was paused, with the given pace. What was cancelled begins from the start.
   *
   * @return as {@link #pause}
   */
  public CompletableFuture<SortedMap<String, String>> resume(
      String application, RollOutOptions options) {
    return new RollOutSteering(deployment.clusters(), application).resume(options);
  }

  /**
   * Ends the roll-out on each cluster. Builds under way end, and what they have built is cleared.
   * {@link #resume} begins it again.
   *
   * @return as {@link #pause}
   */
  public CompletableFuture<SortedMap<String, String>> cancel(String application) {
    return new RollOutSteering(deployment.clusters(), application).cancel();
  }

  /**
   * Visits all tenants again, and has builds begin again that have died. A roll-out that is paused
   * does so when it is resumed. One that was cancelled stays as it is.
   *
   * @return as {@link #pause}
   */
  public CompletableFuture<SortedMap<String, String>> retry(String application) {
    return new RollOutSteering(deployment.clusters(), application).retry();
  }

  static String told(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain.getMessage() == null ? plain.toString() : plain.getMessage();
  }

  static RuntimeException failed(Throwable error) {
    Throwable plain = FdbErrorPredicates.unwrap(error);
    return plain instanceof RuntimeException told ? told : new CompletionException(plain);
  }
}
