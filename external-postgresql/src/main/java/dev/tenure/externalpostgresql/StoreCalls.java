package dev.tenure.externalpostgresql;

import dev.tenure.queue.external.store.ExternalStoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs each call of the store as one transaction on the caller's executor, and ends calls that take
 * too long.
 *
 * @param executor runs JDBC calls, which block it
 * @param timer ends calls; its tasks are short
 */
record StoreCalls(
    DataSource source,
    Executor executor,
    ScheduledExecutorService timer,
    PostgresStoreOptions options) {
  private static final int ATTEMPTS_MAX = 10;

  /** The statements of a call. */
  @FunctionalInterface
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /** Whether a call may have changed the database. */
  private enum Progress {
    BEFORE_COMMIT,
    COMMITTING,
    /** Its time ended before it committed: it must not commit any more. */
    EXPIRED
  }

  /** Runs the work in a transaction, which commits before the future completes. */
  <T> CompletableFuture<T> run(Work<T> work) {
    Call<T> call = new Call<>(work);
    try {
      Future<?> expiry =
          timer.schedule(call::expire, options.timeout().toMillis(), TimeUnit.MILLISECONDS);
      var unused = call.result.whenComplete((value, error) -> expiry.cancel(false));
      executor.execute(call);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(
          down("an executor of this process takes no more tasks", false, e));
    }
    return call.result;
  }

  private ExternalStoreException down(
      @Nullable String reason, boolean maybeDone, @Nullable Throwable cause) {
    return new ExternalStoreException(
        "PostgreSQL, schema " + options.schema() + ", does not answer: " + reason,
        maybeDone,
        cause);
  }

  private final class Call<T> implements Runnable {
    private final Work<T> work;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final AtomicReference<Progress> progress =
        new AtomicReference<>(Progress.BEFORE_COMMIT);

    Call(Work<T> work) {
      this.work = work;
    }

    void expire() {
      boolean maybeDone = !progress.compareAndSet(Progress.BEFORE_COMMIT, Progress.EXPIRED);
      result.completeExceptionally(down("no answer within " + options.timeout(), maybeDone, null));
    }

    @Override
    public void run() {
      try {
        for (int attempt = 1; !result.isDone(); attempt++) {
          try (Connection connection = source.getConnection()) {
            result.complete(inTransaction(connection));
          } catch (SQLException e) {
            failed(e, attempt == ATTEMPTS_MAX);
          }
        }
      } catch (RuntimeException | Error e) {
        result.completeExceptionally(e);
      }
    }

    private T inTransaction(Connection connection) throws SQLException {
      boolean before = connection.getAutoCommit();
      connection.setAutoCommit(false);
      try {
        T value = work.run(connection);
        if (!progress.compareAndSet(Progress.BEFORE_COMMIT, Progress.COMMITTING)) {
          throw down("no answer within " + options.timeout(), false, null);
        }
        connection.commit();
        connection.setAutoCommit(before);
        return value;
      } catch (SQLException | RuntimeException | Error e) {
        rollback(connection, before, e);
        throw e;
      }
    }

    private void failed(SQLException error, boolean last) {
      boolean maybeDone = progress.get() == Progress.COMMITTING;
      switch (StoreErrors.of(error)) {
        case REPEAT -> {
          if (last) {
            result.completeExceptionally(down(error.getMessage(), false, error));
          }
          progress.compareAndSet(Progress.COMMITTING, Progress.BEFORE_COMMIT);
        }
        case DOWN -> result.completeExceptionally(down(error.getMessage(), maybeDone, error));
        case REFUSED ->
            result.completeExceptionally(
                new PostgresStoreException(
                    "PostgreSQL, schema "
                        + options.schema()
                        + ", refused a statement: "
                        + error.getMessage(),
                    error));
      }
    }
  }

  private static void rollback(Connection connection, boolean autoCommit, Throwable failure) {
    try {
      connection.rollback();
      connection.setAutoCommit(autoCommit);
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }
}
