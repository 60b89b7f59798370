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
 * Changes all records of a query in many transactions, while the store is used. A run that is
 * stopped or killed is gone on with from its position. Safe for use by many threads.
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

  /** A builder of changers of a store. */
  public static Builder builder(RecordDatabase database, StoreOptions store, QueryChange change) {
    return new Builder(database, store, change);
  }

  /**
   * Goes on until all is done, time is up, or somebody stops it.
   *
   * @return fails with {@link ChangeRefusedException} by the first record that cannot be changed,
   *     unless such are skipped; with {@link dev.tenure.record.error.RecordLayerException}:
   *     COMMIT_UNKNOWN or TIMED_OUT when nobody can tell whether updates were committed;
   *     CONTINUATION_REFUSED for a position of another change; as opening the store, planning and
   *     running the query do; as the last transaction did when too many failed in a row. What was
   *     committed stays, and {@link #position()} is behind it
   * @throws IllegalStateException when the run before has not ended
   */
  public CompletableFuture<ChangeResult> run() {
    ChangeRun run;
    synchronized (this) {
      if (running != null) {
        throw new IllegalStateException(
            "a change runs already, it can be run again when it has ended");
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

  /** Ends the run behind the transaction under way; nothing when there is none. */
  public synchronized void stop() {
    if (running != null) {
      running.stop();
    }
  }

  /** Where another run would go on: behind the last transaction that was committed. */
  public synchronized ChangePosition position() {
    return running == null ? from : running.position();
  }

  /** What was done up to now. */
  public ChangeProgress progress() {
    return position().progress();
  }

  /** How the records are found, as text; changes nothing. */
  public CompletableFuture<String> explain() {
    return database.run(
        context ->
            RecordStore.open(context, settings.store().withMode(OpenMode.OPEN))
                .thenApply(store -> plan(store, settings).explain()));
  }

  static QueryPlan plan(RecordStore store, ChangeSettings settings) {
    return store.queries().plan(settings.change().query(), settings.planner());
  }

  /** Collects what a changer has to know. Not safe for use by several threads at once. */
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

    /** How the query is planned. */
    public Builder planner(PlannerOptions options) {
      planner = options;
      return this;
    }

    /**
     * How much one transaction does: how many records it changes, from the first limit to the
     * greatest; how many rows it scans, at most the greatest; how many bytes of rows and of records
     * it reads, and how long.
     */
    public Builder slices(SliceLimits limits) {
      slices = limits;
      return this;
    }

    /** How many rows are scanned in a second. */
    public Builder pace(Pace newPace) {
      pace = newPace;
      return this;
    }

    /** Stops each run this long after its begin, between two transactions. */
    public Builder timeMax(Duration most) {
      timeMax = Optional.of(most);
      return this;
    }

    /** How many transactions in a row may fail before the run does; 100 by default. */
    public Builder failuresMax(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("failuresMax is " + most + ", the least is 1");
      }
      failuresMax = most;
      return this;
    }

    /**
     * Passes over records that cannot be changed (too large, a value that a unique index has, an
     * update that throws) and tells the listener of each; by default the run fails.
     */
    public Builder skipRefused() {
      skips = true;
      return this;
    }

    /** Goes on where another run was. */
    public Builder from(ChangePosition position) {
      from = Optional.of(position);
      return this;
    }

    /**
     * Keeps the position under a key, written by the transactions that change records, and goes on
     * from there when there is one: so that neither a crash nor an unknown commit does anything
     * twice. The key stays when all is done; clear it to begin anew.
     *
     * @param key outside of all stores
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
     * The changer.
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
