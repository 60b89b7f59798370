package dev.tenure.queue.cluster;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.proto.AnnouncedType;
import dev.tenure.queue.proto.ClusterConsumer;
import dev.tenure.queue.proto.ClusterSettings;
import dev.tenure.queue.proto.ClusterTenant;
import dev.tenure.queue.proto.SequentialScan;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordLayout;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.tuple.TupleRange;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The metadata of ClusterDB: tenants, consumers, scan leases, and the top-level queues. */
final class ClusterSchema {
  static final String TENANT = "ClusterTenant";
  static final String CONSUMER = "ClusterConsumer";
  static final String SCAN = "SequentialScan";
  static final String SETTINGS = "ClusterSettings";
  static final String ANNOUNCED = "AnnouncedType";
  private static final String TENANT_COUNT = "tenure-tenants";
  private static final int APPLICATIONS_COUNTED = 5_000;

  private static final RecordMetaData META_DATA =
      RecordMetaData.builder()
          .version(1)
          .include(QueueSchema.part())
          .recordType(
              ClusterTenant.getDefaultInstance(),
              type ->
                  type.typeKey(1_100)
                      .primaryKey(concat(field("application_id"), field("user")))
                      .layout(RecordLayout.SINGLE_KEY))
          .recordType(
              ClusterConsumer.getDefaultInstance(),
              type -> type.typeKey(1_101).primaryKey(field("id")).layout(RecordLayout.SINGLE_KEY))
          .recordType(
              SequentialScan.getDefaultInstance(),
              type ->
                  type.typeKey(1_102).primaryKey(field("shard")).layout(RecordLayout.SINGLE_KEY))
          .recordType(
              ClusterSettings.getDefaultInstance(),
              type -> type.typeKey(1_103).primaryKey(field("key")).layout(RecordLayout.SINGLE_KEY))
          .recordType(
              AnnouncedType.getDefaultInstance(),
              type ->
                  type.typeKey(1_104)
                      .primaryKey(concat(field("type"), field("schema_version")))
                      .layout(RecordLayout.SINGLE_KEY))
          .index(
              TENANT,
              Index.count(TENANT_COUNT, field("application_id")).clearWhenZero().subspaceKey(1_100))
          .build();

  private ClusterSchema() {}

  static RecordMetaData metaData() {
    return META_DATA;
  }

  /** The number of tenants on the cluster, by snapshot. */
  static CompletableFuture<Long> countTenants(RecordStore store) {
    ScanOptions snapshot =
        ScanOptions.defaults().withIsolation(Isolation.SNAPSHOT).withRowsMax(APPLICATIONS_COUNTED);
    return store
        .scanCounts(TENANT_COUNT, TupleRange.all(), Continuation.START, snapshot)
        .map(IndexEntry::value)
        .asList()
        .thenApply(counts -> counts.stream().mapToLong(count -> count.getLong(0)).sum());
  }

  /** The number of an application's tenants on the cluster, by snapshot. */
  static CompletableFuture<Long> countTenants(RecordStore store, long applicationId) {
    return store.count(TENANT_COUNT, Tuple.from(applicationId), Isolation.SNAPSHOT);
  }

  /**
   * Stores whether visits lease items together. A store with such leases cannot be opened by
   * releases that do not know them.
   *
   * @param consumers all consumers with a record
   * @throws QueueException {@code FORMAT_UNKNOWN}, which names the consumers, when they are to and
   *     a live consumer has not announced that it knows such leases
   */
  static CompletableFuture<Void> leaseTogether(
      RecordStore store, List<ConsumerInfo> consumers, boolean on) {
    List<String> unable = ConsumerRegistry.withoutVisitLeases(consumers, store.context().now());
    if (on && !unable.isEmpty()) {
      throw new QueueException(
          QueueException.Code.FORMAT_UNKNOWN,
          "leases of visits need content format "
              + QueueSchema.VISIT_LEASES_FORMAT
              + ", these live consumers do not know it: "
              + unable);
    }
    return settings(store)
        .thenCompose(before -> store.save(before.toBuilder().setVisitLeases(on).build()))
        .thenApply(saved -> null);
  }

  /**
   * Stores the number of shards if it is the largest ever, since pointers stay in their shards; in
   * a new cluster also whether visits lease items together.
   *
   * @return the largest number of shards ever
   */
  static CompletableFuture<Integer> prepare(RecordStore store, ClusterOptions options) {
    return settings(store)
        .thenCompose(
            before -> {
              if (before.getShards() >= options.shards()) {
                return CompletableFuture.completedFuture(before.getShards());
              }
              return isNew(store, before)
                  .thenCompose(
                      isNew -> {
                        ClusterSettings.Builder now = before.toBuilder();
                        if (isNew) {
                          now.setVisitLeases(options.visitLeases());
                        }
                        return store.save(now.setShards(options.shards()).build());
                      })
                  .thenApply(saved -> options.shards());
            });
  }

  /** Whether nothing tells that a process has used the cluster before. */
  private static CompletableFuture<Boolean> isNew(RecordStore store, ClusterSettings settings) {
    if (settings.getShards() > 0) {
      return CompletableFuture.completedFuture(false);
    }
    return store
        .scan(CONSUMER, TupleRange.all(), Continuation.START, ScanOptions.defaults().withRowsMax(1))
        .asList()
        .thenApply(List::isEmpty);
  }

  /** The largest number of shards that the cluster ever had; zero before it was first opened. */
  static CompletableFuture<Integer> shards(RecordStore store) {
    return settings(store).thenApply(ClusterSettings::getShards);
  }

  /** The settings of the cluster; the defaults before it was first opened. */
  static CompletableFuture<ClusterSettings> settings(RecordStore store) {
    return store
        .load(SETTINGS, Tuple.from(0))
        .thenApply(
            found ->
                found
                    .map(stored -> (ClusterSettings) stored.message())
                    .orElse(ClusterSettings.getDefaultInstance()));
  }
}
