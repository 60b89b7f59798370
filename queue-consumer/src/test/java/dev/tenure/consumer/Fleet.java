package dev.tenure.consumer;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateEnvironment;
import dev.tenure.late.LateOptions;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.database.CommitMarkerOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.MemoryMeters;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Clusters in memory and processes that use them, all under one virtual time; {@link LateMode}
 * makes their answers late.
 */
final class Fleet implements AutoCloseable {
  static final TenantId AHAB = new TenantId("mail", "ahab");
  static final TenantId QUEEQUEG = new TenantId("mail", "queequeg");
  static final WorkType<String> SEND =
      WorkType.of("send", PayloadCodecs.text())
          .withPolicy(
              WorkPolicy.defaults().withBackoff(Duration.ofSeconds(1), Duration.ofMinutes(10)));
  static final WorkType<String> PRINT = WorkType.of("print", PayloadCodecs.text());

  final VirtualTime time;
  final CommitFaults faults = new CommitFaults();
  final MemoryMeters meters = new MemoryMeters();
  final SplittableRandom random;
  private final List<Throwable> engineFailures = new ArrayList<>();
  private final Map<ClusterOptions, EmbeddedDatabase> engines = new LinkedHashMap<>();
  private final List<FillingDisk> disks = new ArrayList<>();
  private final List<LateDatabase> lateDatabases = new ArrayList<>();
  private @Nullable LateOptions late = LateMode.options().orElse(null);
  private UnaryOperator<Database> connecting = UnaryOperator.identity();
  private boolean lanes = true;

  private Fleet(SplittableRandom random, VirtualTime time, List<ClusterOptions> clusters) {
    this.random = random;
    this.time = time;
    Executor commits = new Strand(time, engineFailures::add);
    for (ClusterOptions options : clusters) {
      FillingDisk disk = new FillingDisk();
      disks.add(disk);
      engines.put(
          options,
          EmbeddedDatabase.on(
              disk,
              EmbeddedEnvironment.builder()
                  .clock(time)
                  .random(random.split())
                  .commitExecutor(commits)
                  .executor(time)
                  .timer(time)
                  .faults(faults)
                  .build()));
    }
  }

  /** One cluster of one shard. */
  static Fleet start() {
    return start(1, ClusterOptions.named("a"));
  }

  static Fleet start(long seed, ClusterOptions... clusters) {
    return new Fleet(new SplittableRandom(seed), new VirtualTime(), List.of(clusters));
  }

  /** Tasks run in any order. */
  static Fleet startShuffled(long seed, ClusterOptions... clusters) {
    SplittableRandom random = new SplittableRandom(seed);
    return new Fleet(random, new VirtualTime(random.split()), List.of(clusters));
  }

  /** Another process: its producers and consumers share nothing with others but the clusters. */
  Site process(String name) {
    return process(name, UnaryOperator.identity());
  }

  /** A process that was told other options. */
  Site process(String name, UnaryOperator<ClusterOptions> told) {
    return process(name, told, time, TenantSchemas.same(schema(1)));
  }

  /** A process with a clock of its own. */
  Site processWithClock(String name, InstantSource clock) {
    return process(name, UnaryOperator.identity(), clock, TenantSchemas.same(schema(1)));
  }

  /** A process that does not know what became of a commit whose answer was lost. */
  Site processWithoutLanes(String name) {
    lanes = false;
    Site process = process(name);
    lanes = true;
    return process;
  }

  /** A process that knows other schemas. */
  Site processKnowing(String name, TenantSchemas schemas) {
    return process(name, UnaryOperator.identity(), time, schemas);
  }

  private Site process(
      String name, UnaryOperator<ClusterOptions> told, InstantSource clock, TenantSchemas schemas) {
    List<QueueCluster> clusters = new ArrayList<>();
    Stalling executor = new Stalling(time);
    engines.forEach(
        (options, engine) ->
            clusters.add(
                time.join(
                    QueueCluster.open(
                        database(name, executor, clock, engine), told.apply(options), schemas))));
    return new Site(this, executor, Deployment.of(clusters));
  }

  /** Processes made from now on get their answers late. */
  Fleet withLateAnswers(LateOptions options) {
    late = options;
    return this;
  }

  /** Processes made from now on see the engines through something. */
  Fleet withConnection(UnaryOperator<Database> through) {
    connecting = through;
    return this;
  }

  /** The connection of a process, made {@link #withLateAnswers}, to a cluster. */
  static LateDatabase late(Site process, String cluster) {
    return (LateDatabase) process.deployment().cluster(cluster).orElseThrow().database().database();
  }

  /** The clusters answer nothing of what processes with late answers ask. */
  void hang() {
    lateDatabases.forEach(LateDatabase::hang);
  }

  void release() {
    lateDatabases.forEach(LateDatabase::release);
  }

  /** Whether the disk of the clusters is full from now on. */
  void setDiskFull(boolean full) {
    disks.forEach(disk -> disk.setFull(full));
  }

  /** How many answers were delivered after one that was asked for later. */
  long reordered() {
    return lateDatabases.stream().mapToLong(database -> database.counts().reordered()).sum();
  }

  private Database connection(Database engine, Executor executor) {
    if (late == null) {
      return connecting.apply(engine);
    }
    LateOptions options = late.withSeed(random.nextLong());
    LateDatabase database =
        LateDatabase.of(
            connecting.apply(engine), options, new LateEnvironment(time, time, executor));
    lateDatabases.add(database);
    return database;
  }

  /** What all tenants' stores hold, as of a version of the metadata. */
  static RecordMetaData schema(int version) {
    return RecordMetaData.builder().version(version).include(QueueSchema.part()).build();
  }

  private RecordDatabase database(
      String process, Executor executor, InstantSource clock, Database engine) {
    RecordDatabase.Builder database =
        RecordDatabase.builder(connection(engine, executor))
            .clock(clock)
            .random(random.split())
            .executor(executor)
            .timer(time)
            .meters(meters);
    return lanes
        ? database.lanes(CommitMarkerOptions.of(new Subspace(new byte[] {'L'}), process)).build()
        : database.build();
  }

  /** A handler's work: the outcome after a time. */
  CompletableFuture<Outcome> takes(Duration duration, Outcome outcome) {
    CompletableFuture<Outcome> result = new CompletableFuture<>();
    var unused =
        time.schedule(() -> result.complete(outcome), duration.toMillis(), TimeUnit.MILLISECONDS);
    return result;
  }

  @Override
  public void close() {
    engines.values().forEach(EmbeddedDatabase::close);
    if (!engineFailures.isEmpty()) {
      throw new AssertionError("a commit task of the engine threw", engineFailures.get(0));
    }
  }

  /** One process of the fleet. */
  record Site(Fleet fleet, Stalling executor, Deployment deployment) {

    QueueCluster cluster() {
      return deployment.clusters().get(0);
    }

    Site withTenant(TenantId tenant) {
      fleet.time.join(deployment.createTenant(tenant));
      return this;
    }

    <T> T run(
        TenantId tenant, Function<? super TenantTransaction, ? extends CompletionStage<T>> body) {
      return fleet.time.join(deployment.run(tenant, body));
    }

    String enqueue(TenantId tenant, NewItem item) {
      return run(tenant, transaction -> transaction.zone().enqueue(item)).id();
    }

    String send(TenantId tenant, String payload) {
      return enqueue(tenant, NewItem.of(SEND, payload));
    }

    Optional<WorkItem> find(TenantId tenant, String id) {
      return run(tenant, transaction -> transaction.zone().find(id));
    }

    Optional<DeadLetter> deadLetter(TenantId tenant, String id) {
      return run(tenant, transaction -> transaction.zone().findDeadLetter(id));
    }

    /** Items of all types in the tenant's default zone. */
    long left(TenantId tenant) {
      return run(tenant, transaction -> transaction.zone().countByType()).values().stream()
          .mapToLong(Long::longValue)
          .sum();
    }

    /** How often effects have added to a counter of the tenant. */
    long counter(TenantId tenant, String name) {
      return run(tenant, transaction -> Counters.read(transaction, name));
    }

    Consumer start(ConsumerOptions options, Handlers handlers, ConsumerListener listener) {
      Consumer consumer =
          Consumer.builder(deployment, handlers, options)
              .workerExecutor(fleet.time)
              .listener(listener)
              .build();
      consumer.start();
      return consumer;
    }

    Consumer start(String id, WorkHandler<String> send) {
      return start(id, send, new ConsumerListener() {});
    }

    Consumer start(String id, WorkHandler<String> send, ConsumerListener listener) {
      return start(
          ConsumerOptions.defaults(id), Handlers.builder().on(SEND, send).build(), listener);
    }
  }
}
