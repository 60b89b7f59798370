package dev.tenure.record;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.StreamingMode;
import dev.tenure.record.proto.StoreLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Opens a store: reads its header, creates it, or brings it up to newer metadata. Costs one point
 * read, and none when the transaction has opened the store before.
 */
final class StoreOpener {
  private final StoreState state;
  private final StoreKeys keys;
  private final RecordMetaData metaData;

  StoreOpener(StoreState state, StoreKeys keys, RecordMetaData metaData) {
    this.state = state;
    this.keys = keys;
    this.metaData = metaData;
  }

  CompletableFuture<Void> open(OpenMode mode) {
    return state.context().inTurn(ByteBuffer.wrap(keys.header()), () -> openInTurn(mode));
  }

  private CompletableFuture<Void> openInTurn(OpenMode mode) {
    StoredHeader known = state.header().orElse(null);
    if (known != null) {
      return openStored(known, mode);
    }
    return state
        .context()
        .get(keys.header(), false)
        .thenCompose(
            bytes ->
                bytes == null ? create(mode) : openStored(StoredHeader.decode(bytes, keys), mode));
  }

  private CompletableFuture<Void> create(OpenMode mode) {
    if (mode == OpenMode.OPEN) {
      throw new RecordLayerException(
          RecordLayerException.Code.STORE_ABSENT, "no store at " + keys.describe());
    }
    return hasRows(keys.data())
        .thenAccept(
            hasRows -> {
              if (hasRows) {
                throw new RecordLayerException(
                    RecordLayerException.Code.DAMAGED,
                    "store " + keys.describe() + " has data and no header");
              }
              write(StoredHeader.create(metaData, state.context().now()));
            });
  }

  private CompletableFuture<Void> openStored(StoredHeader header, OpenMode mode) {
    if (mode == OpenMode.CREATE) {
      throw new RecordLayerException(
          RecordLayerException.Code.STORE_EXISTS, "there is a store at " + keys.describe());
    }
    int storedVersion = header.value().getMetadataVersion();
    if (storedVersion > metaData.version()) {
      throw new RecordLayerException(
          RecordLayerException.Code.METADATA_NEWER,
          "store "
              + keys.describe()
              + " was written with metadata version "
              + storedVersion
              + ", the one at hand is "
              + metaData.version());
    }
    state.header(header);
    if (storedVersion == metaData.version()
        && header.value().getLayout().equals(metaData.layout().bytes())) {
      return CompletableFuture.completedFuture(null);
    }
    return catchUp(header);
  }

  private CompletableFuture<Void> catchUp(StoredHeader header) {
    StoreLayout stored = header.layout(keys);
    LayoutCheck check = new LayoutCheck(keys.describe(), stored, metaData);
    boolean sameVersion = header.value().getMetadataVersion() == metaData.version();
    List<CompiledIndex> added = check.addedIndexes();
    if (sameVersion) {
      check.requireNothingAdded();
      return CompletableFuture.completedFuture(null);
    }
    CompletableFuture<Void> built = CompletableFuture.completedFuture(null);
    for (CompiledIndex index : added) {
      built = built.thenCompose(nothing -> requireNoRecords(index));
    }
    return built.thenRun(() -> write(updated(header, stored)));
  }

  private StoredHeader updated(StoredHeader header, StoreLayout stored) {
    return new StoredHeader(
        header.value().toBuilder()
            .setMetadataVersion(metaData.version())
            .setUpdatedMillis(state.context().now().toEpochMilli())
            .setLayout(metaData.layout().mergedInto(stored).bytes())
            .build());
  }

  private CompletableFuture<Void> requireNoRecords(CompiledIndex index) {
    byte[] prefix = keys.typePrefix(index.type());
    return hasRows(new Range(prefix, StoreKeys.behind(prefix)))
        .thenAccept(
            hasRows -> {
              if (hasRows) {
                throw new RecordLayerException(
                    RecordLayerException.Code.INDEX_NOT_BUILT,
                    "index "
                        + index.name()
                        + " is new in metadata version "
                        + metaData.version()
                        + ", and store "
                        + keys.describe()
                        + " has "
                        + index.type().name()
                        + " records that are not in it");
              }
            });
  }

  void write(StoredHeader header) {
    state.context().set(keys.header(), header.encode());
    state.header(header);
  }

  private CompletableFuture<Boolean> hasRows(Range range) {
    return state
        .context()
        .transaction()
        .getRange(range, 1, false, StreamingMode.EXACT)
        .asList()
        .thenApply(rows -> !rows.isEmpty());
  }
}
