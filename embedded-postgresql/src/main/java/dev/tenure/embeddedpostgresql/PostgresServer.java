package dev.tenure.embeddedpostgresql;

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

/**
 * A server on a free port of this machine, as durable as PostgreSQL is by default. The caller that
 * started it closes it. If the process ends before, the server is stopped.
 */
public final class PostgresServer implements AutoCloseable {
  private static final Duration START_MAX = Duration.ofSeconds(60);
  private static final Duration STOP_MAX = Duration.ofSeconds(20);
  private static final long LOOK_NANOS = 50_000_000;

  /** Sizes for a load. Options that affect durability keep their defaults. */
  private static final List<String> OPTIONS =
      List.of("shared_buffers=512MB", "max_wal_size=4GB", "max_connections=100");

  /** The settings that {@link #settings} reads from the server. */
  private static final List<String> SETTINGS =
      List.of(
          "server_version",
          "fsync",
          "synchronous_commit",
          "wal_sync_method",
          "full_page_writes",
          "shared_buffers",
          "max_wal_size");

  private final Account account;
  private final Path home;
  private final int port;
  private final Thread stopAtExit = new Thread(this::kill, "postgres-stop");
  private Process process;

  private PostgresServer(Account account, Path home, int port) throws IOException {
    this.account = account;
    this.home = home;
    this.port = port;
    this.process = run(account.command(serverCommand(home, port)), home, "server.log");
    Runtime.getRuntime().addShutdownHook(stopAtExit);
  }

  /**
   * Unpacks, initializes and starts a server in a directory below the given one.
   *
   * @throws UnavailableException when this machine or this user cannot run it, with the reason
   */
  public static PostgresServer start(Path below) throws IOException, UnavailableException {
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
    PostgresServer server = new PostgresServer(account, home, freePort());
    try {
      server.awaitStart();
    } catch (IOException | UnavailableException | RuntimeException e) {
      server.close();
      throw e;
    }
    return server;
  }

  /** The address of the server's database for JDBC. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
  }

  /**
   * Stops the server as a crash does: all connections break, and the next start recovers from the
   * log. Returns when the process has ended.
   */
  public void crash() throws IOException {
    signal("QUIT");
    awaitEnd();
  }

  /** Starts the server again after {@link #crash}, with the same address and data. */
  public void restart() throws IOException, UnavailableException {
    process = run(account.command(serverCommand(home, port)), home, "server.log");
    awaitStart();
  }

  /** Stops all processes of the server from running; connections stay open and get no answer. */
  public void freeze() throws IOException {
    signal("STOP");
  }

  /** Lets a frozen server go on. */
  public void thaw() throws IOException {
    signal("CONT");
  }

  /**
   * Sends a signal to the server and, for stopping and continuing, to its connections' processes.
   */
  private void signal(String name) throws IOException {
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    command.add(String.valueOf(process.pid()));
    if (!name.equals("QUIT")) {
      process.descendants().forEach(each -> command.add(String.valueOf(each.pid())));
    }
    try {
      int code = new ProcessBuilder(command).start().waitFor();
      if (code != 0) {
        throw new IOException("kill -" + name + " of PostgreSQL ended with " + code);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while PostgreSQL was sent " + name, e);
    }
  }

  private static void initialise(Account account, Path home, Path data, Path log)
      throws IOException, UnavailableException {
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
        throw new UnavailableException("initdb failed: " + tail(log));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted while PostgreSQL was initialised", e);
    }
  }

  private static List<String> serverCommand(Path home, int port) {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/postgres").toString());
    command.addAll(List.of("-D", home.resolve("data").toString(), "-p", String.valueOf(port)));
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
        .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve(log).toFile()))
        .start();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitStart() throws IOException, UnavailableException {
    long deadline = System.nanoTime() + START_MAX.toNanos();
    while (true) {
      try (Connection connection = DriverManager.getConnection(url())) {
        if (connection.isValid(1)) {
          return;
        }
      } catch (SQLException e) {
        if (!process.isAlive() || System.nanoTime() > deadline) {
          throw new UnavailableException(
              "PostgreSQL did not start: " + tail(home.resolve("server.log")), e);
        }
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join(" | ", lines.subList(Math.max(0, lines.size() - 5), lines.size()));
  }

  /** Runs statements one after the other, each in a separate transaction. */
  public void execute(String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  /** The settings of the server that matter for measurements, by name. */
  public Map<String, String> settings() throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    try (Connection connection = DriverManager.getConnection(url());
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
    awaitEnd();
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(stopAtExit);
    } catch (IllegalStateException e) {
      // this process is ending, and the hook is already at work
    }
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(STOP_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        kill();
      }
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }

  private void kill() {
    process.destroyForcibly();
  }
}
