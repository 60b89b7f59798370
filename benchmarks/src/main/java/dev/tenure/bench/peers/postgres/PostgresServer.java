package dev.tenure.bench.peers.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tenure.bench.peers.system.Unavailable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server on a free port of this machine, durable as by default. Closed by whoever started it. */
public final class PostgresServer implements AutoCloseable {
  private static final Duration START_MAX = Duration.ofSeconds(60);
  private static final Duration STOP_MAX = Duration.ofSeconds(20);
  private static final long LOOK_NANOS = 50_000_000;

  /** Sized for the load; what durability hangs on is left as it is by default. */
  private static final List<String> OPTIONS =
      List.of("shared_buffers=512MB", "max_wal_size=4GB", "max_connections=100");

  /** What is reported, as the server says it. */
  private static final List<String> SETTINGS =
      List.of(
          "server_version",
          "fsync",
          "synchronous_commit",
          "wal_sync_method",
          "full_page_writes",
          "shared_buffers",
          "max_wal_size");

  private final Process process;
  private final String url;
  private final Thread stopAtExit;

  private PostgresServer(Process process, String url) {
    this.process = process;
    this.url = url;
    this.stopAtExit = new Thread(process::destroyForcibly, "postgres-stop");
    Runtime.getRuntime().addShutdownHook(stopAtExit);
  }

  /**
   * Unpacks, initialises and starts a server in a directory below the given one.
   *
   * @throws Unavailable when it cannot be run on this machine or by this user, and why
   */
  public static PostgresServer start(Path below) throws IOException, Unavailable {
    Binaries.checkMachine();
    Path home = Files.createDirectory(below.resolve("postgres"));
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    Account account = Account.of(home);
    Binaries.unpack(home);
    Path log = home.resolve("initdb.log");
    Path data = Files.createDirectory(home.resolve("data"));
    Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwx------"));
    account.own(data);
    initialise(account, home, data, log);
    int port = freePort();
    Process process = run(account.command(serverCommand(home, data, port)), home, "server.log");
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    PostgresServer server = new PostgresServer(process, url);
    try {
      server.awaitStart(home.resolve("server.log"));
    } catch (IOException | Unavailable | RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private static void initialise(Account account, Path home, Path data, Path log)
      throws IOException, Unavailable {
    List<String> command =
        List.of(
            home.resolve("bin/initdb").toString(),
            "--pgdata=" + data,
            "--username=postgres",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C");
    Process process = run(account.command(command), home, log.getFileName().toString());
    try {
      if (process.waitFor() != 0) {
        throw new Unavailable("initdb failed: " + tail(log));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new Unavailable("interrupted while PostgreSQL was initialised", e);
    }
  }

  private static List<String> serverCommand(Path home, Path data, int port) {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/postgres").toString());
    command.addAll(List.of("-D", data.toString(), "-p", String.valueOf(port)));
    command.addAll(List.of("-c", "listen_addresses=127.0.0.1"));
    command.addAll(List.of("-c", "unix_socket_directories="));
    for (String option : OPTIONS) {
      command.addAll(List.of("-c", option));
    }
    return command;
  }

  private static Process run(List<String> command, Path home, String log) throws IOException {
    return new ProcessBuilder(command)
        .directory(home.toFile())
        .redirectErrorStream(true)
        .redirectOutput(home.resolve(log).toFile())
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitStart(Path log) throws IOException, Unavailable {
    long deadline = System.nanoTime() + START_MAX.toNanos();
    while (true) {
      try (Connection connection = DriverManager.getConnection(url)) {
        if (connection.isValid(1)) {
          return;
        }
      } catch (SQLException e) {
        if (!process.isAlive() || System.nanoTime() > deadline) {
          throw new Unavailable("PostgreSQL did not start: " + tail(log), e);
        }
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
  }

  /** A pool of so many connections; batches of inserts go as statements of many rows. */
  public HikariDataSource pool(int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url + "&reWriteBatchedInserts=true");
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(connections);
    return new HikariDataSource(config);
  }

  /** Runs statements one after the other, each in a transaction of its own. */
  public void execute(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  /** What the server says it runs with. */
  public Map<String, String> settings() throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String name : SETTINGS) {
        try (ResultSet rows = statement.executeQuery("SHOW " + name)) {
          if (rows.next()) {
            settings.put("postgres." + name, rows.getString(1));
          }
        }
      }
    }
    return settings;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    boolean unused = Runtime.getRuntime().removeShutdownHook(stopAtExit);
  }
}
