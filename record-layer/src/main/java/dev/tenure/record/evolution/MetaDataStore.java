package dev.tenure.record.evolution;

import com.apple.foundationdb.subspace.Subspace;
import com.google.protobuf.Message;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.error.RecordLayerException.Code;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.metadata.IndexTypes;
import dev.tenure.record.metadata.MetaDataCodec;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;

/**
 * Stores all versions of the metadata of some record stores in a subspace. Immutable and safe for
 * use by many threads; nothing to close.
 *
 * <p>It allows processes with different versions of the metadata to use the same stores, as in a
 * rolling upgrade. Each process saves the metadata of its program if that is newer than the stored
 * one, and then opens stores with the stored metadata:
 *
 * <pre>{@code
 * MetaDataStore store = MetaDataStore.of(subspace).withLocalTypes(Person.getDefaultInstance());
 * database.run(context -> store.saveIfNewer(context, programsMetaData))
 *     .thenCompose(saved -> store.openCache(database))
 *     .thenCompose(cache -> database.run(
 *         context -> RecordStore.open(context, tenant, cache, OpenMode.CREATE_OR_OPEN)));
 * }</pre>
 *
 * <p>When a newer process has opened a store with a newer version, the cache of an older process
 * reads that version. The older process continues to save messages of its own classes. Fields that
 * these classes do not have are kept as unknown fields, and the store's metadata has them.
 */
public final class MetaDataStore {
  private final MetaDataRows rows;
  private final MetaDataEvolution evolution;
  private final KeyFunctions functions;
  private final IndexTypes indexTypes;
  private final List<Message> localTypes;

  private MetaDataStore(
      MetaDataRows rows,
      MetaDataEvolution evolution,
      KeyFunctions functions,
      IndexTypes indexTypes,
      List<Message> localTypes) {
    this.rows = rows;
    this.evolution = evolution;
    this.functions = functions;
    this.indexTypes = indexTypes;
    this.localTypes = List.copyOf(localTypes);
  }

  /**
   * The metadata store in a subspace, which must contain nothing else. By default all evolution
   * rules hold, functions and index types are the built-in ones, and records load as dynamic
   * messages.
   */
  public static MetaDataStore of(Subspace subspace) {
    Objects.requireNonNull(subspace, "subspace");
    return new MetaDataStore(
        new MetaDataRows(new MetaDataKeys(subspace)),
        MetaDataEvolution.strict(),
        KeyFunctions.builtIn(),
        IndexTypes.builtIn(),
        List.of());
  }

  /** This metadata store with other rules of evolution. */
  public MetaDataStore withEvolution(MetaDataEvolution rules) {
    return new MetaDataStore(
        rows, rules.withKnown(functions, indexTypes), functions, indexTypes, localTypes);
  }

  /** This metadata store, where metadata may name the given functions and index types. */
  public MetaDataStore withKnown(KeyFunctions keyFunctions, IndexTypes types) {
    return new MetaDataStore(
        rows, evolution.withKnown(keyFunctions, types), keyFunctions, types, localTypes);
  }

  /**
   * This metadata store, whose records load as messages of the given classes if these have all
   * stored fields; see {@link RecordMetaData#withLocalTypes}.
   */
  public MetaDataStore withLocalTypes(Message... prototypes) {
    return new MetaDataStore(rows, evolution, functions, indexTypes, List.of(prototypes));
  }

  /**
   * Saves metadata, which becomes the newest version. Two transactions that save metadata conflict.
   * A transaction that only reads metadata, or opens stores with it, does not conflict with them.
   *
   * @return fails with {@link RecordLayerException} METADATA_REFUSED when the version is not above
   *     the newest one, or when the change violates the rules of evolution; nothing is written then
   * @throws IllegalArgumentException when it is larger than {@link MetaDataCodec#BYTES_MAX}
   */
  public CompletableFuture<Void> save(RecordContext context, RecordMetaData metaData) {
    byte[] bytes = MetaDataCodec.encode(metaData);
    return context.inTurn(
        rows,
        () ->
            rows.newest(context, false)
                .thenCompose(newest -> requireFollows(context, newest, metaData))
                .thenAccept(nothing -> rows.write(context, metaData.version(), bytes)));
  }

  private CompletableFuture<Void> requireFollows(
      RecordContext context, OptionalInt newest, RecordMetaData metaData) {
    if (newest.isEmpty()) {
      return CompletableFuture.completedFuture(null);
    }
    if (metaData.version() <= newest.getAsInt()) {
      throw new RecordLayerException(
          Code.METADATA_REFUSED,
          "metadata of version "
              + metaData.version()
              + " cannot be saved over that of version "
              + newest.getAsInt()
              + " ("
              + rows.keys().describe()
              + ")");
    }
    return stored(context, newest.getAsInt())
        .thenAccept(before -> evolution.check(before, metaData));
  }

  /**
   * Saves metadata if its version is above the newest one, and does nothing otherwise. A process
   * calls it when it starts.
   *
   * @return whether it was saved; fails as {@link #save} does
   */
  public CompletableFuture<Boolean> saveIfNewer(RecordContext context, RecordMetaData metaData) {
    return newestVersion(context)
        .thenCompose(
            newest ->
                newest.isPresent() && newest.getAsInt() >= metaData.version()
                    ? CompletableFuture.completedFuture(false)
                    : save(context, metaData).thenApply(nothing -> true));
  }

  /** The newest version; empty when nothing was saved. Causes no conflict. */
  public CompletableFuture<OptionalInt> newestVersion(RecordContext context) {
    return rows.newest(context, true);
  }

  /**
   * The newest metadata. Causes no conflict: a transaction that uses it can commit even when newer
   * metadata is saved at the same time.
   *
   * @return fails with {@link RecordLayerException}: METADATA_ABSENT when nothing was saved,
   *     DAMAGED or FORMAT_UNKNOWN
   */
  public CompletableFuture<RecordMetaData> load(RecordContext context) {
    return newestVersion(context)
        .thenCompose(newest -> load(context, newest.orElseThrow(this::absent)));
  }

  private RecordLayerException absent() {
    return new RecordLayerException(
        Code.METADATA_ABSENT, "no metadata in " + rows.keys().describe());
  }

  /**
   * The metadata of a version. Causes no conflict.
   *
   * @return fails with {@link RecordLayerException}: METADATA_ABSENT when the version was not
   *     saved, DAMAGED or FORMAT_UNKNOWN
   */
  public CompletableFuture<RecordMetaData> load(RecordContext context, int version) {
    return stored(context, version)
        .thenApply(metaData -> metaData.withLocalTypes(localTypes.toArray(Message[]::new)));
  }

  private CompletableFuture<RecordMetaData> stored(RecordContext context, int version) {
    return rows.bytes(context, version)
        .thenApply(
            bytes ->
                MetaDataCodec.decode(
                    bytes, functions, indexTypes, rows.keys().describe() + ", version " + version));
  }

  /** All saved versions, the oldest first. Causes no conflict. */
  public CompletableFuture<List<MetaDataVersion>> history(RecordContext context) {
    return rows.history(context);
  }

  /**
   * A new cache of this store's metadata, with the newest version already read.
   *
   * @return fails as {@link #load(RecordContext)} does
   */
  public CompletableFuture<MetaDataCache> openCache(RecordDatabase database) {
    return database.run(this::load).thenApply(newest -> new MetaDataCache(this, newest));
  }

  /** Whether the transaction has saved metadata here, that is not committed yet. */
  boolean hasWritten(RecordContext context) {
    return context.hasWritten(rows.keys().everything());
  }
}
