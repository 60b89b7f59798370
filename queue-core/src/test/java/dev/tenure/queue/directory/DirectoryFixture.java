package dev.tenure.queue.directory;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.KeyValue;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.LateDatabase;
import dev.tenure.late.LateEnvironment;
import dev.tenure.late.time.ManualClock;
import dev.tenure.late.time.VirtualTime;
import dev.tenure.queue.LateMode;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

/**
 * Clusters in memory, a shard of the directory on each of the first two, and processes that use
 * them, on one thread and by times that the test moves.
 */
final class DirectoryFixture implements AutoCloseable {
  static final List<String> SHARDS = List.of("east", "west");

  final VirtualTime timer = new VirtualTime();
  final ManualClock clock = new ManualClock();
  private final TreeMap<String, Database> engines = new TreeMap<>();
  private final TreeMap<String, MemoryShard.Data> data = new TreeMap<>();
  private final TreeMap<String, MemoryShard.Index> index = new TreeMap<>();
  private int processes;

  DirectoryFixture() {
    for (String name : List.of("east", "west", "north")) {
      engines.put(name, engine());
      data.put(name, new MemoryShard.Data());
      index.put(name, new MemoryShard.Index());
    }
  }

  private Database engine() {
    return EmbeddedDatabase.memory(
        EmbeddedEnvironment.builder()
            .clock(clock)
            .random(new Random(7))
            .executor(Runnable::run)
            .commitExecutor(Runnable::run)
            .timer(new VirtualTime())
            .build());
  }

  /** The cluster comes back as an empty one. */
  void lose(String name) {
    Objects.requireNonNull(engines.put(name, engine())).close();
  }

  /** All rows of a cluster, without its shards of the directory. */
  List<KeyValue> backUp(String name) {
    return rows(Objects.requireNonNull(engines.get(name)));
  }

  private List<KeyValue> rows(Database engine) {
    return await(
        engine.runAsync(
            transaction -> transaction.getRange(new byte[0], new byte[] {(byte) 0xff}).asList()));
  }

  /** The cluster comes back with what it had once. */
  void restore(String name, List<KeyValue> rows) {
    lose(name);
    Database engine = Objects.requireNonNull(engines.get(name));
    await(
        engine.runAsync(
            transaction -> {
              rows.forEach(row -> transaction.set(row.getKey(), row.getValue()));
              return CompletableFuture.completedFuture(null);
            }));
  }

  MemoryShard.Data data(String name) {
    return Objects.requireNonNull(data.get(name));
  }

  MemoryShard.Index index(String name) {
    return Objects.requireNonNull(index.get(name));
  }

  void takeShardsDown(boolean down) {
    data.values().forEach(each -> each.isDown = down);
    index.values().forEach(each -> each.isDown = down);
  }

  /** Takes one of the shards down. */
  void takeDown(String name) {
    data(name).isDown = true;
    index(name).isDown = true;
  }

  /** A process that knows the clusters, and no directory. */
  Deployment plain(Life life, String... names) {
    return plain(life, clock, names);
  }

  private Deployment plain(Life life, InstantSource shown, String... names) {
    List<QueueCluster> clusters = new ArrayList<>();
    for (String name : names.length == 0 ? new String[] {"east", "north", "west"} : names) {
      RecordDatabase database =
          RecordDatabase.builder(
                  late(life.database(name, Objects.requireNonNull(engines.get(name)))))
              .clock(shown)
              .random(new Random(processes++))
              .executor(Runnable::run)
              .timer(timer)
              .build();
      clusters.add(
          QueueCluster.unopened(
              database, ClusterOptions.named(name), TenantSchemas.same(TestCluster.metaData())));
    }
    clusters.forEach(cluster -> run(cluster.open()));
    return Deployment.of(clusters);
  }

  /** With {@link LateMode}, answers come late by the times of the fixture. */
  private Database late(Database database) {
    return LateMode.options()
        .<Database>map(
            late ->
                LateDatabase.of(
                    database, late, new LateEnvironment(timer.clock(), timer, Runnable::run)))
        .orElse(database);
  }

  static DirectoryOptions options() {
    return DirectoryOptions.on(SHARDS).withKeys(List.of("email", "handle"));
  }

  /** A process that has the directory. */
  TenantDirectory process(Life life, UnaryOperator<DirectoryOptions> options) {
    return TenantDirectory.of(
        plain(life), options.apply(options().withMillis(timer::millis)), shards(life));
  }

  /** A process that has the directory, and a clock that is ahead. */
  TenantDirectory processAhead(Duration by) {
    return processAhead(Life.endless(), by);
  }

  TenantDirectory processAhead(Life life, Duration by) {
    return TenantDirectory.of(
        plain(life, () -> clock.instant().plus(by)),
        options().withMillis(timer::millis),
        shards(life));
  }

  DirectoryShards shards() {
    return shards(Life.endless());
  }

  private DirectoryShards shards(Life life) {
    return new DirectoryShards() {
      @Override
      public DataShard data(QueueCluster cluster) {
        return life.data(DirectoryFixture.this.data(cluster.name()));
      }

      @Override
      public IndexShard index(QueueCluster cluster) {
        return life.index(DirectoryFixture.this.index(cluster.name()));
      }
    };
  }

  TenantDirectory process(Life life) {
    return process(life, UnaryOperator.identity());
  }

  TenantDirectory process() {
    return process(Life.endless());
  }

  /** A process that creates tenants on one cluster. */
  TenantDirectory processOn(Life life, String cluster) {
    return process(
        life,
        options ->
            options.withPlacement(
                (tenant, details, deployment) ->
                    CompletableFuture.completedFuture(deployment.cluster(cluster).orElseThrow())));
  }

  static CompletableFuture<?> enqueue(TenantDirectory process, TenantId tenant) {
    return process.deployment().run(tenant, tx -> tx.zone().enqueue(TestCluster.item("call me")));
  }

  /** A process that has the directory, which the deployment has adopted. */
  TenantDirectory active() {
    TenantDirectory directory = process();
    await(directory.adopt(progress -> {}));
    return directory;
  }

  /** Moves the time until the future is done. */
  <T> T await(CompletableFuture<T> future) {
    run(future);
    return future.join();
  }

  void run(CompletableFuture<?> future) {
    while (!future.isDone() && timer.step()) {
      Thread.onSpinWait();
    }
  }

  /** As {@link #await}, of a future that fails. */
  QueueException failure(QueueException.Code code, CompletableFuture<?> future) {
    run(future);
    try {
      Object value = future.join();
      throw new AssertionError("ended with " + value + ", expected " + code);
    } catch (CompletionException e) {
      if (FdbErrorPredicates.unwrap(e) instanceof QueueException told && told.code() == code) {
        return told;
      }
      throw e;
    }
  }

  void advance(Duration by) {
    clock.advance(by);
  }

  /** The names of the clusters that have a store of the tenant. */
  List<String> stores(TenantId tenant) {
    return plain(Life.endless()).clusters().stream()
        .filter(cluster -> Boolean.TRUE.equals(await(cluster.hasTenant(tenant))))
        .map(QueueCluster::name)
        .toList();
  }

  /** The keys in all clusters and of all entries that contain a text; dummies are no entries. */
  List<String> keysWith(String text) {
    List<String> found = new ArrayList<>();
    engines.forEach(
        (name, engine) -> {
          for (KeyValue row : rows(engine)) {
            String key = new String(row.getKey(), StandardCharsets.ISO_8859_1);
            if (key.contains(text)) {
              found.add(name + ": " + key.replaceAll("\\p{Cntrl}", "."));
            }
          }
        });
    data.forEach(
        (name, shard) ->
            shard.stored.values().stream()
                .filter(record -> record.key().value().contains(text) && !record.isDummy())
                .forEach(record -> found.add(name + " shard: " + record.key())));
    return found;
  }

  @Override
  public void close() {
    engines.values().forEach(Database::close);
  }
}
