package dev.tenure.campaigns.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.embeddedpostgresql.PostgresServer;
import dev.tenure.embeddedpostgresql.UnavailableException;
import dev.tenure.postgresql.PostgresShard;
import dev.tenure.postgresql.PostgresShardOptions;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.cluster.TenantSchemas;
import dev.tenure.queue.directory.AuditPage;
import dev.tenure.queue.directory.DirectoryFinding;
import dev.tenure.queue.directory.DirectoryOptions;
import dev.tenure.queue.directory.DirectoryShards;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.zone.QueueSchema;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.global.DataShard;
import dev.tenure.record.global.IndexShard;
import dev.tenure.record.metadata.RecordMetaData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes on clusters in memory create, rename and delete tenants, and compete for their keys.
 * The shards of the directory lie in PostgreSQL, which crashes meanwhile, or in record stores.
 */
class DirectoryTrafficTest {
  private static final List<String> NAMES = List.of("east", "west");
  private static final int PROCESSES = 3;
  private static final int CONNECTIONS = 8;

  private static final Duration TIMEOUT = Duration.ofMillis(500);

  private static final Duration CONNECTION_WAIT = Duration.ofMillis(250);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(4);
  private final ScheduledExecutorService calls = Executors.newScheduledThreadPool(CONNECTIONS);
  private final Map<String, EmbeddedDatabase> engines = new TreeMap<>();
  private final Map<String, PostgresShard> shards = new TreeMap<>();

  @BeforeEach
  void makeEngines() {
    NAMES.forEach(
        name -> engines.put(name, EmbeddedDatabase.memory(EmbeddedEnvironment.realTime())));
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    calls.shutdownNow();
    engines.values().forEach(EmbeddedDatabase::close);
  }

  private static PostgresServer server(Path directory) throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    try {
      return PostgresServer.start(directory);
    } catch (UnavailableException e) {
      Assumptions.abort("no PostgreSQL: " + e.getMessage());
      throw new AssertionError(e);
    }
  }

  private static HikariDataSource pool(PostgresServer server) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.url() + "&socketTimeout=30");
    config.setMaximumPoolSize(CONNECTIONS);
    config.setConnectionTimeout(CONNECTION_WAIT.toMillis());
    return new HikariDataSource(config);
  }

  private void makeShards(HikariDataSource source) {
    for (String name : NAMES) {
      PostgresShardOptions options = PostgresShardOptions.defaults().withSchema(name);
      PostgresShard.of(source, calls, threads, options.withTimeout(PATIENCE)).createTables().join();
      shards.put(name, PostgresShard.of(source, calls, threads, options.withTimeout(TIMEOUT)));
    }
  }

  private TenantDirectory process(int number, DirectoryShards stored) {
    RecordMetaData metaData =
        RecordMetaData.builder().version(1).include(QueueSchema.part()).build();
    List<QueueCluster> clusters = new ArrayList<>();
    engines.forEach(
        (name, engine) ->
            clusters.add(
                QueueCluster.open(
                        RecordDatabase.builder(engine)
                            .clock(InstantSource.system())
                            .random(new Random(number))
                            .executor(threads)
                            .timer(threads)
                            .build(),
                        ClusterOptions.named(name),
                        TenantSchemas.same(metaData))
                    .join()));
    return TenantDirectory.of(
        Deployment.of(clusters), DirectoryOptions.on(NAMES).withKeys(TenantTraffic.KINDS), stored);
  }

  private DirectoryShards inPostgres() {
    return new DirectoryShards() {
      @Override
      public DataShard data(QueueCluster cluster) {
        return Objects.requireNonNull(shards.get(cluster.name())).data();
      }

      @Override
      public IndexShard index(QueueCluster cluster) {
        return Objects.requireNonNull(shards.get(cluster.name())).index();
      }
    };
  }

  private TenantTraffic start(DirectoryShards stored) {
    TenantDirectory first = process(0, stored);
    assertTrue(first.adopt(progress -> {}).join().active());
    List<TenantDirectory> processes = new ArrayList<>(List.of(first));
    while (processes.size() < PROCESSES) {
      processes.add(process(processes.size(), stored));
    }
    return TenantTraffic.start(processes);
  }

  private void check(TenantTraffic traffic, DirectoryShards stored) throws InterruptedException {
    traffic.stop();
    TenantDirectory observer = process(PROCESSES, stored);
    assertEquals(List.of(), traffic.faults(observer));
    assertEquals(List.of(), audit(observer, false));
    assertTrue(traffic.taken() > 0, "no key was competed for");
  }

  private static List<DirectoryFinding> audit(TenantDirectory directory, boolean repairs) {
    List<DirectoryFinding> findings = new ArrayList<>();
    Optional<String> next = Optional.empty();
    do {
      AuditPage page = directory.audit().page(next, 100, repairs).join();
      findings.addAll(page.findings());
      next = page.next();
    } while (next.isPresent());
    return findings;
  }

  @Test
  void nothingIsLostAndEachKeyHasOneOwnerWhenTheServerCrashes(@TempDir Path directory)
      throws IOException, UnavailableException, InterruptedException {
    try (PostgresServer server = server(directory);
        HikariDataSource source = pool(server)) {
      makeShards(source);
      TenantTraffic traffic = start(inPostgres());
      traffic.runUntilDone(100);
      server.crash();
      traffic.runUntilUnanswered(2 * PROCESSES);
      server.restart();
      traffic.runUntilDone(60);
      check(traffic, inPostgres());
      assertTrue(traffic.placedMeanwhile() > 0, "no order was placed while the server was away");
    }
  }

  @Test
  void keysArePassedBackAndForthOnRecordStores() throws InterruptedException {
    DirectoryShards stored = DirectoryShards.inRecordStores();
    TenantTraffic traffic = start(stored);
    traffic.runUntilDone(300);
    check(traffic, stored);
  }
}
