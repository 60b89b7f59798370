package dev.tenure.bench.peers.dbscheduler;

import com.zaxxer.hikari.HikariDataSource;
import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.PostgresPool;
import dev.tenure.bench.peers.system.SystemUnderTest;
import dev.tenure.embeddedpostgresql.PostgresServer;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One scheduler that polls by lock-and-fetch. Its process also tells it of executions that are due
 * at once.
 */
public final class DbSchedulerSystem implements SystemUnderTest {
  static final int THREADS = 20;

  /** The number of executions for each thread below which the scheduler fetches. */
  static final double LOWER_LIMIT = 1.0;

  /** The number of executions for each thread up to which the scheduler fetches. */
  static final double UPPER_LIMIT = 4.0;

  private static final int OTHERS = 20;

  private final PostgresServer server;
  private final HikariDataSource pool;

  public DbSchedulerSystem(PostgresServer server) {
    this.server = server;
    this.pool = PostgresPool.open(server, THREADS + OTHERS);
  }

  @Override
  public String name() {
    return "db-scheduler";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("storage", "PostgreSQL, its table with the indexes it is shipped with");
    settings.put("threads", String.valueOf(THREADS));
    settings.put("polling", "lock-and-fetch, " + LOWER_LIMIT + " to " + UPPER_LIMIT);
    settings.put("wakeUp", "immediate execution, else every " + DbSchedulerFixture.POLL);
    settings.put("serializer", "none, bytes as they are");
    return settings;
  }

  @Override
  public PeerFixture open(int tenants) throws SQLException {
    server.execute(
        "DROP TABLE IF EXISTS scheduled_tasks",
        "CREATE TABLE scheduled_tasks ("
            + "task_name text NOT NULL, task_instance text NOT NULL, task_data bytea,"
            + " execution_time timestamptz, picked boolean NOT NULL, picked_by text,"
            + " last_success timestamptz, last_failure timestamptz, consecutive_failures int,"
            + " last_heartbeat timestamptz, version bigint NOT NULL, priority smallint,"
            + " state text, PRIMARY KEY (task_name, task_instance))",
        "CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time)",
        "CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat)",
        "CHECKPOINT");
    return new DbSchedulerFixture(server, pool);
  }

  @Override
  public void close() {
    pool.close();
  }
}
