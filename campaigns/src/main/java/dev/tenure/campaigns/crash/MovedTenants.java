package dev.tenure.campaigns.crash;

import dev.tenure.campaigns.simulation.run.TenantsWorld;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveOptions;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.record.async.Pace;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The tenants that move, and the durable clusters on which they lie, as one process sees them. */
final class MovedTenants {
  static final List<TenantId> ALL =
      IntStream.range(0, 3).mapToObj(number -> new TenantId("mail", "user-" + number)).toList();

  /** What each zone is set to; ids are remembered for longer than a campaign takes. */
  static final ZoneSettings SETTINGS = ZoneSettings.defaults().withDedupFor(Duration.ofDays(1));

  private static final List<String> CLUSTERS = List.of("east", "west");
  private static final int CHUNK_BYTES = 20_000;
  private static final Duration BETWEEN_CHUNKS = Duration.ofMillis(5);
  private static final Duration ITEM_LEASE = Duration.ofSeconds(2);
  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(20);

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "timer");
            thread.setDaemon(true);
            return thread;
          });

  final TenantDirectory directory;
  final TenantMoves moves;

  private MovedTenants(Path parent) {
    Deployment deployment =
        Deployment.of(CLUSTERS.stream().map(name -> open(parent.resolve(name), name)).toList());
    this.directory =
        TenantDirectory.of(
            deployment, DirectoryOptions.on(CLUSTERS), DirectoryShards.inRecordStores());
    this.moves =
        TenantMoves.of(
            directory,
            MoveOptions.defaults()
                .withChunkBytes(CHUNK_BYTES)
                .withPace(Pace.unlimited().withPause(BETWEEN_CHUNKS))
                .withHoldFor(MoveOptions.HOLD_MIN));
  }

  /** Opens the clusters, which this process then holds until it ends. */
  static MovedTenants open(Path parent) {
    return new MovedTenants(parent);
  }

  private QueueCluster open(Path data, String name) {
    RecordDatabase database =
        RecordDatabase.builder(EmbeddedDatabase.open(data, EmbeddedEnvironment.realTime()))
            .clock(InstantSource.system())
            .random(new SecureRandom())
            .executor(ForkJoinPool.commonPool())
            .timer(timer)
            .build();
    return QueueCluster.open(database, ClusterOptions.named(name), TenantsWorld.SCHEMAS).join();
  }

  /** Starts a consumer of all tenants. */
  void consume(String id) {
    ConsumerOptions options = ConsumerOptions.defaults(id).withItemLease(ITEM_LEASE);
    Consumer.builder(directory.deployment(), MovedOrders.handlers(timer), options).build().start();
  }

  /** The cluster on which a tenant is not. */
  String other(TenantId tenant) {
    String cluster = directory.find(tenant).join().orElseThrow().cluster();
    return CLUSTERS.get(1 - CLUSTERS.indexOf(cluster));
  }

  /** Asks again as long as a refusal says that this may help. */
  static <T> T persist(Supplier<CompletableFuture<T>> call) throws InterruptedException {
    while (true) {
      try {
        return call.get().join();
      } catch (CompletionException e) {
        Throwable plain = FdbErrorPredicates.unwrap(e);
        if (!(plain instanceof QueueException told && told.retryable())
            && !(plain instanceof RecordLayerException refused && refused.retryable())) {
          throw e;
        }
        Thread.sleep(BETWEEN_ATTEMPTS.toMillis());
      }
    }
  }
}
