package dev.tenure.record.scrub;

import dev.tenure.record.async.Pace;
import dev.tenure.record.context.ContextOptions;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.store.OpenMode;
import dev.tenure.record.store.StoreOptions;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Compares one readable index of one store with the records, while the store is in use. Reports
 * each difference, and repairs it if {@link Builder#repair} is set. Immutable; runs are independent
 * of one another.
 *
 * <p>A run consists of many transactions, one after another. Each checks a slice at one version of
 * the database, so a reported fault existed at that version. Without {@link Builder#repair} no
 * transaction is committed. With it, the transaction that finds a fault repairs it. All its reads
 * are serializable: when another transaction changes a row or record of the slice, the slice is
 * checked again with fewer records. So a repair never undoes a concurrent write.
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
   * A builder of a scrubber, which only reports by default.
   *
   * @param store how the store is opened; it must exist
   */
  public static Builder builder(RecordDatabase database, StoreOptions store, String index) {
    return new Builder(database, store, index);
  }

  /**
   * Runs to the end, or to a limit. Completing or cancelling the future ends the run after the
   * slice under way.
   *
   * @return fails with {@link dev.tenure.record.error.RecordLayerException}: the errors of opening
   *     the store; INDEX_NOT_READABLE, also when the index stops being readable during the run;
   *     CONTINUATION_REFUSED when the starting position belongs to another index; STORE_LOCKED when
   *     repairing; DAMAGED and similar when a record cannot be read, since that is not a fault of
   *     the index; or the error of the last slice when 30 slices in a row failed. Fails with
   *     IllegalArgumentException when there is no such index. The listener has been called with all
   *     faults and the position up to then
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

  /** Builds a scrubber. */
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

    /** Whether to repair faults; false by default, and nothing is written then. */
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

    /** The options of each transaction, such as priority, tags and timeout. */
    public Builder context(ContextOptions newContext) {
      context = Objects.requireNonNull(newContext, "context");
      return this;
    }

    /** Continues an earlier run that stopped, or whose process has died. */
    public Builder from(ScrubPosition position) {
      from = Objects.requireNonNull(position, "position");
      return this;
    }

    public IndexScrubber build() {
      return new IndexScrubber(this);
    }
  }
}
