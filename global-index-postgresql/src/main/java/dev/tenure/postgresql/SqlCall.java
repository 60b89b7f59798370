package dev.tenure.postgresql;

import dev.tenure.record.global.ShardDownException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * One call of a shard: work on a connection, repeated while the database surely refused it without
 * an effect. The future ends with the work or by {@link #expire}, whichever comes first.
 */
final class SqlCall<T> {
  private static final int ATTEMPTS_MAX = 10;

  private final DataSource source;
  private final String shard;
  private final SqlWork<T> work;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private final AtomicReference<Effect> effect = new AtomicReference<>(Effect.NONE);

  /** Whether the call may have changed the database. */
  private enum Effect {
    NONE,
    POSSIBLE,
    /** The call has ended before it sent a change, and sends none any more. */
    FORBIDDEN
  }

  SqlCall(DataSource source, String shard, SqlWork<T> work) {
    this.source = source;
    this.shard = shard;
    this.work = work;
  }

  CompletableFuture<T> result() {
    return result;
  }

  /**
   * Announces a change. From now on, a failure means that the change may have taken place.
   *
   * @throws ShardDownException when the call has ended meanwhile
   */
  void announceChange() {
    if (!effect.compareAndSet(Effect.NONE, Effect.POSSIBLE)) {
      throw new ShardDownException("the call of shard " + shard + " has ended", false, null);
    }
  }

  /** Ends the call, since its time is over. */
  void expire(String reason) {
    boolean maybeWritten = !effect.compareAndSet(Effect.NONE, Effect.FORBIDDEN);
    result.completeExceptionally(down(reason, maybeWritten, null));
  }

  /** Does the work. Blocks the calling thread. */
  void run() {
    try {
      for (int attempt = 1; !result.isDone(); attempt++) {
        if (attemptOnce(attempt == ATTEMPTS_MAX)) {
          return;
        }
      }
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e);
    }
  }

  /** False when the work had no effect and may be repeated. */
  private boolean attemptOnce(boolean last) {
    Connection connection;
    try {
      connection = source.getConnection();
    } catch (SQLException e) {
      result.completeExceptionally(down("no connection: " + e.getMessage(), false, e));
      return true;
    }
    try (connection) {
      result.complete(work.run(connection, this));
      return true;
    } catch (SQLException e) {
      return failed(e, last);
    }
  }

  private boolean failed(SQLException error, boolean last) {
    boolean announced = effect.get() == Effect.POSSIBLE;
    switch (SqlErrors.of(error)) {
      case REPEAT -> {
        if (!last) {
          effect.compareAndSet(Effect.POSSIBLE, Effect.NONE);
          return false;
        }
        result.completeExceptionally(down(String.valueOf(error.getMessage()), false, error));
      }
      case DOWN_WITHOUT_EFFECT ->
          result.completeExceptionally(down(String.valueOf(error.getMessage()), false, error));
      case DOWN ->
          result.completeExceptionally(down(String.valueOf(error.getMessage()), announced, error));
      case REFUSED ->
          result.completeExceptionally(
              new PostgresShardException(
                  "the shard " + shard + " refused a statement: " + error.getMessage(), error));
    }
    return true;
  }

  private ShardDownException down(
      String reason, boolean maybeWritten, @Nullable SQLException cause) {
    return new ShardDownException(
        "the shard " + shard + " is down: " + reason, maybeWritten, cause);
  }
}
