package dev.tenure.bench.peers.system;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tenure.embeddedpostgresql.PostgresServer;

/**
 * Makes pools of connections to a server. Batches of inserts are sent as statements with many rows.
 */
public final class PostgresPool {
  private PostgresPool() {}

  /** A pool of this number of connections; the caller closes it. */
  public static HikariDataSource open(PostgresServer server, int connections) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.url() + "&reWriteBatchedInserts=true");
    config.setMaximumPoolSize(connections);
    config.setMinimumIdle(connections);
    return new HikariDataSource(config);
  }
}
