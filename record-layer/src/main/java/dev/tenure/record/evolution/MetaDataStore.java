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
 * Every version of the metadata of some record stores, in a subspace of its own. Immutable and safe
 * for use by many threads; nothing to close.
 *
 * <p>With it, processes whose programs know different versions work on the same stores, as in a
 * rolling upgrade. Each process saves the metadata its program knows, when it is newer, and then
 * opens stores with what is stored:
 *
 * <pre>{@code
 * MetaDataStore store = MetaDataStore.of(subspace).withLocalTypes(Person.getDefaultInstance());
 * database.run(context -> store.saveIfNewer(context, programsMetaData))
 *     .thenCompose(saved -> store.openCache(database))
 *     .thenCompose(cache -> database.run(
 *         context -> RecordStore.open(context, tenant, cache, OpenMode.CREATE_OR_OPEN)));
 * }</pre>
 *
 * <p>A store that a newer process has brought to a newer version makes the cache of an older one
 * read that version. The older process goes on saving messages of its own classes: fields they do
 * not know are kept as unknown ones, and the store's metadata knows them.
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
   * The metadata store of a subspace; nothing else may be below. All evolution rules hold,
   * functions and index types are the built-in ones, records load as dynamic messages.
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

  /** The same, where other rules decide what may be saved. */
  public MetaDataStore withEvolution(MetaDataEvolution rules) {
    return new MetaDataStore(
        rows, rules.withKnown(functions, indexTypes), functions, indexTypes, localTypes);
  }

  /** The same, where metadata may name these functions and index types. */
  public MetaDataStore withKnown(KeyFunctions keyFunctions, IndexTypes types) {
    return new MetaDataStore(
        rows, evolution.withKnown(keyFunctions, types), keyFunctions, types, localTypes);
  }

  /**
   * The same, whose metadata loads records as messages of these classes, as far as they know all
   * stored fields; see {@link RecordMetaData#withLocalTypes}.
   */
  public MetaDataStore withLocalTypes(Message... prototypes) {
    return new MetaDataStore(rows, evolution, functions, indexTypes, List.of(prototypes));
  }

  /**
   * Saves metadata, which becomes the newest. Two transactions that save conflict; one that only
   * reads here, or opens stores, does not conflict with either.
   *
   * @return fails with {@link RecordLayerException} METADATA_REFUSED when the version is not above
   *     the newest one's, or the metadata cannot follow it by the evolution rules; nothing is
   *     written then
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
   * Saves metadata whose version is above the newest one's, and does nothing otherwise: for
   * processes that start.
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

  /** The newest version; none when nothing was saved. Does not conflict. */
  public CompletableFuture<OptionalInt> newestVersion(RecordContext context) {
    return rows.newest(context, true);
  }

  /**
   * The newest metadata. Does not conflict: a transaction that uses it commits although newer
   * metadata is saved meanwhile.
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
   * The metadata of a version. Does not conflict.
   *
   * @return fails with {@link RecordLayerException}: METADATA_ABSENT when there is none, DAMAGED or
   *     FORMAT_UNKNOWN
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

  /** All versions saved, the oldest first. Does not conflict. */
  public CompletableFuture<List<MetaDataVersion>> history(RecordContext context) {
    return rows.history(context);
  }

  /**
   * A cache of this store's metadata, which has read the newest.
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
