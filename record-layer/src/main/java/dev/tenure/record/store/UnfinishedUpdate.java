package dev.tenure.record.store;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.index.RecordChange;
import dev.tenure.record.index.WriteBatch;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.BuildKeys;
import dev.tenure.record.structure.RangeSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The update of an index that is being built and is not idempotent. If the build has passed the
 * position of the old record, the old contribution is removed. If it has passed the position of the
 * new record, the new contribution is added. Both positions are looked up serializably, so that
 * this transaction conflicts with a builder that commits meanwhile.
 */
final class UnfinishedUpdate {
  private final StoreState state;
  private final StoreMetaData metaData;
  private final BoundIndex index;
  private final RecordChange change;
  private final BuildKeys build;

  /**
   * Whether the index has been built of the record before the change, and of the record after it.
   */
  private record Built(boolean before, boolean after) {
    private static final Built NEITHER = new Built(false, false);
  }

  UnfinishedUpdate(
      StoreState state, StoreMetaData metaData, BoundIndex index, RecordChange change) {
    this.state = state;
    this.metaData = metaData;
    this.index = index;
    this.change = change;
    this.build = new BuildKeys(state.keys(), index);
  }

  /** Adds the update to the batch, after checking the limits. */
  void addTo(WriteBatch batch) {
    WriteBatch whole = batchOf(change);
    long restarts = restarts();
    batch.inTurn(build.turn(), () -> restarts() == restarts ? run(whole, restarts) : nothing());
  }

  private long restarts() {
    return state.restarts(index.subspaceKey());
  }

  private WriteBatch batchOf(RecordChange part) {
    WriteBatch batch = new WriteBatch(state.context(), state.pending());
    index.maintainer().update(state.place(index), part, batch);
    return batch;
  }

  private CompletableFuture<Void> run(WriteBatch whole, long restarts) {
    IndexState now =
        state
            .stored()
            .map(stored -> stored.indexState(index.subspaceKey()))
            .orElse(IndexState.DISABLED);
    return switch (now) {
      case READABLE, UNIQUE_PENDING -> whole.apply();
      case DISABLED -> nothing();
      case WRITE_ONLY -> lookUp(whole, restarts);
    };
  }

  /** Does nothing when the index was emptied while it looked. */
  private CompletableFuture<Void> lookUp(WriteBatch whole, long restarts) {
    return built().thenCompose(built -> restarts() == restarts ? apply(built, whole) : nothing());
  }

  private CompletableFuture<Void> apply(Optional<Built> known, WriteBatch whole) {
    if (known.isEmpty()) {
      state.clearIndex(index.subspaceKey(), IndexState.DISABLED);
      return nothing();
    }
    Built built = known.get();
    if (built.before() && built.after()) {
      return whole.apply();
    }
    if (built.before()) {
      return batchOf(new RecordChange(change.before(), null)).apply();
    }
    return built.after() ? batchOf(new RecordChange(null, change.after())).apply() : nothing();
  }

  /**
   * The sides of the change that the index has been built of; empty when this is no longer known.
   */
  private CompletableFuture<Optional<Built>> built() {
    return state
        .context()
        .get(build.stamp(), false)
        .thenCompose(
            bytes -> {
              if (bytes == null) {
                return CompletableFuture.completedFuture(Optional.of(Built.NEITHER));
              }
              BuildStamp stamp = BuildStamp.decode(bytes, build.name());
              Optional<BuildPositions> positions = BuildPositions.of(stamp, state.keys(), metaData);
              return positions.isEmpty()
                  ? CompletableFuture.completedFuture(Optional.empty())
                  : built(positions.get()).thenApply(Optional::of);
            });
  }

  private CompletableFuture<Built> built(BuildPositions positions) {
    CompletableFuture<Boolean> before = isBuilt(positions, change.before());
    CompletableFuture<Boolean> after = isBuilt(positions, change.after());
    return before.thenCombine(after, Built::new);
  }

  private CompletableFuture<Boolean> isBuilt(
      BuildPositions positions, @Nullable IndexedRecord record) {
    RangeSet ranges = build.ranges();
    return Optional.ofNullable(record)
        .flatMap(positions::of)
        .map(position -> ranges.contains(state.context(), position))
        .orElseGet(() -> CompletableFuture.completedFuture(false));
  }

  private static CompletableFuture<Void> nothing() {
    return CompletableFuture.completedFuture(null);
  }
}
