package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.StreamingMode;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.header.StoreStateCache;
import dev.tenure.record.store.header.StoredHeader;
import dev.tenure.record.store.header.StoredState;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.store.statistics.KeptStatistics;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Opens a store: finds its header, creates it, or brings it up to newer metadata. Costs one range
 * read; none when the transaction has opened the store before, or when the header is in memory and
 * nothing has changed since.
 */
final class StoreOpener {
  private final RecordContext context;
  private final StoreOptions options;
  private final StoreState state;
  private final StoreKeys keys;
  private final StoreStateCache cache;
  private Map<Integer, IndexState> statesLeft = Map.of();

  StoreOpener(RecordContext context, StoreOptions options) {
    this.context = context;
    this.options = options;
    this.state = StoreState.of(context, options.subspace());
    this.keys = state.keys();
    this.cache = StoreStateCache.of(context.environment());
  }

  CompletableFuture<RecordStore> open() {
    return context.inTurn(ByteBuffer.wrap(keys.header()), this::openInTurn);
  }

  private CompletableFuture<RecordStore> openInTurn() {
    context.count(RecordCounter.STORES_OPENED, 1);
    if (state.stored().isPresent()) {
      return openStored(state.require());
    }
    return find().thenCompose(found -> found.map(this::openStored).orElseGet(this::create));
  }

  /** Removes the lock. This does not open the store. */
  CompletableFuture<Void> unlock() {
    return context.inTurn(ByteBuffer.wrap(keys.header()), this::unlockInTurn);
  }

  private CompletableFuture<Void> unlockInTurn() {
    CompletableFuture<Optional<StoredState>> found =
        state.stored().isPresent() ? CompletableFuture.completedFuture(state.stored()) : find();
    return found.thenAccept(
        stored -> {
          if (stored.isEmpty()) {
            throw absent();
          }
          requireUnlocked(stored.get().header());
          state.found(stored.get());
          new HeaderChanges(state).unlock();
        });
  }

  private CompletableFuture<Optional<StoredState>> find() {
    if (context.hasWritten(keys.headers())) {
      return read();
    }
    return cache
        .find(context, options.subspace())
        .thenCompose(
            known -> {
              if (known.isEmpty()) {
                return read();
              }
              context.fence(keys.headers());
              context.count(RecordCounter.STORES_OPENED_FROM_CACHE, 1);
              return CompletableFuture.completedFuture(known);
            });
  }

  private CompletableFuture<Optional<StoredState>> read() {
    boolean written = context.hasWritten(keys.headers());
    return context
        .transaction()
        .getRange(
            keys.headers(), ReadTransaction.ROW_LIMIT_UNLIMITED, false, StreamingMode.WANT_ALL)
        .asList()
        .thenCompose(
            rows -> {
              Optional<StoredState> read =
                  StoredState.decode(rows, keys, context.environment().contentFormatMax());
              if (read.isEmpty()) {
                statesLeft = StoredState.indexStates(rows, keys);
              }
              if (read.isEmpty() || written) {
                return CompletableFuture.completedFuture(read);
              }
              return cache
                  .learn(context, options.subspace(), read.get())
                  .thenApply(nothing -> read);
            });
  }

  private CompletableFuture<RecordStore> create() {
    if (options.mode() == OpenMode.OPEN) {
      throw absent();
    }
    StoreMetaData metaData = bind(options.metaData().current());
    return requireEmpty()
        .thenApply(
            nothing -> {
              int userVersion = options.userVersion().check(0, metaData.metaData());
              StoredHeader header = StoredHeader.create(metaData, userVersion, context.now());
              state.create(new StoredState(header, keptStates()));
              state.opened(metaData);
              state.dropReplaced(metaData);
              return new RecordStore(state, metaData, options.serializer());
            });
  }

  private RecordLayerException absent() {
    return new RecordLayerException(Code.STORE_ABSENT, "no store at " + keys.describe());
  }

  /**
   * Index states without a header: they are true of records that stay, and of nothing in a store
   * that is new.
   */
  private Map<Integer, IndexState> keptStates() {
    if (options.mode() == OpenMode.CREATE_HEADER_OR_OPEN) {
      return statesLeft;
    }
    statesLeft.keySet().forEach(index -> context.clear(keys.indexState(index)));
    return Map.of();
  }

  private CompletableFuture<Void> requireEmpty() {
    return switch (options.mode()) {
      case OPEN, CREATE, CREATE_OR_OPEN -> requireNoRows(keys.data(), "records or indexes");
      case CREATE_IF_EMPTY_OR_OPEN -> requireNoRows(keys.everything(), "rows of something else");
      case CREATE_HEADER_OR_OPEN -> CompletableFuture.completedFuture(null);
    };
  }

  private CompletableFuture<Void> requireNoRows(Range range, String what) {
    return context
        .transaction()
        .getRange(range, 1, false, StreamingMode.EXACT)
        .asList()
        .thenAccept(
            rows -> {
              if (!rows.isEmpty()) {
                throw new RecordLayerException(
                    Code.DAMAGED,
                    "store "
                        + keys.describe()
                        + " has no header and "
                        + what
                        + ", the first at "
                        + keys.describe(rows.get(0).getKey()));
              }
            });
  }

  private CompletableFuture<RecordStore> openStored(StoredState stored) {
    if (options.mode() == OpenMode.CREATE) {
      throw new RecordLayerException(Code.STORE_EXISTS, "there is a store at " + keys.describe());
    }
    requireUnlocked(stored.header());
    state.found(stored);
    return metaData(stored.header())
        .thenCompose(
            metaData ->
                new CatchUp(state, metaData, options)
                    .run()
                    .thenCompose(
                        store -> {
                          state.opened(metaData);
                          return withStatistics(store, metaData);
                        }));
  }

  /** Numbers that cannot be read make plans worse, and must not keep anybody from opening. */
  private CompletableFuture<RecordStore> withStatistics(RecordStore store, StoreMetaData metaData) {
    if (!options.statistics()) {
      return CompletableFuture.completedFuture(store);
    }
    return new KeptStatistics(context, keys, metaData.bound())
        .find()
        .exceptionally(
            error -> {
              RecordLayerException.Code code =
                  RecordLayerException.of(error) instanceof RecordLayerException known
                      ? known.code()
                      : null;
              if (code == Code.FORMAT_UNKNOWN || code == Code.DAMAGED) {
                return Optional.empty();
              }
              throw new CompletionException(RecordLayerException.of(error));
            })
        .thenApply(
            found -> {
              found.ifPresent(state::planWith);
              return store;
            });
  }

  private void requireUnlocked(StoredHeader header) {
    header
        .lock()
        .filter(lock -> lock.kind() == StoreLock.Kind.ALL)
        .filter(lock -> !options.lockOverride().equals(Optional.of(lock.reason())))
        .ifPresent(
            lock -> {
              throw state.locked("opening of", lock);
            });
  }

  /**
   * Metadata no older than what the store was written with. A store that is open in this
   * transaction keeps the version it is open with: whoever has it would not see what another one
   * has made of its indexes.
   */
  private CompletableFuture<StoreMetaData> metaData(StoredHeader header) {
    int storedVersion = header.value().getMetadataVersion();
    RecordMetaData current = options.metaData().current();
    Optional<StoreMetaData> open = state.openWith();
    if (open.isPresent() && open.get().version() != current.version()) {
      return CompletableFuture.completedFuture(open.get());
    }
    if (storedVersion <= current.version()) {
      return CompletableFuture.completedFuture(bind(current));
    }
    return options
        .metaData()
        .atLeast(context, storedVersion)
        .handle(
            (newer, error) -> {
              if (error == null) {
                return bind(newer);
              }
              Throwable cause = RecordLayerException.of(error);
              throw new RecordLayerException(
                  Code.METADATA_NEWER,
                  "store "
                      + keys.describe()
                      + " was written with metadata version "
                      + storedVersion
                      + ", the given one is "
                      + current.version()
                      + ": "
                      + cause.getMessage(),
                  cause);
            });
  }

  private StoreMetaData bind(RecordMetaData metaData) {
    return StoreMetaData.of(context.environment(), metaData);
  }
}
