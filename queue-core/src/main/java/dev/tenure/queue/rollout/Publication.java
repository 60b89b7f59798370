package dev.tenure.queue.rollout;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.ClusterList;
import dev.tenure.queue.cluster.ClusterTransaction;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.proto.StoredRollOut;
import dev.tenure.queue.schema.RollOutRows;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.evolution.MetaDataStore;
import dev.tenure.record.metadata.MetaDataCodec;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Stores a schema on one cluster and begins its roll-out there, in one transaction.
 *
 * @param decides whether this cluster decides which schema has a version
 */
record Publication(
    QueueCluster cluster, String application, RollOutOptions options, boolean decides) {
  private static final RunOptions RUN =
      RunOptions.defaults().withName("publish-schema").withIdempotent(true);

  /** The schema that holds now, and whether this transaction has stored it. */
  record Stored(RecordMetaData schema, boolean changed) {}

  /**
   * @param next the schema to store, computed from the newest stored one. When it is that one
   *     itself, nothing is written
   * @return fails with METADATA_REFUSED when the deciding cluster has another schema of that
   *     version, has a newer version only, or the rules of evolution refuse it
   */
  CompletableFuture<Stored> run(Function<Optional<RecordMetaData>, RecordMetaData> next) {
    return cluster.database().run(RUN, context -> begin(context, next));
  }

  private CompletableFuture<Stored> begin(
      RecordContext context, Function<Optional<RecordMetaData>, RecordMetaData> next) {
    MetaDataStore store = cluster.schemas().exactStore(application);
    ClusterTransaction transaction = cluster.begin(context);
    return (decides ? requireDeciding(transaction) : CompletableFuture.<Void>completedFuture(null))
        .thenCompose(may -> cluster.schemas().newest(context, application))
        .thenCompose(newest -> store(transaction, store, newest, next.apply(newest)));
  }

  private CompletableFuture<Void> requireDeciding(ClusterTransaction transaction) {
    return transaction
        .storedList()
        .thenAccept(
            list ->
                list.filter(found -> !decides(found))
                    .ifPresent(
                        found -> {
                          throw new QueueException(
                              QueueException.Code.CLUSTERS_DIFFER,
                              "a schema cannot be published by way of cluster "
                                  + cluster.name()
                                  + ": the list of clusters is "
                                  + found
                                  + (found.isChanging() ? ", which is being changed" : ""));
                        }));
  }

  private boolean decides(ClusterList list) {
    return !list.isChanging() && list.clusters().get(0).equals(cluster.name());
  }

  private CompletableFuture<Stored> store(
      ClusterTransaction transaction,
      MetaDataStore store,
      Optional<RecordMetaData> newest,
      RecordMetaData schema) {
    if (newest.filter(found -> found.version() >= schema.version()).isPresent()) {
      return keep(transaction.context(), store, newest.get(), schema);
    }
    return store
        .save(transaction.context(), schema)
        .thenCompose(saved -> rollOut(transaction, schema.version()))
        .thenApply(begun -> new Stored(schema, true));
  }

  /** Elsewhere than on the deciding cluster, a newer version only means that this one is late. */
  private CompletableFuture<Stored> keep(
      RecordContext context, MetaDataStore store, RecordMetaData newest, RecordMetaData schema) {
    if (!decides && newest.version() > schema.version()) {
      return CompletableFuture.completedFuture(new Stored(newest, false));
    }
    return store
        .load(context, schema.version())
        .thenApply(
            stored -> {
              if (!isSame(stored, schema)) {
                throw refused(newest, "the stored version " + schema.version() + " is another one");
              }
              return new Stored(newest, false);
            })
        .exceptionally(
            error -> {
              if (RecordLayerException.of(error) instanceof RecordLayerException known
                  && known.code() == RecordLayerException.Code.METADATA_ABSENT) {
                throw refused(newest, "version " + schema.version() + " is older");
              }
              throw SchemaRollOuts.failed(error);
            });
  }

  private static boolean isSame(RecordMetaData one, RecordMetaData other) {
    return Arrays.equals(canonical(one), canonical(other));
  }

  /** The bytes after decoding: a class in memory and a stored descriptor then look the same. */
  private static byte[] canonical(RecordMetaData schema) {
    return MetaDataCodec.encode(
        MetaDataCodec.decode(
            MetaDataCodec.encode(schema), schema.functions(), schema.indexTypes(), "a schema"));
  }

  private RecordLayerException refused(RecordMetaData newest, String why) {
    return new RecordLayerException(
        RecordLayerException.Code.METADATA_REFUSED,
        "the schema of application "
            + application
            + " is not published: "
            + why
            + "; the newest on cluster "
            + cluster.name()
            + " is version "
            + newest.version());
  }

  private CompletableFuture<Void> rollOut(ClusterTransaction transaction, int version) {
    RecordContext context = transaction.context();
    StoredRollOut row =
        StoredRollOut.newBuilder()
            .setVersion(version)
            .setRun(1)
            .setPhase(StoredRollOut.Phase.WALKING)
            .setStartedMillis(context.now().toEpochMilli())
            .setTenantsPerSecond(options.tenantsPerSecond())
            .setRecordsPerSecond(options.recordsPerSecond())
            .build();
    context.expireStoreStates();
    new RollOutRows(cluster.schemas().keys()).write(context, application, row);
    return transaction.enqueueLocal(RollOutRows.item(application, row)).thenAccept(enqueued -> {});
  }
}
