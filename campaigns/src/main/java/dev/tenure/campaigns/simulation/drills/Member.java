package dev.tenure.campaigns.simulation.drills;

import com.apple.foundationdb.Database;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.engine.Withholding;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** A process of a drill, with a connection of its own to each cluster. */
final class Member {
  private final Bench bench;
  private final Map<String, Withholding> links = new TreeMap<>();
  final SimulatedProcess process;
  private Executor executor;
  private TenantSchemas schemas = Work.SCHEMAS;

  Member(Bench bench, String name, Duration ahead) {
    this.bench = bench;
    this.process = bench.scheduler.process(name);
    this.executor = process.executor();
    process.setSkew(ahead);
  }

  /** Runs the coordination of deployments that are opened from now on, on another executor. */
  Member on(Executor other) {
    executor = other;
    return this;
  }

  /** Has what is opened from now on know other schemas. */
  Member knowing(TenantSchemas others) {
    schemas = others;
    return this;
  }

  /** Its connection to the cluster. */
  Withholding link(int cluster) {
    return links.computeIfAbsent(bench.clusters.get(cluster).name(), unused -> new Withholding());
  }

  /** Opens the clusters with those numbers. */
  CompletableFuture<Deployment> connect(List<Integer> numbers) {
    return AsyncLoop.all(numbers.stream().map(this::open).toList()).thenApply(Deployment::of);
  }

  CompletableFuture<QueueCluster> open(int number) {
    ClusterOptions options = bench.clusters.get(number);
    Database around = bench.engine.connect(process, link(number));
    RecordDatabase database =
        RecordDatabase.builder(around)
            .clock(process.clock())
            .random(process.random())
            .executor(executor)
            .timer(process.timer())
            .joiner(bench.scheduler)
            .build();
    return QueueCluster.open(database, options, schemas);
  }

  /** Opens all clusters, running tasks until that is done. */
  Deployment connected() {
    List<Integer> all = new ArrayList<>();
    for (int number = 0; number < bench.clusters.size(); number++) {
      all.add(number);
    }
    return bench.scheduler.join(connect(all));
  }

  /** Opens all clusters and creates the tenant, running tasks until that is done. */
  Deployment connectedWith(TenantId tenant) {
    Deployment deployment = connected();
    bench.scheduler.join(deployment.createTenant(tenant));
    return deployment;
  }

  /** Enqueues one item, running tasks until that is done. */
  void place(Deployment deployment, TenantId tenant, String zone, NewItem item) {
    bench.scheduler.join(placing(deployment, tenant, zone, item));
  }

  CompletableFuture<?> placing(Deployment deployment, TenantId tenant, String zone, NewItem item) {
    return deployment.run(tenant, tx -> tx.zone(zone).enqueue(item));
  }

  /** A consumer of this process that does the work, each item in that time. */
  Consumer consume(Work work, Duration takes, ConsumerOptions options) {
    return consume(connected(), work.taking(bench, process, takes), options);
  }

  /** A consumer of this process, started. */
  Consumer consume(Deployment deployment, Handlers handlers, ConsumerOptions options) {
    Consumer consumer =
        Connections.consumer(process, deployment, handlers, options).executor(executor).build();
    consumer.start();
    return consumer;
  }
}
