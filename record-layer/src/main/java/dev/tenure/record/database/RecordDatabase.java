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
import dev.tenure.record.meter.QueryListener;
import dev.tenure.record.meter.RecordMeters;
import dev.tenure.record.meter.TransactionListener;
import dev.tenure.record.store.header.StoreHeader;
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
 * Opens transactions on a database, and runs them with retries. Safe for use by many threads. It
 * does not own the database, the executor or the timer, and needs no closing.
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
            builder.storeStatesMax,
            builder.contentFormatMax);
    this.opener =
        new ContextOpener(
            builder.database,
            environment,
            new Observation(builder.meters, builder.listeners, builder.queryListeners));
    CommitMarkerOptions markerOptions = builder.markers;
    this.markers =
        markerOptions == null ? null : new CommitMarkers(markerOptions, random().nextLong());
  }

  private RecordDatabase(ContextOpener opener, @Nullable CommitMarkers markers) {
    this.opener = opener;
    this.markers = markers;
  }

  /** A builder. Clock, random generator, executor and timer have no defaults and must be set. */
  public static Builder builder(Database database) {
    return new Builder(database);
  }

  /**
   * A view of this database with a time limit. A transaction ends this long after it was opened, or
   * at most a second later, even when the database never answers. Its commit, the attempts of a run
   * and the futures of {@link RecordContext#bounded} then fail. A timeout in a transaction's own
   * options takes precedence. Commit markers, caches, read versions, meters and attachments are
   * shared with this database.
   *
   * <p>When a commit is not answered in time, a further transaction looks up whether it was
   * applied. So a run on a database that has stopped answering ends after at most twice the timeout
   * and two seconds.
   *
   * @param timeout 1 ms to a day
   * @param error makes the error of runs that did not end in time
   */
  public RecordDatabase withTimeout(Duration timeout, TimeoutError error) {
    return new RecordDatabase(opener.withTimeout(timeout, error), markers);
  }

  /**
   * A view of this database with another clock, for a process whose own clock is known to be wrong.
   * Everything else is shared with this database, including the time limit.
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
   * Runs a body in a transaction, commits it and closes the context. The first attempt starts on
   * the calling thread. When an attempt fails with an error that FoundationDB calls retryable, the
   * body runs again in a new transaction, after a delay that doubles each time. Any other failure
   * ends the run.
   *
   * <p>When the result of a commit is not known, the settings decide:
   *
   * <ul>
   *   <li>With commit markers, the runner looks up the transaction's marker. The body runs again
   *       only if the commit was not applied. A transaction that wrote only through {@link
   *       RecordContext#transaction()} has no marker, and the run fails with COMMIT_UNKNOWN. A
   *       commit that timed out is looked up, too, and not repeated.
   *   <li>Without commit markers, or with {@link RunOptions#idempotent()}, the body runs again in
   *       either case. A body that is not idempotent may then be applied twice. Example: a body
   *       that adds 1 to a counter may add 2.
   *   <li>When a body or a commit check fails with COMMIT_UNKNOWN of another transaction, the body
   *       runs again only with {@link RunOptions#idempotent()}.
   * </ul>
   *
   * <p>Completing or cancelling the returned future ends the run: no further attempt begins, and a
   * body under way is not committed. A commit under way is not undone. Cancelling a future that was
   * derived from the returned one does not end the run. A thread that joins the returned future, or
   * one derived from it, may itself carry out the commit and its continuations; it then returns
   * only after the commit was answered.
   *
   * @return the value of the body in the attempt that was committed. Fails with the body's own
   *     exception, or with a {@link RecordLayerException} that holds FoundationDB's error. {@link
   *     RecordLayerException#maybeCommitted(Throwable)} tells of either whether any attempt may
   *     have been committed. The errors of the last four earlier attempts are its suppressed
   *     exceptions
   */
  public <T> CompletableFuture<T> run(
      RunOptions options, Function<? super RecordContext, ? extends CompletionStage<T>> body) {
    return new Runner<T>(this, markers, options, body).start();
  }

  /**
   * Waits for a future with the {@link Joiner}. Throws the future's error without the wrappers of
   * futures.
   */
  public <T> T join(CompletableFuture<T> future) {
    return opener.environment().join(future);
  }

  /**
   * Writes into the subspace of commit markers that this process is alive.
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
   * The processes that have commit markers, each with the time of its last heartbeat.
   *
   * @throws IllegalStateException when the database was built without commit markers
   */
  public CompletableFuture<Map<String, Instant>> markerProcesses() {
    CommitMarkers required = requireCommitMarkers();
    return run(MARKER_UPKEEP, required::processes);
  }

  /**
   * Removes the commit markers and the heartbeat of a process that has ended. A live process must
   * keep its markers: without them its runner would take an applied commit for a lost one.
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

  /** The greatest content format of stores that are opened. */
  public int contentFormatMax() {
    return opener.environment().contentFormatMax();
  }

  public InstantSource clock() {
    return opener.environment().clock();
  }

  /** The random generator, wrapped so that many threads may draw from it. */
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
   * A future that completes after the given time, on the executor. For zero it is already complete.
   *
   * @return fails with RejectedExecutionException when timer or executor have been shut down
   */
  public CompletableFuture<Void> delay(Duration duration) {
    return opener.environment().delay(duration);
  }

  /**
   * Calls an action once, on the executor, if a future is not done within a time limit. The call
   * comes at most a second after the limit. All limits share one timer task.
   */
  public void whenOverdue(CompletableFuture<?> future, Duration limit, Runnable action) {
    opener.environment().whenOverdue(future, limit, action);
  }

  /** An error of a run as callers meet it. */
  Throwable told(Throwable error, String run, ContextOptions options) {
    return opener.told(error, run, options);
  }

  /** The location of commit markers; empty when the database was built without them. */
  public Optional<CommitMarkerOptions> commitMarkers() {
    return Optional.ofNullable(markers).map(CommitMarkers::options);
  }

  /**
   * State that belongs to this database, such as the cache of a layer. The first call with a key
   * makes the object, and each further call returns the same object.
   */
  public <T> T attachment(Object key, Supplier<? extends T> ifAbsent) {
    return opener.environment().attachment(key, ifAbsent);
  }

  /** Builds a {@link RecordDatabase}. */
  public static final class Builder {
    private final Database database;
    private @Nullable InstantSource clock;
    private @Nullable RandomGenerator random;
    private @Nullable Executor executor;
    private @Nullable ScheduledExecutorService timer;
    private Joiner joiner = Joiner.blocking();
    private @Nullable CommitMarkerOptions markers;
    private int storeStatesMax = 10_000;
    private int contentFormatMax = StoreHeader.CONTENT_FORMAT_MAX;
    private RecordMeters meters = RecordMeters.none();
    private final List<TransactionListener> listeners = new ArrayList<>();
    private final List<QueryListener> queryListeners = new ArrayList<>();

    private Builder(Database database) {
      this.database = Objects.requireNonNull(database, "database");
    }

    /** The clock for contexts, scan limits and cached read versions. */
    public Builder clock(InstantSource newClock) {
      clock = newClock;
      return this;
    }

    /**
     * The generator for the jitter of retries and for all random numbers of the layers. It need not
     * be safe for use by many threads.
     */
    public Builder random(RandomGenerator newRandom) {
      random = newRandom;
      return this;
    }

    /**
     * The executor for continuations, retries and hooks. The record layer never blocks its threads.
     */
    public Builder executor(Executor newExecutor) {
      executor = newExecutor;
      return this;
    }

    /** The timer for the delays between attempts and for time limits. */
    public Builder timer(ScheduledExecutorService newTimer) {
      timer = newTimer;
      return this;
    }

    /**
     * The joiner by which {@link RecordDatabase#join} waits; {@link Joiner#blocking()} by default.
     */
    public Builder joiner(Joiner newJoiner) {
      joiner = newJoiner;
      return this;
    }

    /**
     * Turns commit markers on, by which the runner looks up commits with unknown result. There are
     * none by default.
     */
    public Builder commitMarkers(CommitMarkerOptions newCommitMarkers) {
      markers = newCommitMarkers;
      return this;
    }

    /**
     * The most store headers to keep in memory; default 10,000, 0 for none. A store whose header is
     * in memory opens without a read. Set it to at least the number of tenants that a process
     * serves at a time.
     */
    public Builder storeStatesMax(int stores) {
      if (stores < 0) {
        throw new IllegalArgumentException("storeStatesMax is " + stores + ", the least is 0");
      }
      storeStatesMax = stores;
      return this;
    }

    /**
     * The greatest content format of stores that are opened, and to which stores are raised; by
     * default all formats that this release knows. With a smaller one, the process meets stores of
     * greater formats as a process of an earlier release does: it refuses them with FORMAT_UNKNOWN.
     * For tests of roll-outs.
     */
    public Builder contentFormatMax(int format) {
      if (format < 0) {
        throw new IllegalArgumentException("contentFormatMax is " + format + ", the least is 0");
      }
      contentFormatMax = Math.min(format, StoreHeader.CONTENT_FORMAT_MAX);
      return this;
    }

    /** The meters that get the numbers of all transactions; none by default. */
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
     * Adds a listener that is told of every query. With a listener, the reads of all queries are
     * counted.
     */
    public Builder queryListener(QueryListener listener) {
      queryListeners.add(Objects.requireNonNull(listener, "listener"));
      return this;
    }

    /**
     * Builds the database.
     *
     * @throws NullPointerException naming the part that was not set
     */
    public RecordDatabase build() {
      return new RecordDatabase(this);
    }
  }
}
