package dev.tenure.bench.peers.tenure;

import com.apple.foundationdb.Database;
import dev.tenure.bench.measure.ScratchDirectories;
import dev.tenure.bench.peers.system.ConsumerObserver;
import dev.tenure.bench.peers.system.Payload;
import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.ClusterTransaction;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.spring.ClusterUrl;
import dev.tenure.spring.TenureRuntime;
import dev.tenure.spring.cluster.ClusterOpener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One cluster on a durable engine; each tenant has a record store, which is made before the
 * measurement.
 */
final class TenureFixture implements PeerFixture {
  private static final String APPLICATION = "bench";
  private static final WorkType<byte[]> WORK = WorkType.of("work", PayloadCodecs.bytes());
  private static final int CREATED_AT_A_TIME = 64;

  private final Path directory;
  private final TenureRuntime runtime = TenureRuntime.start();
  private final Database engine;
  private final RecordDatabase database;
  private final Deployment deployment;
  private @Nullable Consumer consumer;

  TenureFixture(Path directory, int tenants) {
    this.directory = directory;
    this.engine = ClusterOpener.open(new ClusterUrl.Embedded(directory), runtime.transactions());
    this.database =
        RecordDatabase.builder(engine)
            .clock(runtime.clock())
            .random(runtime.secrets())
            .executor(runtime.transactions())
            .timer(runtime.timer())
            .build();
    RecordMetaData schema = RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    TenantSchemas schemas = TenantSchemas.of(Map.of(APPLICATION, schema));
    this.deployment =
        Deployment.of(
            List.of(
                database.join(
                    QueueCluster.open(database, ClusterOptions.named("bench"), schemas))));
    createTenants(tenants);
  }

  private void createTenants(int tenants) {
    for (int first = 0; first < tenants; first += CREATED_AT_A_TIME) {
      List<CompletableFuture<?>> made = new ArrayList<>();
      for (int i = first; i < Math.min(tenants, first + CREATED_AT_A_TIME); i++) {
        made.add(deployment.createTenant(tenant(i)));
      }
      database.join(CompletableFuture.allOf(made.toArray(CompletableFuture<?>[]::new)));
    }
  }

  private static TenantId tenant(int number) {
    return new TenantId(APPLICATION, "tenant-" + number);
  }

  @Override
  public void enqueue(int tenant, byte[] payload) {
    NewItem item = NewItem.of(WORK, payload);
    database.join(deployment.run(tenant(tenant), tx -> tx.zone().enqueue(item)));
  }

  @Override
  public void enqueueAll(int tenant, List<byte[]> payloads) {
    List<NewItem> items = payloads.stream().map(each -> NewItem.of(WORK, each)).toList();
    database.join(deployment.run(tenant(tenant), tx -> tx.zone().enqueueAll(items)));
  }

  @Override
  public void enqueueSpread(List<byte[]> payloads) {
    List<NewItem> items = payloads.stream().map(each -> NewItem.of(WORK, each)).toList();
    QueueCluster only = deployment.clusters().get(0);
    database.join(
        only.database()
            .run(
                context -> {
                  ClusterTransaction cluster = only.begin(context);
                  CompletableFuture<?>[] added = new CompletableFuture<?>[items.size()];
                  for (int i = 0; i < added.length; i++) {
                    NewItem item = items.get(i);
                    added[i] = cluster.tenant(tenant(i)).thenCompose(tx -> tx.zone().enqueue(item));
                  }
                  return CompletableFuture.allOf(added);
                }));
  }

  @Override
  public void settle() {}

  @Override
  public void consume(ConsumerObserver seen) {
    ItemHandler<byte[]> handler =
        (payload, context) -> {
          seen.started(Payload.number(payload));
          return CompletableFuture.completedFuture(Outcome.done());
        };
    Handlers handlers = Handlers.builder().on(WORK, handler).build();
    Consumer started =
        Consumer.builder(deployment, handlers, ConsumerOptions.defaults("bench"))
            .clock(runtime.clock())
            .random(runtime.random())
            .executor(runtime.transactions())
            .timer(runtime.timer())
            .listener(
                new ConsumerListener() {
                  @Override
                  public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
                    seen.completed();
                  }
                })
            .build();
    started.start();
    consumer = started;
  }

  @Override
  public void close() throws IOException {
    Consumer running = consumer;
    if (running != null) {
      database.join(running.stop(Duration.ofSeconds(10)));
    }
    engine.close();
    runtime.close();
    ScratchDirectories.delete(directory);
  }
}
