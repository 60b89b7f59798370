package dev.tenure.record.build;

import dev.tenure.record.async.Pace;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.store.BuildPlan;
import dev.tenure.record.store.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Builds indexes of one store in many transactions, while other transactions write to the store. A
 * build that was killed continues where it was when an indexer is started again. Several indexers
 * with equal plans, in one or more processes, share the work. Safe for use by many threads.
 *
 * <pre>{@code
 * OnlineIndexer.builder(database, StoreOptions.of(subspace, metaData))
 *     .index("by-title")
 *     .pace(Pace.perSecond(5_000))
 *     .build()
 *     .run()
 * }</pre>
 */
public final class OnlineIndexer {
  private final RecordDatabase database;
  private final IndexerSettings settings;
  private final AtomicReference<@Nullable BuildRun> running = new AtomicReference<>();

  private OnlineIndexer(RecordDatabase database, IndexerSettings settings) {
    this.database = database;
    this.settings = settings;
  }

  /** A builder of indexers of a store. */
  public static Builder builder(RecordDatabase database, StoreOptions store) {
    return new Builder(database, store);
  }

  /**
   * Builds until the indexes are finished, the time limit is reached, or {@link #stop} is called.
   *
   * @return fails with {@link dev.tenure.record.error.RecordLayerException}: BUILD_REFUSED by the
   *     policy, or when an index is disabled during the build; the errors of opening the store; the
   *     error of a save for a record that cannot be indexed; or the error of the last slice when
   *     too many slices failed in a row. Finished slices are kept
   * @throws IllegalStateException when the previous run has not ended
   */
  public CompletableFuture<BuildResult> run() {
    BuildRun run = new BuildRun(database, settings);
    if (!running.compareAndSet(null, run)) {
      throw new IllegalStateException(
          "the build is running already; it can be run again after this run has ended");
    }
    return run.start().whenComplete((result, error) -> running.set(null));
  }

  /** Ends the run after the slice under way. Does nothing when no run is under way. */
  public void stop() {
    BuildRun run = running.get();
    if (run != null) {
      run.stop();
    }
  }

  /** Builds an indexer. Not safe for use by several threads at once. */
  public static final class Builder {
    private static final int FAILURES_MAX = 100;

    private final RecordDatabase database;
    private final StoreOptions store;
    private final List<String> indexes = new ArrayList<>();
    private Optional<String> source = Optional.empty();
    private SliceLimits slices = SliceLimits.defaults();
    private Pace pace = Pace.unlimited();
    private BuildPolicy policy = BuildPolicy.defaults();
    private Optional<Duration> timeMax = Optional.empty();
    private boolean exclusive;
    private int failuresMax = FAILURES_MAX;
    private String name = "online indexer";
    private BuildListener listener = BuildListener.NONE;

    private Builder(RecordDatabase database, StoreOptions store) {
      this.database = database;
      this.store = store;
    }

    /** Adds an index to build. All indexes are built in one scan. */
    public Builder index(String index) {
      indexes.add(index);
      return this;
    }

    /**
     * Scans the entries of a readable index and loads their records, instead of scanning all
     * records. Use it when the shared extent has many records and few of them are of the indexes'
     * types.
     */
    public Builder fromIndex(String index) {
      source = Optional.of(index);
      return this;
    }

    public Builder slices(SliceLimits limits) {
      slices = limits;
      return this;
    }

    public Builder pace(Pace newPace) {
      pace = newPace;
      return this;
    }

    public Builder policy(BuildPolicy newPolicy) {
      policy = newPolicy;
      return this;
    }

    /** Stops each run this long after it began, between two slices. */
    public Builder timeMax(Duration most) {
      timeMax = Optional.of(most);
      return this;
    }

    /** Refuses to begin while another builder of the same index is alive. */
    public Builder exclusive() {
      exclusive = true;
      return this;
    }

    /** The number of slices in a row that may fail before the build fails; default 100. */
    public Builder failuresMax(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("failuresMax is " + most + ", the least is 1");
      }
      failuresMax = most;
      return this;
    }

    /** The name of this builder in its heartbeats, for people, such as host and process. */
    public Builder name(String newName) {
      name = newName;
      return this;
    }

    public Builder listener(BuildListener newListener) {
      listener = newListener;
      return this;
    }

    /**
     * The indexer.
     *
     * @throws IllegalArgumentException when no index was added, or one is built from itself
     */
    public OnlineIndexer build() {
      return new OnlineIndexer(
          database,
          new IndexerSettings(
              store,
              new BuildPlan(indexes, source),
              policy,
              new IndexerSettings.Limits(slices, pace, timeMax, failuresMax),
              exclusive,
              name,
              listener));
    }
  }
}
