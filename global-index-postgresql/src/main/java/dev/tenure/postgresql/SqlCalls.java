package dev.tenure.postgresql;

import dev.tenure.record.global.ShardDownException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Runs the statements of a shard on the caller's executor, and ends calls that take too long.
 *
 * @param executor runs JDBC calls, which block it
 * @param timer ends calls; its tasks are short
 */
record SqlCalls(
    DataSource source,
    Executor executor,
    ScheduledExecutorService timer,
    PostgresShardOptions options) {

  String shard() {
    return "postgresql:" + options.schema();
  }

  /** Returns the rows of a query. */
  <R> CompletableFuture<List<R>> query(Tables tables, Statement query, Row<R> row) {
    return one(tables, query, (statement, call) -> rows(statement, row));
  }

  private static <R> List<R> rows(PreparedStatement statement, Row<R> row) throws SQLException {
    List<R> found = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.add(row.of(rows));
      }
    }
    return found;
  }

  /** Makes one change, by a statement that is a transaction by itself. */
  CompletableFuture<Boolean> write(Tables tables, Change change) {
    return one(
        tables,
        change,
        (statement, call) -> {
          call.announceChange();
          return statement.executeUpdate() == 1;
        });
  }

  private <T> CompletableFuture<T> one(Tables tables, Statement statement, Execution<T> execution) {
    return start(
        (connection, call) ->
            with(
                connection,
                true,
                each -> {
                  tables.require(each);
                  try (PreparedStatement prepared = statement.prepare(each)) {
                    limit(prepared);
                    return execution.of(prepared, call);
                  }
                }));
  }

  /** Makes all changes in one transaction, or none. Returns whether all conditions held. */
  CompletableFuture<Boolean> writeAll(List<Tables> tables, List<Change> changes) {
    return start(
        (connection, call) ->
            with(
                connection,
                false,
                each -> {
                  for (Tables required : tables) {
                    required.require(each);
                  }
                  if (!makeAll(each, changes)) {
                    each.rollback();
                    return false;
                  }
                  call.announceChange();
                  each.commit();
                  return true;
                }));
  }

  private boolean makeAll(Connection connection, List<Change> changes) throws SQLException {
    for (Change change : changes) {
      try (PreparedStatement statement = change.prepare(connection)) {
        limit(statement);
        if (statement.executeUpdate() != 1) {
          return false;
        }
      }
    }
    return true;
  }

  /** Runs statements in one transaction. */
  CompletableFuture<Void> inTransaction(Body body) {
    return this.<Boolean>start(
            (connection, call) ->
                with(
                    connection,
                    false,
                    each -> {
                      call.announceChange();
                      body.run(each);
                      each.commit();
                      return true;
                    }))
        .thenApply(done -> null);
  }

  /** Makes the server cancel a statement that takes longer than the call. */
  private void limit(PreparedStatement statement) throws SQLException {
    statement.setQueryTimeout(Math.toIntExact(options.timeout().plusMillis(999).toSeconds()));
  }

  /** A statement of a connection. */
  @FunctionalInterface
  interface Statement {
    PreparedStatement prepare(Connection connection) throws SQLException;
  }

  /** A statement that changes one row if its condition holds. */
  @FunctionalInterface
  interface Change extends Statement {}

  /** The value of the current row. */
  @FunctionalInterface
  interface Row<R> {
    R of(ResultSet rows) throws SQLException;
  }

  /** Statements on a connection. */
  @FunctionalInterface
  interface Body {
    void run(Connection connection) throws SQLException;
  }

  /** The use of a prepared statement. */
  @FunctionalInterface
  private interface Execution<T> {
    T of(PreparedStatement statement, SqlCall<?> call) throws SQLException;
  }

  /** A use of a connection. */
  @FunctionalInterface
  private interface Use<T> {
    T of(Connection connection) throws SQLException;
  }

  /** Leaves the connection as it was, and no transaction open. */
  private static <T> T with(Connection connection, boolean autoCommit, Use<T> use)
      throws SQLException {
    boolean before = connection.getAutoCommit();
    if (before != autoCommit) {
      connection.setAutoCommit(autoCommit);
    }
    T result;
    try {
      result = use.of(connection);
    } catch (SQLException | RuntimeException e) {
      restore(connection, autoCommit, before, e);
      throw e;
    }
    if (before != autoCommit) {
      connection.setAutoCommit(before);
    }
    return result;
  }

  private static void restore(
      Connection connection, boolean autoCommit, boolean before, Exception failure) {
    try {
      if (!autoCommit) {
        connection.rollback();
      }
      if (before != autoCommit) {
        connection.setAutoCommit(before);
      }
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  private <T> CompletableFuture<T> start(SqlWork<T> work) {
    SqlCall<T> call = new SqlCall<>(source, shard(), work);
    try {
      Future<?> expiry =
          timer.schedule(
              () -> call.expire("no answer within " + options.timeout()),
              options.timeout().toMillis(),
              TimeUnit.MILLISECONDS);
      var unused = call.result().whenComplete((value, error) -> expiry.cancel(false));
      executor.execute(call::run);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(
          new ShardDownException(
              "the shard " + shard() + " is down: an executor of this process takes no more tasks",
              false,
              e));
    }
    return call.result();
  }
}
