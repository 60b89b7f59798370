package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.BuildKeys;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Changes the state of an index. Each change waits for the transaction's pending updates of the
 * index.
 */
final class BuildStates {
  private final StoreState state;
  private final RecordContext context;
  private final StoreMetaData metaData;
  private final RecordReader reader;
  private final BoundIndex index;
  private final BuildKeys build;

  BuildStates(StoreState state, StoreMetaData metaData, RecordReader reader, BoundIndex index) {
    this.state = state;
    this.context = state.context();
    this.metaData = metaData;
    this.reader = reader;
    this.index = index;
    this.build = new BuildKeys(state.keys(), index);
  }

  /** Clears the index and the record of what was built. */
  CompletableFuture<Void> restart(IndexState restarted) {
    state.requireWritable();
    return context.inTurn(
        build.turn(),
        () -> {
          state.clearIndex(index.subspaceKey(), restarted);
          return CompletableFuture.completedFuture(null);
        });
  }

  CompletableFuture<IndexState> finish() {
    state.requireWritable();
    return context.inTurn(build.turn(), this::finishNow);
  }

  private CompletableFuture<IndexState> finishNow() {
    requireNothingWritten();
    return switch (state.indexState(index)) {
      case READABLE -> CompletableFuture.completedFuture(IndexState.READABLE);
      case UNIQUE_PENDING -> settle();
      case DISABLED -> {
        if (!state.isReplaced(index, metaData)) {
          throw refused("is DISABLED, it has not been built");
        }
        yield CompletableFuture.completedFuture(IndexState.DISABLED);
      }
      case WRITE_ONLY ->
          context
              .get(build.stamp(), false)
              .thenCompose(this::requireComplete)
              .thenCompose(nothing -> settle());
    };
  }

  /**
   * Requires that this transaction has not written to the index: its entries were checked by the
   * rules of the state before.
   */
  private void requireNothingWritten() {
    Range entries = state.keys().entries(index.subspaceKey());
    boolean written = context.hasWritten(entries) || context.hasWritten(build.holders());
    if (index.isUnique() && written) {
      throw new IllegalStateException(
          "index "
              + index.name()
              + " is unique, and this transaction has written to it: mark it readable in another");
    }
  }

  private CompletableFuture<Void> requireComplete(byte @Nullable [] stamp) {
    BuildStamp method =
        stamp == null
            ? BuildStamp.of(BuildPlan.of(index.name()), metaData)
            : BuildStamp.decode(stamp, build.name());
    BuildPositions positions =
        BuildPositions.of(method, state.keys(), metaData)
            .orElseThrow(() -> refused("was built from an index that has changed since"));
    Iterator<Range> rest = positions.all(index).iterator();
    return AsyncLoop.whileTrue(
        () ->
            rest.hasNext()
                ? build.ranges().isComplete(context, rest.next()).thenApply(this::requireComplete)
                : CompletableFuture.completedFuture(false));
  }

  private boolean requireComplete(boolean complete) {
    if (!complete) {
      throw refused("is WRITE_ONLY, and not built of all records yet");
    }
    return true;
  }

  private CompletableFuture<IndexState> settle() {
    if (!index.isUnique()) {
      return CompletableFuture.completedFuture(become(IndexState.READABLE));
    }
    return new Candidates(state, reader, index)
        .settle()
        .thenApply(
            found -> {
              requireNothingWritten();
              return switch (found) {
                case NONE -> become(IndexState.READABLE);
                case VIOLATION -> become(IndexState.UNIQUE_PENDING);
                case NONE_YET -> state.indexState(index);
              };
            });
  }

  private IndexState become(IndexState finished) {
    context.clear(build.allButCandidates());
    if (finished == IndexState.READABLE) {
      context.clear(build.candidates());
      context.clear(build.holders());
    }
    state.write(index.subspaceKey(), finished);
    state.dropReplaced(metaData);
    return state.indexState(index);
  }

  /** Stores the stamp of the build. Fails when the index is being built by another plan. */
  CompletableFuture<Void> join(BuildPlan plan, BuildStamp wanted) {
    return context
        .get(build.stamp(), false)
        .thenAccept(
            bytes -> {
              Optional<BuildStamp> found =
                  Optional.ofNullable(bytes).map(each -> BuildStamp.decode(each, build.name()));
              if (found.isEmpty()) {
                context.set(build.stamp(), wanted.encode());
              } else if (!found.get().equals(wanted)) {
                throw refused(
                    "is being built by another plan than the "
                        + plan
                        + ": "
                        + found
                            .get()
                            .plan(metaData)
                            .map(BuildPlan::toString)
                            .orElse("one that is no longer valid"));
              }
            });
  }

  /** The error BUILD_REFUSED, whose text describes the state of the index. */
  RecordLayerException refused(String how) {
    return new RecordLayerException(
        Code.BUILD_REFUSED,
        "index " + index.name() + " of store " + state.keys().describe() + " " + how);
  }
}
