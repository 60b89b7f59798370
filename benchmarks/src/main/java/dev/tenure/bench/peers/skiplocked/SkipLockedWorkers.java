package dev.tenure.bench.peers.skiplocked;

import dev.tenure.bench.peers.system.ConsumerObserver;
import dev.tenure.bench.peers.system.Payload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Threads that take rows, run their handlers and commit their deletion. When a worker dies, its
 * rows are free again, since they were only locked, and all of them run again.
 */
final class SkipLockedWorkers implements AutoCloseable {
  private static final String TAKE =
      "DELETE FROM jobs WHERE id = ANY (ARRAY (SELECT id FROM jobs WHERE run_at <= now()"
          + " ORDER BY run_at, id LIMIT "
          + SkipLockedSystem.ROWS
          + " FOR UPDATE SKIP LOCKED)) RETURNING payload";

  private final DataSource pool;
  private final WakeUp wakeUp;
  private final ConsumerObserver seen;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<@Nullable SQLException> failure = new AtomicReference<>();
  private volatile boolean closed;

  SkipLockedWorkers(DataSource pool, WakeUp wakeUp, ConsumerObserver seen) {
    this.pool = pool;
    this.wakeUp = wakeUp;
    this.seen = seen;
    for (int i = 0; i < SkipLockedSystem.WORKERS; i++) {
      Thread thread = new Thread(this::work, "skip-locked-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  private void work() {
    try (Connection connection = pool.getConnection();
        PreparedStatement take = connection.prepareStatement(TAKE)) {
      connection.setAutoCommit(false);
      while (!closed) {
        if (run(connection, take) < SkipLockedSystem.ROWS) {
          wakeUp.await();
        }
      }
    } catch (SQLException e) {
      failure.set(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many were run. */
  private int run(Connection connection, PreparedStatement take) throws SQLException {
    int count = 0;
    try (ResultSet rows = take.executeQuery()) {
      while (rows.next()) {
        seen.started(Payload.number(rows.getBytes(1)));
        count++;
      }
    }
    connection.commit();
    for (int i = 0; i < count; i++) {
      seen.completed();
    }
    return count;
  }

  private void awaitEnd() {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    awaitEnd();
    SQLException failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException("a worker failed: " + failed.getMessage(), failed);
    }
  }
}
