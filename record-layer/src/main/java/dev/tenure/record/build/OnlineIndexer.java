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
 * Builds indexes of one store in many transactions, while the store is written to. Killed at any
 * moment and started again it goes on where it was; several of equal plans share the work, in one
 * process or in many. Safe for use by many threads.
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
   * Builds until everything is built, time is up, or somebody stops it.
   *
   * @return fails with {@link dev.tenure.record.error.RecordLayerException}: BUILD_REFUSED against
   *     the policy, or when an index is disabled meanwhile; as opening the store does; as a save
   *     does for a record that cannot be in an index; as the last slice did when too many failed in
   *     a row. Whatever is built stays built
   * @throws IllegalStateException when the run before has not ended
   */
  public CompletableFuture<BuildResult> run() {
    BuildRun run = new BuildRun(database, settings);
    if (!running.compareAndSet(null, run)) {
      throw new IllegalStateException(
          "a build runs already, it can be run again when it has ended");
    }
    return run.start().whenComplete((result, error) -> running.set(null));
  }

  /** Ends the run behind its next slice; nothing when there is none. */
  public void stop() {
    BuildRun run = running.get();
    if (run != null) {
      run.stop();
    }
  }

  /** Collects what an indexer has to know. Not safe for use by several threads at once. */
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

    /** Adds an index to build; all are built in one scan. */
    public Builder index(String index) {
      indexes.add(index);
      return this;
    }

    /**
     * Scans the entries of an index that can be read, and loads their records, instead of scanning
     * the records: where the indexes' types are few among many of one extent.
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

    /** Stops each run this long after its begin, between two slices. */
    public Builder timeMax(Duration most) {
      timeMax = Optional.of(most);
      return this;
    }

    /** Refuses to begin while another builder of the index is alive. */
    public Builder exclusive() {
      exclusive = true;
      return this;
    }

    /** How many slices in a row may fail before the build does; 100 by default. */
    public Builder failuresMax(int most) {
      if (most < 1) {
        throw new IllegalArgumentException("failuresMax is " + most + ", the least is 1");
      }
      failuresMax = most;
      return this;
    }

    /** What heartbeats say of this builder, for people: a host, a process. */
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
