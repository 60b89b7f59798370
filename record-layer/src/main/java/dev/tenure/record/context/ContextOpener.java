package dev.tenure.record.context;

import com.apple.foundationdb.Database;
import com.apple.foundationdb.Transaction;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.ContextMeasure;
import dev.tenure.record.meter.Observation;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Opens the transactions of a database, all with one time limit or without one. Safe for use by
 * many threads.
 */
public final class ContextOpener {
  /**
   * The time for which a context waits longer than the timeout that was also set on the database's
   * transaction.
   */
  static final Duration GRACE = Duration.ofSeconds(1);

  private final Database database;
  private final TransactionEnvironment environment;
  private final Observation observation;
  private final ReadVersionCache readVersions;
  private final @Nullable Duration timeout;
  private final @Nullable TimeoutError timeoutError;

  /** An opener without a time limit. */
  public ContextOpener(
      Database database, TransactionEnvironment environment, Observation observation) {
    this.database = database;
    this.environment = environment;
    this.observation = observation;
    this.readVersions = new ReadVersionCache();
    this.timeout = null;
    this.timeoutError = null;
  }

  private ContextOpener(
      ContextOpener shared,
      TransactionEnvironment environment,
      @Nullable Duration timeout,
      @Nullable TimeoutError timeoutError) {
    this.database = shared.database;
    this.environment = environment;
    this.observation = shared.observation;
    this.readVersions = shared.readVersions;
    this.timeout = timeout;
    this.timeoutError = timeoutError;
  }

  /**
   * An opener whose transactions end after a timeout. A timeout in a transaction's own options
   * takes precedence.
   *
   * @param error makes the error that callers meet when the timeout is over
   * @throws IllegalArgumentException when the timeout is not 1 ms to a day
   */
  public ContextOpener withTimeout(Duration newTimeout, TimeoutError error) {
    CommitOptions.requireTimeout(newTimeout);
    return new ContextOpener(this, environment, newTimeout, error);
  }

  /** The same opener in an environment with another clock. */
  public ContextOpener withClock(InstantSource clock) {
    return new ContextOpener(this, environment.withClock(clock), timeout, timeoutError);
  }

  /** The database below. */
  public Database database() {
    return database;
  }

  public TransactionEnvironment environment() {
    return environment;
  }

  Observation observation() {
    return observation;
  }

  ReadVersionCache readVersions() {
    return readVersions;
  }

  /** The time limit of a context with these options; null for none. */
  private @Nullable Duration limit(ContextOptions options) {
    return options.timeout().orElse(timeout);
  }

  /** The client's own timeout comes first where there is one. */
  private @Nullable Duration ownLimit(ContextOptions options) {
    return options.timeout().isPresent() ? options.timeout().get().plus(GRACE) : timeout;
  }

  /** Opens a transaction, which the caller commits and closes. */
  public ContextCommit open(ContextOptions options, ContextName name) {
    Transaction plain = database.createTransaction(environment.executor());
    @Nullable ContextMeasure measure =
        observation.isOff()
            ? null
            : new ContextMeasure(observation, environment.clock(), name.run());
    Transaction transaction = measure == null ? plain : measure.around(plain);
    RecordContext context = new RecordContext(this, transaction, options, name, measure);
    try {
      options.apply(transaction.options());
      setReadVersion(options, context);
      Duration limit = ownLimit(options);
      if (limit != null) {
        context.limit(environment.deadlines(), limit);
      }
      return context.commitState();
    } catch (RuntimeException e) {
      context.close();
      throw e;
    }
  }

  private void setReadVersion(ContextOptions options, RecordContext context) {
    Transaction transaction = context.transaction();
    options.readVersion().ifPresent(transaction::setReadVersion);
    if (options.staleness().isZero()) {
      return;
    }
    OptionalLong known =
        context.attempt() == 0
            ? readVersions.find(context.now(), options.staleness(), options.versionMin())
            : OptionalLong.empty();
    if (known.isPresent()) {
      transaction.setReadVersion(known.getAsLong());
      context.usesKnownVersion(known.getAsLong());
      return;
    }
    var unused =
        transaction
            .getReadVersion()
            .thenAccept(version -> readVersions.learn(version, context.now()));
  }

  /**
   * The error as callers meet it. For a transaction that ran out of time, this is the error of
   * {@link #withTimeout}.
   */
  public Throwable told(Throwable error, String run, ContextOptions options) {
    Duration limit = limit(options);
    return timeoutError != null
            && limit != null
            && RecordLayerException.of(error) instanceof RecordLayerException own
            && own.code() == RecordLayerException.Code.TIMED_OUT
        ? timeoutError.of(run, limit, own)
        : error;
  }

  /** The future with its error as {@link #told(Throwable, String, ContextOptions)} gives it. */
  <T> CompletableFuture<T> told(CompletableFuture<T> future, String run, ContextOptions options) {
    if (timeoutError == null) {
      return future;
    }
    return future.exceptionallyCompose(
        error -> CompletableFuture.failedFuture(told(error, run, options)));
  }
}
