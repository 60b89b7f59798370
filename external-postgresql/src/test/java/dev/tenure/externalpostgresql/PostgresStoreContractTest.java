package dev.tenure.externalpostgresql;

import dev.tenure.queue.external.store.ExternalEffects;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.testkit.external.ExternalStoreContract;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;

class PostgresStoreContractTest extends ExternalStoreContract {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final StoreServer server;
  private String table = "";

  PostgresStoreContractTest() throws IOException {
    this.server = StoreServer.shared();
  }

  @BeforeEach
  void createTable() throws SQLException {
    table = "applied_" + server.schemas();
    server
        .server()
        .execute("CREATE TABLE IF NOT EXISTS " + table + " (value text)", "TRUNCATE " + table);
  }

  @Override
  protected ExternalStore newStore() {
    return server.newStore(PATIENCE);
  }

  @Override
  protected void pass(Duration time) {
    try {
      server
          .server()
          .execute(
              "UPDATE store_"
                  + server.schemas()
                  + ".items SET vests_at = vests_at - interval '"
                  + time.toMillis()
                  + " milliseconds'");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected ExternalEffects effects() {
    return (PostgresEffects) this::insert;
  }

  @Override
  protected ExternalEffects failingEffects() {
    return (PostgresEffects)
        connection -> {
          insert(connection);
          try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1 / 0");
          }
        };
  }

  private void insert(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("INSERT INTO " + table + " VALUES ('x')");
    }
  }

  @Override
  protected int applied() {
    try (Connection connection = server.source().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + table)) {
      rows.next();
      return rows.getInt(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
