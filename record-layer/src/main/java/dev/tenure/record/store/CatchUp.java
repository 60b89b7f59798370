package dev.tenure.record.store;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.proto.StoreHeaderValue;
import dev.tenure.record.proto.StoreLayout;
import dev.tenure.record.store.header.LayoutCheck;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.header.StoredHeader;
import dev.tenure.record.store.row.StoreKeys;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Brings a store that was opened to the metadata at hand: former indexes are cleared, new and
 * changed ones built when the store is small and disabled when it is not, the header follows.
 */
final class CatchUp {
  private final StoreState state;
  private final StoreKeys keys;
  private final StoreMetaData metaData;
  private final StoreOptions options;
  private final StoreHeaderValue header;

  CatchUp(StoreState state, StoreMetaData metaData, StoreOptions options) {
    this.state = state;
    this.keys = state.keys();
    this.metaData = metaData;
    this.options = options;
    this.header = state.require().header().value();
  }

  CompletableFuture<RecordStore> run() {
    RecordStore store = new RecordStore(state, metaData, options.serializer());
    int userVersion = options.userVersion().check(header.getUserVersion(), metaData.metaData());
    boolean sameLayout = header.getLayout().equals(metaData.layout().bytes());
    if (header.getMetadataVersion() == metaData.version() && sameLayout) {
      keepUserVersion(userVersion);
      return CompletableFuture.completedFuture(store);
    }
    StoreLayout layout = state.require().header().layout(keys);
    LayoutCheck check =
        new LayoutCheck(keys.describe(), header.getMetadataVersion(), layout, metaData);
    if (header.getMetadataVersion() == metaData.version()) {
      check.requireNothingAdded();
      keepUserVersion(userVersion);
      return CompletableFuture.completedFuture(store);
    }
    state.requireWritable(
        String.format(
            "catching up with metadata version %d, from %d, of",
            metaData.version(), header.getMetadataVersion()));
    check.formerIndexKeys().forEach(key -> state.clearIndex(key, IndexState.READABLE));
    check.droppedIndexKeys().forEach(key -> state.clearIndex(key, IndexState.DISABLED));
    return build(check.changedIndexes())
        .thenApply(
            nothing -> {
              state.dropReplaced(metaData);
              writeHeader(
                  changed ->
                      changed
                          .setMetadataVersion(metaData.version())
                          .setLayout(metaData.layout().mergedInto(check.stored()).bytes()),
                  userVersion);
              return store;
            });
  }

  private void keepUserVersion(int userVersion) {
    if (userVersion != header.getUserVersion()) {
      state.requireWritable(
          String.format(
              "catching up with user version %d, from %d, of",
              userVersion, header.getUserVersion()));
      writeHeader(UnaryOperator.identity(), userVersion);
    }
  }

  private CompletableFuture<Void> build(List<Index> changed) {
    return AsyncLoop.forEach(
        changed,
        index ->
            new InlineBuild(state, reader(), metaData, metaData.bound().index(index.name()))
                .run(options.build()));
  }

  private RecordReader reader() {
    return new RecordReader(state, new RecordCodec(keys, metaData, options.serializer()).cutting());
  }

  /** Changes the header as it is now: it may have been changed while indexes were built. */
  private void writeHeader(UnaryOperator<StoreHeaderValue.Builder> change, int userVersion) {
    StoreHeaderValue.Builder builder = state.require().header().value().toBuilder();
    if (userVersion != header.getUserVersion()) {
      builder.setUserVersion(userVersion);
    }
    builder.setUpdatedMillis(state.context().now().toEpochMilli());
    state.write(new StoredHeader(change.apply(builder).build()));
  }
}
