package dev.tenure.postgresql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tenure.embeddedpostgresql.PostgresServer;
import dev.tenure.embeddedpostgresql.UnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A PostgreSQL server with what shards in it need; each schema of it is a shard. */
final class Postgres implements AutoCloseable {
  static final int CONNECTIONS = 8;

  /** Far more than a call takes on a slow machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Below the timeouts of shards in tests with outages. */
  private static final Duration IMPATIENCE = Duration.ofMillis(250);

  private final Path directory;
  private final PostgresServer server;
  private final HikariDataSource source;
  private final ExecutorService executor = Executors.newFixedThreadPool(CONNECTIONS);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger schemas = new AtomicInteger();

  private Postgres(Path directory, PostgresServer server, Duration connectionWait) {
    this.directory = directory;
    this.server = server;
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.url() + "&socketTimeout=30");
    config.setMaximumPoolSize(CONNECTIONS);
    config.setConnectionTimeout(connectionWait.toMillis());
    this.source = new HikariDataSource(config);
  }

  private static @Nullable Postgres shared;

  /** The server that tests share which leave it running; it ends with the process. */
  static synchronized Postgres shared() throws IOException {
    Postgres found = shared;
    if (found == null) {
      found = start(PATIENCE);
      shared = found;
      Runtime.getRuntime().addShutdownHook(new Thread(found::closeQuietly, "postgres-close"));
    }
    return found;
  }

  private void closeQuietly() {
    try {
      close();
    } catch (IOException | IllegalStateException e) {
      // the process ends, and so does the server by its own hook
    }
  }

  /** A server that a test leaves running while another has outages. */
  static Postgres startLasting() throws IOException {
    return start(PATIENCE);
  }

  /** A server for a test with outages, in which calls wait briefly for a connection. */
  static Postgres startForOutages() throws IOException {
    return start(IMPATIENCE);
  }

  /** Starts a server; skips the test where it cannot run. */
  private static Postgres start(Duration connectionWait) throws IOException {
    Path directory = Files.createTempDirectory("tenure-postgres");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    try {
      return new Postgres(directory, PostgresServer.start(directory), connectionWait);
    } catch (UnavailableException e) {
      Assumptions.abort("no PostgreSQL: " + e.getMessage());
      throw new AssertionError(e);
    }
  }

  PostgresServer server() {
    return server;
  }

  HikariDataSource source() {
    return source;
  }

  /** A shard in a new schema. */
  PostgresShard newShard() {
    return newShard(PATIENCE);
  }

  /** A shard in a new schema whose calls may take this long. */
  PostgresShard newShard(Duration timeout) {
    String schema = "shard_" + schemas.incrementAndGet();
    PostgresShardOptions patient =
        PostgresShardOptions.defaults().withSchema(schema).withTimeout(PATIENCE);
    shard(patient).createTables().join();
    return shard(patient.withTimeout(timeout));
  }

  /** The number of the schema that was made last. */
  int schemas() {
    return schemas.get();
  }

  /** The shard in a schema, whose tables may be missing. */
  PostgresShard shard(PostgresShardOptions options) {
    return PostgresShard.of(source, executor, timer, options);
  }

  @Override
  public void close() throws IOException {
    source.close();
    executor.shutdownNow();
    timer.shutdownNow();
    server.close();
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
      for (Path each : all) {
        Files.delete(each);
      }
    }
  }
}
