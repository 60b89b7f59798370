package dev.tenure.bench.peers.skiplocked;

import dev.tenure.bench.peers.system.ConsumerObserver;
import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.embeddedpostgresql.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.IntUnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Enqueuing into the table. */
final class SkipLockedFixture implements PeerFixture {
  private static final String INSERT = "INSERT INTO jobs (tenant, payload) VALUES (?, ?)";

  private final PostgresServer server;
  private final DataSource pool;
  private final WakeUp wakeUp = new WakeUp();
  private @Nullable SkipLockedWorkers workers;

  SkipLockedFixture(PostgresServer server, DataSource pool) {
    this.server = server;
    this.pool = pool;
  }

  @Override
  public void enqueue(int tenant, byte[] payload) throws SQLException {
    enqueueAll(tenant, List.of(payload));
  }

  @Override
  public void enqueueAll(int tenant, List<byte[]> payloads) throws SQLException {
    enqueueAll(i -> tenant, payloads);
  }

  @Override
  public void enqueueSpread(List<byte[]> payloads) throws SQLException {
    enqueueAll(i -> i, payloads);
  }

  private void enqueueAll(IntUnaryOperator tenantOf, List<byte[]> payloads) throws SQLException {
    try (Connection connection = pool.getConnection();
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      if (payloads.size() == 1) {
        fill(insert, tenantOf.applyAsInt(0), payloads.get(0));
        insert.executeUpdate();
      } else {
        connection.setAutoCommit(false);
        for (int i = 0; i < payloads.size(); i++) {
          fill(insert, tenantOf.applyAsInt(i), payloads.get(i));
          insert.addBatch();
        }
        insert.executeBatch();
        connection.commit();
      }
    }
    wakeUp.signal();
  }

  private static void fill(PreparedStatement insert, int tenant, byte[] payload)
      throws SQLException {
    insert.setInt(1, tenant);
    insert.setBytes(2, payload);
  }

  @Override
  public void settle() throws SQLException {
    server.execute("VACUUM ANALYZE jobs", "CHECKPOINT");
  }

  @Override
  public void consume(ConsumerObserver seen) {
    workers = new SkipLockedWorkers(pool, wakeUp, seen);
  }

  @Override
  public void close() {
    SkipLockedWorkers running = workers;
    if (running != null) {
      running.close();
    }
  }
}
