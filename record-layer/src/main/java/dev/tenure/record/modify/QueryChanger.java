package dev.tenure.record.modify;

import dev.tenure.record.async.Pace;
import dev.tenure.record.build.SliceLimits;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoreOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Changes all records of a query in many transactions, while other clients use the store. After a
 * run was stopped or killed, another run continues from its position. Safe for use by many threads.
 *
 * <pre>{@code
 * QueryChanger.builder(database, StoreOptions.of(subspace, metaData), QueryChange.delete(query))
 *     .pace(Pace.perSecond(5_000))
 *     .build()
 *     .run()
 * }</pre>
 */
public final class QueryChanger {
  private final RecordDatabase database;
  private final ChangeSettings settings;
  private ChangePosition from;
  private @Nullable ChangeRun running;

  private QueryChanger(RecordDatabase database, ChangeSettings settings, ChangePosition from) {
    this.database = database;
    this.settings = settings;
    this.from = from;
  }

  /** A builder of a changer. */
  public static Builder builder(RecordDatabase database, StoreOptions store, QueryChange change) {
    return new Builder(database, store, change);
  }

  /**
   * Runs the change until it is finished, its time is up, or {@link #stop()} is called.
   *
   * @return fails with {@link ChangeRefusedException} at the first record that cannot be changed,
   *     unless {@link Builder#skipRefused()} was called. It fails with {@link
   *     dev.tenure.record.error.RecordLayerException} COMMIT_UNKNOWN or TIMED_OUT when it is
   *     unknown whether updates were committed, and with CONTINUATION_REFUSED for a position of
   *     another change. It also fails as opening the store, planning and running the query do, and
   *     with the error of the last transaction when too many failed in a row. After a failure,
   *     committed transactions stay committed, and {@link #position()} is behind them
   * @throws IllegalStateException when an earlier run has not ended
   */
  public CompletableFuture<ChangeResult> run() {
    ChangeRun run;
    synchronized (this) {
      if (running != null) {
        throw new IllegalStateException(
            "the change is running already; it can be run again after this run has ended");
      }
      run = new ChangeRun(database, settings, from);
      running = run;
    }
    return run.start().whenComplete((result, error) -> ended(run));
  }

  private synchronized void ended(ChangeRun run) {
    from = run.position();
    running = null;
  }

  /** Ends the run after the transaction under way. Does nothing when there is no run. */
  public synchronized void stop() {
    if (running != null) {
      running.stop();
    }
  }

  /** The position from which another run would continue: behind the last committed transaction. */
  public synchronized ChangePosition position() {
    return running == null ? from : running.position();
  }

  /** The counts of the committed transactions up to now. */
  public ChangeProgress progress() {
    return position().progress();
  }

  /** The plan by which the records are found, as text. Changes nothing. */
  public CompletableFuture<String> explain() {
    return database.run(
        context ->
            RecordStore.open(context, settings.store().withMode(OpenMode.OPEN))
                .thenApply(store -> plan(store, settings).explain()));
  }

  static QueryPlan plan(RecordStore store, ChangeSettings settings) {
    return store.queries().plan(settings.change().query(), settings.planner());
  }

  /** Builds a changer. Not safe for use by several threads at once. */
  public static final class Builder {
    private static final int FAILURES_MAX = 100;

    private final RecordDatabase database;
    private final StoreOptions store;
    private final QueryChange change;
    private PlannerOptions planner = PlannerOptions.defaults();
    private SliceLimits slices = SliceLimits.defaults();
    private Pace pace = Pace.unlimited();
    private Optional<Duration> timeMax = Optional.empty();
    private int failuresMax = FAILURES_MAX;
    private boolean skips;
    private Optional<ByteBuffer> kept = Optional.empty();
    private Optional<ChangePosition> from = Optional.empty();
    private ChangeListener listener = ChangeListener.NONE;

    private Builder(RecordDatabase database, StoreOptions store, QueryChange change) {
      this.database = database;
      this.store = store;
      this.change = change;
    }

    /** The options with which the query is planned. */
    public Builder planner(PlannerOptions options) {
      planner = options;
      return this;
    }

    /**
     * The limits of one transaction. The number of records that a transaction changes adapts
     * between the first limit and the greatest. The number of rows that it scans is at most the
     * greatest limit. Bytes count for the rows and the records that it reads.
     */
    public Builder slices(SliceLimits limits) {
      slices = limits;
      return this;
    }

    /** The number of rows that are scanned per second. */
    public Builder pace(Pace newPace) {
      pace = newPace;
      return this;
    }

    /**
     * Stops each run this long after its start, between two transactions. By default a run has no
     * limit of time.
     */
    public Builder timeMax(Duration most) {
      timeMax = Optional.of(most);
      return this;
    }

    /** The number of transactions in a row that may fail before the run fails; 100 by default. */
    public Builder failuresMax(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("failuresMax is " + most + ", the least is 1");
      }
      failuresMax = most;
      return this;
    }

    /**
     * Leaves a record unchanged that cannot be changed, and tells the listener of it. Reasons are a
     * record that became too large, a value that a unique index already has, and an update function
     * that throws. By default the run fails at such a record.
     */
    public Builder skipRefused() {
      skips = true;
      return this;
    }

    /** Continues from the position of an earlier run. */
    public Builder from(ChangePosition position) {
      from = Optional.of(position);
      return this;
    }

    /**
     * Keeps the position under a key, and continues from the position that the key already has. The
     * transactions that change records also write the key, so that neither a crash nor a commit of
     * unknown outcome changes a record twice. The key stays when the change is finished; clear it
     * to begin anew.
     *
     * @param key a key outside of all stores
     */
    public Builder keepPositionAt(byte[] key) {
      kept = Optional.of(ByteBuffer.wrap(key.clone()));
      return this;
    }

    public Builder listener(ChangeListener newListener) {
      listener = newListener;
      return this;
    }

    /**
     * Builds the changer.
     *
     * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the position
     *     is of another change or store
     */
    public QueryChanger build() {
      ChangeSettings settings =
          new ChangeSettings(
              store,
              change,
              ChangeSettings.planner(planner, change.order()),
              new ChangeSettings.Limits(slices, pace, timeMax, failuresMax),
              skips,
              kept,
              listener);
      long fingerprint = settings.fingerprint();
      ChangePosition begin =
          from.map(position -> position.require(fingerprint, change))
              .orElseGet(() -> ChangePosition.start(fingerprint));
      return new QueryChanger(database, settings, begin);
    }
  }
}
