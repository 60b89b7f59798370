package dev.tenure.record;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.cursor.TupleRange;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The records of one subspace, with their indexes, in one transaction. Nothing to close; all stores
 * on a subspace in one transaction are one. Safe for use by many threads; saves that must read
 * first and touch the same record run one after another.
 *
 * <p>Operations without a future in their signature read nothing.
 */
public final class RecordStore {

  /**
   * What a store says about itself.
   *
   * @param format the version of the stored format
   * @param metaDataVersion the newest version of the metadata the store was opened with
   * @param userVersion the application's own version, 0 until set
   * @param created when the store was made
   * @param updated when this header was last written
   */
  public record Header(
      int format, int metaDataVersion, int userVersion, Instant created, Instant updated) {}

  private final RecordContext context;
  private final RecordMetaData metaData;
  private final StoreKeys keys;
  private final StoreState state;
  private final StoreOpener opener;
  private final RecordReader reader;
  private final RecordWriter writer;

  private RecordStore(RecordContext context, Subspace subspace, RecordMetaData metaData) {
    this.context = context;
    this.metaData = metaData;
    this.keys = new StoreKeys(subspace);
    this.state = StoreState.of(context, subspace);
    this.opener = new StoreOpener(state, keys, metaData);
    this.reader = new RecordReader(state, keys);
    this.writer = new RecordWriter(state, keys, metaData, reader);
  }

  /**
   * Opens or creates a store. A store written with an older version of the metadata is brought up
   * to this one.
   *
   * @return fails with {@link RecordLayerException}: STORE_ABSENT or STORE_EXISTS against the mode,
   *     METADATA_NEWER, METADATA_CHANGED or INDEX_NOT_BUILT when the metadata does not fit the
   *     store, FORMAT_UNKNOWN or DAMAGED
   */
  public static CompletableFuture<RecordStore> open(
      RecordContext context, Subspace subspace, RecordMetaData metaData, OpenMode mode) {
    RecordStore store = new RecordStore(context, subspace, metaData);
    return store.opener.open(mode).thenApply(nothing -> store);
  }

  /** Clears everything below a subspace, the header included; there is no store afterwards. */
  public static void clear(RecordContext context, Subspace subspace) {
    context.clear(new StoreKeys(subspace).everything());
    StoreState state = StoreState.of(context, subspace);
    state.discardData();
    state.header(null);
  }

  /** As {@link #save(Message, SaveMode)} with {@link SaveMode#UPSERT}. */
  public CompletableFuture<StoredRecord> save(Message message) {
    return save(message, SaveMode.UPSERT);
  }

  /**
   * Saves a record and brings its indexes up to date; rows that stay as they are are not written.
   *
   * @return fails with {@link RecordLayerException}: RECORD_EXISTS or RECORD_ABSENT against the
   *     mode, RECORD_TOO_LARGE or KEY_TOO_LARGE, naming the limit; nothing is written then
   * @throws IllegalArgumentException when the metadata has no type for the message, or a primary
   *     key column is not set
   */
  public CompletableFuture<StoredRecord> save(Message message, SaveMode mode) {
    return writer.save(message, mode);
  }

  /**
   * Replaces a record that the caller has loaded in this transaction. Reads nothing; conflicts are
   * the caller's, who loaded it serializably or fenced it.
   *
   * @throws IllegalArgumentException when the type or primary key is another
   * @throws RecordLayerException RECORD_TOO_LARGE or KEY_TOO_LARGE; nothing is written then
   */
  public StoredRecord replace(StoredRecord old, Message message) {
    return writer.replace(old, message);
  }

  /** Deletes a record that the caller has loaded in this transaction; as {@link #replace}. */
  public void delete(StoredRecord old) {
    writer.delete(old);
  }

  /** Deletes a record; false when there is none. */
  public CompletableFuture<Boolean> delete(String type, Tuple primaryKey) {
    return writer.delete(type, primaryKey);
  }

  /** As {@link #load(String, Tuple, Isolation)}, serializable. */
  public CompletableFuture<Optional<StoredRecord>> load(String type, Tuple primaryKey) {
    return load(type, primaryKey, Isolation.SERIALIZABLE);
  }

  /**
   * Loads a record.
   *
   * @return fails with {@link RecordLayerException} FORMAT_UNKNOWN or DAMAGED, naming store and key
   * @throws IllegalArgumentException when there is no such type, or the key has another number of
   *     columns
   */
  public CompletableFuture<Optional<StoredRecord>> load(
      String type, Tuple primaryKey, Isolation isolation) {
    CompiledType compiled = metaData.type(type);
    return reader.load(compiled, compiled.requirePrimaryKey(primaryKey), isolation);
  }

  /**
   * Scans the records of a type in the order of their primary keys.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation is of another scan
   */
  public RecordCursor<StoredRecord> scan(
      String type, TupleRange range, Continuation from, ScanOptions options) {
    return reader.scan(metaData.type(type), range, from, options);
  }

  /**
   * Scans a value index in the order of its columns, then of primary keys.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation is of another scan
   * @throws IllegalArgumentException when there is no such index, or it is no value index
   */
  public RecordCursor<IndexEntry> scanIndex(
      String index, TupleRange range, Continuation from, ScanOptions options) {
    return reader.scanIndex(requireKind(index, Index.Kind.VALUE), range, from, options);
  }

  /** As {@link #count(String, Tuple, Isolation)}, by snapshot. */
  public CompletableFuture<Long> count(String index, Tuple group) {
    return count(index, group, Isolation.SNAPSHOT);
  }

  /**
   * The count of a group in a count index, this transaction's own changes included; 0 when there is
   * no such group.
   */
  public CompletableFuture<Long> count(String index, Tuple group, Isolation isolation) {
    CompiledIndex compiled = requireKind(index, Index.Kind.COUNT);
    if (group.size() != compiled.columnCount()) {
      throw new IllegalArgumentException(
          "group "
              + group
              + " of index "
              + index
              + " has "
              + group.size()
              + " columns, expected "
              + compiled.columnCount());
    }
    return reader.count(compiled, group, isolation);
  }

  /**
   * Scans the groups of a count index in order, this transaction's own changes included. Pending
   * changes of counts are written first.
   */
  public RecordCursor<IndexEntry> scanCounts(
      String index, TupleRange groups, Continuation from, ScanOptions options) {
    CompiledIndex compiled = requireKind(index, Index.Kind.COUNT);
    state.counts().flush(context);
    return reader.scanIndex(compiled, groups, from, options);
  }

  /**
   * Makes the commit fail when another transaction changes the record, without reading it.
   *
   * @throws IllegalStateException when this transaction has written the record; fence first
   */
  public void fence(String type, Tuple primaryKey) {
    CompiledType compiled = metaData.type(type);
    byte[] record = keys.record(compiled.type(), compiled.requirePrimaryKey(primaryKey));
    if (compiled.isSingleKey()) {
      context.fence(record);
    } else {
      context.fence(StoreKeys.parts(record));
    }
  }

  /** The one key of a single-key record; what all keys of a split one begin with. */
  public byte[] recordKey(String type, Tuple primaryKey) {
    CompiledType compiled = metaData.type(type);
    return keys.record(compiled.type(), compiled.requirePrimaryKey(primaryKey));
  }

  /** The keys of all records of a type whose primary keys begin so. */
  public Range typeRange(String type, Tuple primaryKeyPrefix) {
    byte[] prefix = keys.recordPrefix(metaData.type(type).type(), primaryKeyPrefix);
    return new Range(prefix, StoreKeys.behind(prefix));
  }

  /** Clears all records, indexes and counts; the store stays. */
  public void deleteAll() {
    context.clear(keys.data());
    state.discardData();
  }

  /** What the store says about itself, as of this transaction. */
  public Header header() {
    return requireHeader().toHeader();
  }

  /** Sets the application's own version of the store. */
  public void setUserVersion(int version) {
    StoredHeader old = requireHeader();
    opener.write(
        new StoredHeader(
            old.value().toBuilder()
                .setUserVersion(version)
                .setUpdatedMillis(context.now().toEpochMilli())
                .build()));
  }

  public RecordContext context() {
    return context;
  }

  public RecordMetaData metaData() {
    return metaData;
  }

  public Subspace subspace() {
    return keys.subspace();
  }

  private StoredHeader requireHeader() {
    return state
        .header()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "store " + keys.describe() + " was cleared in this transaction"));
  }

  private CompiledIndex requireKind(String index, Index.Kind kind) {
    CompiledIndex compiled = metaData.compiledIndex(index);
    if (compiled.index().kind() != kind) {
      throw new IllegalArgumentException(
          "index " + index + " is of kind " + compiled.index().kind() + ", expected " + kind);
    }
    return compiled;
  }
}
