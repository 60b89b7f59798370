package dev.tenure.record.database;

import com.apple.foundationdb.Database;
import dev.tenure.record.context.ContextCommit;
import dev.tenure.record.context.ContextName;
import dev.tenure.record.context.ContextOpener;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.context.Joiner;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.context.TimeoutError;
import dev.tenure.record.context.TransactionEnvironment;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.meter.Observation;
import dev.tenure.record.meter.RecordMeters;
import dev.tenure.record.meter.TransactionListener;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on a database: opened, run with retries, waited for. Safe for use by many threads.
 * It does not own the database, the executor or the timer, and needs no closing.
 */
public final class RecordDatabase {
  private static final RunOptions MARKER_UPKEEP =
      RunOptions.defaults().withName("commit marker upkeep").withIdempotent(true);

  private final ContextOpener opener;
  private final @Nullable CommitMarkers markers;

  private RecordDatabase(Builder builder) {
    TransactionEnvironment environment =
        new TransactionEnvironment(
            Objects.requireNonNull(builder.clock, "clock"),
            Objects.requireNonNull(builder.random, "random"),
            Objects.requireNonNull(builder.executor, "executor"),
            Objects.requireNonNull(builder.timer, "timer"),
            builder.joiner,
            builder.storeStatesMax);
    this.opener =
        new ContextOpener(
            builder.database, environment, new Observation(builder.meters, builder.listeners));
    CommitMarkerOptions markerOptions = builder.markers;
    this.markers =
        markerOptions == null ? null : new CommitMarkers(markerOptions, random().nextLong());
  }

  private RecordDatabase(ContextOpener opener, @Nullable CommitMarkers markers) {
    this.opener = opener;
    this.markers = markers;
  }

  /** Clock, random, executor and timer must be given. */
  public static Builder builder(Database database) {
    return new Builder(database);
  }

  /**
   * This database with a time limit: a transaction whose options set no timeout ends this long
   * after its opening, at most a second later, even when the database below never answers. Its
   * commit and the attempts of a run then fail, and so does what {@link RecordContext#bounded} was
   * given. Commit markers, caches, read versions, meters and attachments are those of this
   * database.
   *
   * <p>A commit that is not answered in time is looked up once more, so that a run on a database
   * that has stopped answering ends after twice the timeout and two seconds.
   *
   * @param timeout 1 ms to a day
   * @param error makes what runs fail with that did not end in time
   */
  public RecordDatabase withTimeout(Duration timeout, TimeoutError error) {
    return new RecordDatabase(opener.withTimeout(timeout, error), markers);
  }

  /**
   * This database as one whose process has another clock, as when its own is known to be wrong.
   * Everything else is that of this database, the time limit included.
   */
  public RecordDatabase withClock(InstantSource other) {
    return new RecordDatabase(opener.withClock(other), markers);
  }

  /** As {@link #openContext(ContextOptions)} with {@link ContextOptions#defaults()}. */
  public RecordContext openContext() {
    return openContext(ContextOptions.defaults());
  }

  /** A transaction that the caller commits and closes. */
  public RecordContext openContext(ContextOptions options) {
    return open(options, ContextName.ALONE).context();
  }

  ContextCommit open(ContextOptions options, ContextName name) {
    return opener.open(options, name);
  }

  /** As {@link #run(RunOptions, Function)} with {@link RunOptions#defaults()}. */
  public <T> CompletableFuture<T> run(
      Function<? super RecordContext, ? extends CompletionStage<T>> body) {
    return run(RunOptions.defaults(), body);
  }

  /**
   * Runs a body in a transaction, commits after it, and closes. The first attempt starts on the
   * calling thread. When FoundationDB says that another attempt may succeed, the body runs again in
   * a new transaction, after a delay that doubles; any other failure is passed on.
   *
   * <p>When the result of a commit is not known, the transaction's marker tells whether it was
   * applied, and the body runs again only if not. Without commit markers, or with {@link
   * RunOptions#idempotent()}, the body runs again in either case: a body that is not idempotent may
   * then be applied twice. With commit markers, a transaction that wrote only through {@link
   * RecordContext#transaction()} has none, and fails with COMMIT_UNKNOWN. A commit that timed out
   * is looked up as well, and not repeated. A body or a commit check that fails with an error of
   * another transaction whose result is unknown is repeated only when idempotent.
   *
   * <p>Completing or cancelling the future that is returned ends the run: no further attempt
   * begins, and a body under way is not committed; a commit under way is not taken back. Futures
   * derived from it do not pass their cancelling on. A thread that joins it, or what follows from
   * it, may carry out the commit under way itself, and what follows from that; it returns then no
   * sooner than that commit is answered.
   *
   * @return the body's value in the attempt that was committed; or fails with the body's own
   *     exception, or with {@link RecordLayerException} and FoundationDB's error, which says that
   *     it may have been committed when that is so of any attempt. What the attempts before failed
   *     with is suppressed in it, the last four of them
   */
  public <T> CompletableFuture<T> run(
      RunOptions options, Function<? super RecordContext, ? extends CompletionStage<T>> body) {
    return new Runner<T>(this, markers, options, body).start();
  }

  /** Waits with the {@link Joiner}; throws what the future failed with, without wrappers. */
  public <T> T join(CompletableFuture<T> future) {
    return opener.environment().join(future);
  }

  /**
   * Notes in the subspace of commit markers that this process is alive.
   *
   * @throws IllegalStateException when the database was built without commit markers
   */
  public CompletableFuture<Void> heartbeat() {
    CommitMarkers required = requireCommitMarkers();
    return run(
        MARKER_UPKEEP,
        context -> {
          required.heartbeat(context);
          return CompletableFuture.completedFuture(null);
        });
  }

  /**
   * The processes that have commit markers, and when each was last alive.
   *
   * @throws IllegalStateException when the database was built without commit markers
   */
  public CompletableFuture<Map<String, Instant>> markerProcesses() {
    CommitMarkers required = requireCommitMarkers();
    return run(MARKER_UPKEEP, required::processes);
  }

  /**
   * Removes the commit markers and the heartbeat of a process, which must have ended.
   *
   * @throws IllegalStateException when the database was built without commit markers
   */
  public CompletableFuture<Void> clearCommitMarkers(String process) {
    CommitMarkers required = requireCommitMarkers();
    return run(
        MARKER_UPKEEP,
        context -> {
          required.clear(context, process);
          return CompletableFuture.completedFuture(null);
        });
  }

  private CommitMarkers requireCommitMarkers() {
    if (markers == null) {
      throw new IllegalStateException("this RecordDatabase was built without commit markers");
    }
    return markers;
  }

  /** The database below. */
  public Database database() {
    return opener.database();
  }

  public InstantSource clock() {
    return opener.environment().clock();
  }

  /** The generator given, which many threads may draw from here. */
  public RandomGenerator random() {
    return opener.environment().random();
  }

  public Executor executor() {
    return opener.environment().executor();
  }

  public ScheduledExecutorService timer() {
    return opener.environment().timer();
  }

  /**
   * Goes on, on the executor, after a time; at once when that is zero.
   *
   * @return fails with RejectedExecutionException when timer or executor have been shut down
   */
  public CompletableFuture<Void> delay(Duration duration) {
    return opener.environment().delay(duration);
  }

  /**
   * Calls something once, on the executor, when a future is still not done after a time, at most a
   * second later. Costs no timer task of its own.
   */
  public void whenOverdue(CompletableFuture<?> future, Duration limit, Runnable action) {
    opener.environment().whenOverdue(future, limit, action);
  }

  /** An error of a run as callers meet it. */
  Throwable told(Throwable error, String run, ContextOptions options) {
    return opener.told(error, run, options);
  }

  /** Where commits are noted, when commit markers were given. */
  public Optional<CommitMarkerOptions> commitMarkers() {
    return Optional.ofNullable(markers).map(CommitMarkers::options);
  }

  /**
   * State that belongs to this database: made on the first call with a key, the same object on
   * every further one. For caches of layers.
   */
  public <T> T attachment(Object key, Supplier<? extends T> ifAbsent) {
    return opener.environment().attachment(key, ifAbsent);
  }

  /** Collects what a {@link RecordDatabase} stands on. */
  public static final class Builder {
    private final Database database;
    private @Nullable InstantSource clock;
    private @Nullable RandomGenerator random;
    private @Nullable Executor executor;
    private @Nullable ScheduledExecutorService timer;
    private Joiner joiner = Joiner.blocking();
    private @Nullable CommitMarkerOptions markers;
    private int storeStatesMax = 10_000;
    private RecordMeters meters = RecordMeters.none();
    private final List<TransactionListener> listeners = new ArrayList<>();

    private Builder(Database database) {
      this.database = Objects.requireNonNull(database, "database");
    }

    /** Tells the time of contexts, scan limits and read versions. */
    public Builder clock(InstantSource newClock) {
      clock = newClock;
      return this;
    }

    /** Gives jitter, and whatever the layers draw; need not be safe for use by many threads. */
    public Builder random(RandomGenerator newRandom) {
      random = newRandom;
      return this;
    }

    /** Runs continuations, retries and hooks; never blocked. */
    public Builder executor(Executor newExecutor) {
      executor = newExecutor;
      return this;
    }

    /** Waits between attempts. */
    public Builder timer(ScheduledExecutorService newTimer) {
      timer = newTimer;
      return this;
    }

    /** How {@link RecordDatabase#join} waits; {@link Joiner#blocking()} by default. */
    public Builder joiner(Joiner newJoiner) {
      joiner = newJoiner;
      return this;
    }

    /** Where commits are noted, so that an unknown result can be looked up; nowhere by default. */
    public Builder commitMarkers(CommitMarkerOptions newCommitMarkers) {
      markers = newCommitMarkers;
      return this;
    }

    /**
     * How many stores' headers are kept in memory, so that opening one again reads nothing; 10,000
     * by default, 0 for none.
     */
    public Builder storeStatesMax(int stores) {
      if (stores < 0) {
        throw new IllegalArgumentException("storeStatesMax is " + stores + ", the least is 0");
      }
      storeStatesMax = stores;
      return this;
    }

    /** Where the numbers of transactions go; nowhere by default. */
    public Builder meters(RecordMeters newMeters) {
      meters = Objects.requireNonNull(newMeters, "meters");
      return this;
    }

    /** Adds a listener that is told of every transaction after its end. */
    public Builder listener(TransactionListener listener) {
      listeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /**
     * Builds.
     *
     * @throws NullPointerException naming what was not given
     */
    public RecordDatabase build() {
      return new RecordDatabase(this);
    }
  }
}
