package dev.tenure.bench.peers.skiplocked;

import com.zaxxer.hikari.HikariDataSource;
import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.PostgresPool;
import dev.tenure.bench.peers.system.SystemUnderTest;
import dev.tenure.embeddedpostgresql.PostgresServer;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** One table, one index, workers that take rows and delete them in one transaction. */
public final class SkipLockedSystem implements SystemUnderTest {
  static final int WORKERS = 4;

  /**
   * The rows of one transaction. With more rows, each waits longer for its completion; with fewer,
   * there are more commits.
   */
  static final int ROWS = 100;

  private static final int PRODUCERS = 16;

  private final PostgresServer server;
  private final HikariDataSource pool;

  public SkipLockedSystem(PostgresServer server) {
    this.server = server;
    this.pool = PostgresPool.open(server, WORKERS + PRODUCERS);
  }

  @Override
  public String name() {
    return "skip-locked";
  }

  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("storage", "PostgreSQL, table (id, tenant, run_at, payload), index (run_at, id)");
    settings.put("workers", String.valueOf(WORKERS));
    settings.put("rowsOfATransaction", "up to " + ROWS + ", deleted as they are taken");
    settings.put("wakeUp", "a signal in the process after each enqueue, else every 50 ms");
    return settings;
  }

  @Override
  public PeerFixture open(int tenants) throws SQLException {
    server.execute(
        "DROP TABLE IF EXISTS jobs",
        "CREATE TABLE jobs (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
            + " tenant int NOT NULL, run_at timestamptz NOT NULL DEFAULT now(),"
            + " payload bytea NOT NULL)",
        "CREATE INDEX jobs_run_at ON jobs (run_at, id)",
        "CHECKPOINT");
    return new SkipLockedFixture(server, pool);
  }

  @Override
  public void close() {
    pool.close();
  }
}
