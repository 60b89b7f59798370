package dev.tenure.bench.peers;

import dev.tenure.bench.peers.dbscheduler.DbSchedulerSystem;
import dev.tenure.bench.peers.skiplocked.SkipLockedSystem;
import dev.tenure.bench.peers.system.SystemUnderTest;
import dev.tenure.bench.peers.tenure.TenureSystem;
import dev.tenure.embeddedpostgresql.PostgresServer;
import dev.tenure.embeddedpostgresql.UnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The systems of a run, and the server that two of them share. The caller that created it closes
 * it.
 */
final class SystemsUnderTest implements AutoCloseable {
  static final String TENURE = "tenure";
  static final String DB_SCHEDULER = "db-scheduler";
  static final String SKIP_LOCKED = "skip-locked";
  static final List<String> NAMES = List.of(TENURE, DB_SCHEDULER, SKIP_LOCKED);

  private final List<SystemUnderTest> ready = new ArrayList<>();
  private final Map<String, String> skipped = new LinkedHashMap<>();
  private @Nullable PostgresServer server;

  /** Creates the named systems that can run on this machine. */
  static SystemsUnderTest open(List<String> names, Path directory) throws IOException {
    SystemsUnderTest systems = new SystemsUnderTest();
    if (names.contains(TENURE)) {
      systems.ready.add(new TenureSystem(directory));
    }
    List<String> onPostgres = names.stream().filter(name -> !name.equals(TENURE)).toList();
    if (!onPostgres.isEmpty()) {
      systems.openOnPostgres(onPostgres, directory);
    }
    return systems;
  }

  private void openOnPostgres(List<String> names, Path directory) throws IOException {
    try {
      PostgresServer started = PostgresServer.start(directory);
      server = started;
      if (names.contains(DB_SCHEDULER)) {
        ready.add(new DbSchedulerSystem(started));
      }
      if (names.contains(SKIP_LOCKED)) {
        ready.add(new SkipLockedSystem(started));
      }
    } catch (UnavailableException e) {
      names.forEach(name -> skipped.put(name, String.valueOf(e.getMessage())));
    }
  }

  List<SystemUnderTest> ready() {
    return List.copyOf(ready);
  }

  /** The names of systems that cannot run on this machine, with the reason. */
  Map<String, String> skipped() {
    return skipped;
  }

  /** The settings of each system, by name. */
  Map<String, Map<String, String>> settings() throws SQLException {
    Map<String, Map<String, String>> settings = new LinkedHashMap<>();
    for (SystemUnderTest system : ready) {
      Map<String, String> its = new LinkedHashMap<>(system.settings());
      PostgresServer below = server;
      if (below != null && !system.name().equals(TENURE)) {
        its.putAll(below.settings());
      }
      settings.put(system.name(), its);
    }
    return settings;
  }

  @Override
  public void close() {
    for (SystemUnderTest system : ready) {
      system.close();
    }
    PostgresServer running = server;
    if (running != null) {
      running.close();
    }
  }
}
