package dev.tenure.externalpostgresql;

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

/** The one PostgreSQL server of this module's tests, which ends with the process. */
final class StoreServer {
  private static final int CONNECTIONS = 8;
  private static @Nullable StoreServer shared;

  private final Path directory;
  private final PostgresServer server;
  private final HikariDataSource source;
  private final ExecutorService executor = Executors.newFixedThreadPool(CONNECTIONS);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger schemas = new AtomicInteger();

  private StoreServer(Path directory, PostgresServer server) {
    this.directory = directory;
    this.server = server;
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.url() + "&socketTimeout=30");
    config.setMaximumPoolSize(CONNECTIONS);
    config.setConnectionTimeout(1_000);
    this.source = new HikariDataSource(config);
  }

  /** Starts the server at the first call; skips the test where it cannot run. */
  static synchronized StoreServer shared() throws IOException {
    if (shared == null) {
      Path directory = Files.createTempDirectory("tenure-external");
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
      try {
        shared = new StoreServer(directory, PostgresServer.start(directory));
      } catch (UnavailableException e) {
        Assumptions.abort("no PostgreSQL: " + e.getMessage());
      }
      Runtime.getRuntime().addShutdownHook(new Thread(shared::close, "postgres-close"));
    }
    return shared;
  }

  PostgresServer server() {
    return server;
  }

  HikariDataSource source() {
    return source;
  }

  /** A store in a new schema. */
  PostgresStore newStore(Duration timeout) {
    PostgresStoreOptions options =
        PostgresStoreOptions.defaults()
            .withSchema("store_" + schemas.incrementAndGet())
            .withTimeout(Duration.ofMinutes(1));
    store(options).createTables().join();
    return store(options.withTimeout(timeout));
  }

  /** The number of the schema that was made last. */
  int schemas() {
    return schemas.get();
  }

  PostgresStore store(PostgresStoreOptions options) {
    return PostgresStore.of(source, executor, timer, options);
  }

  private void close() {
    source.close();
    executor.shutdownNow();
    timer.shutdownNow();
    server.close();
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
      for (Path each : all) {
        Files.delete(each);
      }
    } catch (IOException e) {
      // the process ends; the files are temporary
    }
  }
}
