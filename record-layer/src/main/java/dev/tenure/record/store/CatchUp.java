package dev.tenure.record.store;

import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.proto.StoreHeaderValue;
import dev.tenure.record.proto.StoreLayout;
import dev.tenure.record.store.header.LayoutCheck;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.header.StoredHeader;
import dev.tenure.record.store.row.StoreKeys;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Updates a store to newer metadata when it is opened:
 *
 * <ul>
 *   <li>Former indexes are cleared.
 *   <li>New and changed indexes, and indexes that were built under other rules of a collation, are
 *       built if the store is small, and disabled otherwise.
 *   <li>The header gets the new version.
 * </ul>
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
      return followRules(check, userVersion).thenApply(nothing -> store);
    }
    state.requireWritable(
        String.format(
            "catching up with metadata version %d, from %d, of",
            metaData.version(), header.getMetadataVersion()));
    check.formerIndexKeys().forEach(key -> state.clearIndex(key, IndexState.READABLE));
    check.droppedIndexKeys().forEach(key -> state.clearIndex(key, IndexState.DISABLED));
    Set<String> changed = new LinkedHashSet<>(keptOfOtherRules(check));
    check.changedIndexes().forEach(index -> changed.add(index.name()));
    return build(List.copyOf(changed))
        .thenApply(
            nothing -> {
              state.dropReplaced(metaData);
              writeHeader(
                  header -> withLayout(header, check).setMetadataVersion(metaData.version()),
                  userVersion);
              return store;
            });
  }

  /** Builds what was built under other rules; an index that is disabled waits for its build. */
  private CompletableFuture<Void> followRules(LayoutCheck check, int userVersion) {
    List<String> changed = keptOfOtherRules(check);
    if (changed.isEmpty()) {
      keepUserVersion(userVersion);
      return CompletableFuture.completedFuture(null);
    }
    state.requireWritable("build of " + changed + ", whose functions follow other rules now, in");
    return build(changed)
        .thenAccept(
            nothing -> {
              state.dropReplaced(metaData);
              writeHeader(header -> withLayout(header, check), userVersion);
            });
  }

  private List<String> keptOfOtherRules(LayoutCheck check) {
    return check.indexesOfOtherRules().stream()
        .filter(name -> state.indexState(metaData.bound().index(name)) != IndexState.DISABLED)
        .toList();
  }

  private StoreHeaderValue.Builder withLayout(StoreHeaderValue.Builder header, LayoutCheck check) {
    return header.setLayout(metaData.layout().mergedInto(check.stored()).bytes());
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

  private CompletableFuture<Void> build(List<String> changed) {
    return AsyncLoop.forEach(
        changed,
        name ->
            new InlineBuild(state, reader(), metaData, metaData.bound().index(name))
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
