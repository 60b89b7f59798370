package dev.tenure.queue.schema;

import com.apple.foundationdb.subspace.Subspace;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.evolution.MetaDataStore;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The schemas that one cluster stores, as one process knows them. An application without a stored
 * schema has that of the process's code. Thread-safe.
 *
 * <p>A publication expires the cached store states of the cluster. So a schema that was read under
 * one version of the store states is current for each transaction that sees the same version, and a
 * transaction under another one reads the number of the newest schema again.
 */
public final class StoredSchemas {
  private final SchemaKeys keys;
  private final Function<String, MetaDataSource> code;
  private final Map<String, Known> known = new ConcurrentHashMap<>();

  /**
   * The schema that was read under a version of the store states.
   *
   * @param stored empty when the cluster stored none
   */
  private record Known(ByteString statesVersion, Optional<RecordMetaData> stored) {}

  /** A stored schema; a store that was opened with a newer one of some code needs that code. */
  private record Published(RecordMetaData current, MetaDataSource code) implements MetaDataSource {
    @Override
    public CompletableFuture<RecordMetaData> atLeast(RecordContext context, int version) {
      return version <= current.version()
          ? CompletableFuture.completedFuture(current)
          : code.atLeast(context, version);
    }
  }

  /**
   * @param space the part of the cluster's key space that has schemas
   * @param code the schema of an application in this process's code; may throw
   */
  public StoredSchemas(Subspace space, Function<String, MetaDataSource> code) {
    this.keys = new SchemaKeys(space);
    this.code = code;
  }

  /**
   * The metadata with which the transaction opens stores of the application. Costs a read only when
   * store states have changed since the last call.
   *
   * @return fails as the process's code does for an application that it does not know
   */
  public CompletableFuture<MetaDataSource> source(RecordContext context, String application) {
    MetaDataSource ofCode = code.apply(application);
    if (context.hasExpiredStoreStates()) {
      return read(context, application).thenApply(stored -> source(stored, ofCode));
    }
    return context
        .storeStatesVersion()
        .thenCompose(
            version -> {
              Known before = known.get(application);
              return before != null && before.statesVersion().equals(version)
                  ? CompletableFuture.completedFuture(before.stored())
                  : read(context, application).thenApply(read -> keep(application, version, read));
            })
        .thenApply(stored -> source(stored, ofCode));
  }

  private Optional<RecordMetaData> keep(
      String application, ByteString version, Optional<RecordMetaData> read) {
    known.put(application, new Known(version, read));
    return read;
  }

  private static MetaDataSource source(Optional<RecordMetaData> stored, MetaDataSource code) {
    return stored.<MetaDataSource>map(found -> new Published(found, code)).orElse(code);
  }

  private CompletableFuture<Optional<RecordMetaData>> read(
      RecordContext context, String application) {
    MetaDataStore store = store(application);
    return newest(context, store, version -> load(context, store, application, version));
  }

  private static CompletableFuture<Optional<RecordMetaData>> newest(
      RecordContext context,
      MetaDataStore store,
      IntFunction<CompletableFuture<Optional<RecordMetaData>>> load) {
    return store
        .newestVersion(context)
        .thenCompose(
            version ->
                version.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : load.apply(version.getAsInt()));
  }

  /** A version never changes, so one that is in memory is not read again. */
  private CompletableFuture<Optional<RecordMetaData>> load(
      RecordContext context, MetaDataStore store, String application, int version) {
    Known before = known.get(application);
    return before != null && before.stored().filter(one -> one.version() == version).isPresent()
        ? CompletableFuture.completedFuture(before.stored())
        : store.load(context, version).thenApply(Optional::of);
  }

  /** The metadata store of the application, with the stored message types and no classes. */
  public MetaDataStore exactStore(String application) {
    return exactStore(application, code.apply(application).current());
  }

  /** The newest stored schema, with the stored message types and no classes. */
  public CompletableFuture<Optional<RecordMetaData>> newest(
      RecordContext context, String application) {
    MetaDataStore store = exactStore(application);
    return newest(context, store, version -> store.load(context, version).thenApply(Optional::of));
  }

  private MetaDataStore exactStore(String application, RecordMetaData ofCode) {
    return MetaDataStore.of(keys.metaData(application))
        .withKnown(ofCode.functions(), ofCode.indexTypes());
  }

  /** The same, whose records load as messages of the classes that this process's code has. */
  private MetaDataStore store(String application) {
    RecordMetaData ofCode = code.apply(application).current();
    return exactStore(application, ofCode)
        .withLocalTypes(
            ofCode.recordTypes().stream().map(RecordType::prototype).toArray(Message[]::new));
  }

  /** Has the transaction conflict with each publication of the application's schema. */
  public void fence(RecordContext context, String application) {
    context.fence(keys.metaData(application).range());
  }

  /** The keys of roll-outs. */
  public SchemaKeys keys() {
    return keys;
  }
}
