package dev.tenure.record.scrub;

import dev.tenure.record.async.Pace;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.StoreOptions;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Looks one readable index of one store through, while the store is in use: finds what does not fit
 * the records, and repairs it when asked to. Immutable; each {@link #run()} is one of its own.
 *
 * <p>A run is many transactions one behind another. Each looks at a slice at one version of the
 * database, so that what it finds was so then; without {@link Builder#repair} none is committed.
 * With it, a fault is repaired by the transaction that found it, all of whose reads conflict: what
 * others write meanwhile makes it start again, with fewer records, and is never undone.
 */
public final class IndexScrubber {
  private final RecordDatabase database;
  private final StoreOptions store;
  private final String index;
  private final boolean repair;
  private final ScrubLimits limits;
  private final Pace pace;
  private final ScrubListener listener;
  private final ContextOptions context;
  private final ScrubPosition from;

  private IndexScrubber(Builder builder) {
    this.database = builder.database;
    this.store = builder.store;
    this.index = builder.index;
    this.repair = builder.repair;
    this.limits = builder.limits;
    this.pace = builder.pace;
    this.listener = builder.listener;
    this.context = builder.context;
    this.from = builder.from;
  }

  /**
   * A scrubber that reports and repairs nothing, unless told otherwise.
   *
   * @param store how the store is opened; it must exist
   */
  public static Builder builder(RecordDatabase database, StoreOptions store, String index) {
    return new Builder(database, store, index);
  }

  /**
   * Runs to the end, or to a limit. Completing or cancelling the future ends the run behind the
   * slice under way.
   *
   * @return fails with {@link dev.tenure.record.error.RecordLayerException}: as opening the store
   *     does; INDEX_NOT_READABLE, also when the index stops being readable meanwhile;
   *     CONTINUATION_REFUSED when the position to go on from is of another index; STORE_LOCKED when
   *     repairing; DAMAGED and the like when a record cannot be read, which is no fault of the
   *     index; or as the last of 30 slices in a row that failed. Fails with
   *     IllegalArgumentException when there is no such index. What was found before was told to the
   *     listener, and the position too
   */
  public CompletableFuture<ScrubReport> run() {
    return new ScrubRun(this).start();
  }

  RecordDatabase database() {
    return database;
  }

  StoreOptions store() {
    return store;
  }

  String index() {
    return index;
  }

  boolean isRepairing() {
    return repair;
  }

  ScrubLimits limits() {
    return limits;
  }

  Pace pace() {
    return pace;
  }

  ScrubListener listener() {
    return listener;
  }

  ContextOptions context() {
    return context;
  }

  ScrubPosition from() {
    return from;
  }

  /** Collects what a scrubber needs. */
  public static final class Builder {
    private final RecordDatabase database;
    private final StoreOptions store;
    private final String index;
    private boolean repair;
    private ScrubLimits limits = ScrubLimits.defaults();
    private Pace pace = Pace.unlimited();
    private ScrubListener listener = ScrubListener.NONE;
    private ContextOptions context = ContextOptions.defaults();
    private ScrubPosition from = ScrubPosition.START;

    private Builder(RecordDatabase database, StoreOptions store, String index) {
      this.database = Objects.requireNonNull(database, "database");
      this.store = store.withMode(OpenMode.OPEN);
      this.index = Objects.requireNonNull(index, "index");
    }

    /** Whether to repair what is found; without it, nothing is written. */
    public Builder repair(boolean newRepair) {
      repair = newRepair;
      return this;
    }

    public Builder limits(ScrubLimits newLimits) {
      limits = Objects.requireNonNull(newLimits, "limits");
      return this;
    }

    public Builder pace(Pace newPace) {
      pace = Objects.requireNonNull(newPace, "pace");
      return this;
    }

    public Builder listener(ScrubListener newListener) {
      listener = Objects.requireNonNull(newListener, "listener");
      return this;
    }

    /** How each transaction is opened: its priority, tags, timeout. */
    public Builder context(ContextOptions newContext) {
      context = Objects.requireNonNull(newContext, "context");
      return this;
    }

    /** Goes on where an earlier run, of this process or another, has stopped or was lost. */
    public Builder from(ScrubPosition position) {
      from = Objects.requireNonNull(position, "position");
      return this;
    }

    public IndexScrubber build() {
      return new IndexScrubber(this);
    }
  }
}
