package dev.tenure.record.store;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.subspace.Subspace;
import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexEntry;
import dev.tenure.record.index.IndexScan;
import dev.tenure.record.index.IndexState;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.metadata.MetaDataSource;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.plan.PlannerOptions;
import dev.tenure.record.plan.QueryPlan;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.serialize.RecordSerializer;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.tuple.TupleRange;
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

  private final StoreState state;
  private final StoreKeys keys;
  private final StoreMetaData metaData;
  private final RecordReader reader;
  private final RecordReader indexReader;
  private final RecordWriter writer;
  private final StoreScans scans;

  /** A store whose header is known to the state. */
  RecordStore(StoreState state, StoreMetaData metaData, RecordSerializer serializer) {
    this.state = state;
    this.keys = state.keys();
    this.metaData = metaData;
    RecordCodec codec = new RecordCodec(keys, metaData, serializer);
    this.reader = new RecordReader(state, codec);
    this.indexReader = new RecordReader(state, codec.cutting());
    this.writer = new RecordWriter(state, metaData, indexReader, codec);
    this.scans = new StoreScans(state, metaData, reader, indexReader);
  }

  /** As {@link #open(RecordContext, StoreOptions)}, with nothing but a mode. */
  public static CompletableFuture<RecordStore> open(
      RecordContext context, Subspace subspace, MetaDataSource metaData, OpenMode mode) {
    return open(context, StoreOptions.of(subspace, metaData).withMode(mode));
  }

  /**
   * Opens or creates a store. A store written with an older version of the metadata is brought up
   * to this one: indexes removed since are cleared, new ones built when the store is within {@link
   * StoreOptions#build()}, and {@link IndexState#DISABLED} otherwise. A locked store is not changed
   * by its opening: one that would have to be brought up to newer metadata, or to another user
   * version, is refused until it is unlocked; it can be opened with the metadata it was written
   * with.
   *
   * @return fails with {@link RecordLayerException}: STORE_ABSENT or STORE_EXISTS against the mode,
   *     STORE_LOCKED, METADATA_NEWER or METADATA_CHANGED when the metadata does not fit the store,
   *     FORMAT_UNKNOWN or DAMAGED
   */
  public static CompletableFuture<RecordStore> open(RecordContext context, StoreOptions options) {
    return new StoreOpener(context, options).open();
  }

  /**
   * Takes the lock of a store away without opening it: for a store that was written with older
   * metadata, which is brought up to date by the opening that follows. A lock that is to refuse
   * opening must be named by {@link StoreOptions#withLockOverride}. Without a lock nothing changes.
   *
   * @return fails with {@link RecordLayerException}: STORE_ABSENT, STORE_LOCKED when the override
   *     is not the lock's reason, FORMAT_UNKNOWN or DAMAGED
   */
  public static CompletableFuture<Void> unlock(RecordContext context, StoreOptions options) {
    return new StoreOpener(context, options).unlock();
  }

  /** Clears everything below a subspace, the header included; there is no store afterwards. */
  public static void clear(RecordContext context, Subspace subspace) {
    StoreState.of(context, subspace).clearStore();
  }

  /** As {@link #save(Message, SaveMode)} with {@link SaveMode#UPSERT}. */
  public CompletableFuture<StoredRecord> save(Message message) {
    return save(message, SaveMode.UPSERT);
  }

  /**
   * Saves a record and brings its indexes up to date; rows that stay as they are are not written.
   *
   * @return fails with {@link RecordLayerException}: RECORD_EXISTS, RECORD_ABSENT or
   *     RECORD_TYPE_CHANGED against the mode, STORE_LOCKED, RECORD_TOO_LARGE or KEY_TOO_LARGE,
   *     naming the limit, or RECORD_TOO_DEEP, naming the field; nothing is written then
   * @throws IllegalArgumentException when the metadata has no type for the message, a primary key
   *     column is not set, or a string has half a character, naming the field
   */
  public CompletableFuture<StoredRecord> save(Message message, SaveMode mode) {
    return writer.save(message, mode);
  }

  /**
   * Replaces a record that the caller has loaded in this transaction. Reads nothing; conflicts are
   * the caller's, who loaded it serializably or fenced it.
   *
   * @throws IllegalArgumentException when the type or primary key is another
   * @throws IllegalStateException when another transaction has loaded the record, or this one has
   *     changed it since: what is known of its index entries is out of date then
   * @throws RecordLayerException RECORD_TOO_LARGE, RECORD_TOO_DEEP or KEY_TOO_LARGE; nothing is
   *     written then
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
    return writer.delete(type(type), primaryKey);
  }

  /** As {@link #load(String, Tuple, Isolation)}, serializable. */
  public CompletableFuture<Optional<StoredRecord>> load(String type, Tuple primaryKey) {
    return load(type, primaryKey, Isolation.SERIALIZABLE);
  }

  /**
   * Loads a record.
   *
   * @return fails with {@link RecordLayerException} FORMAT_UNKNOWN, DAMAGED or RECORD_TOO_DEEP,
   *     naming store and key
   * @throws IllegalArgumentException when there is no such type, or the key has another number of
   *     columns
   */
  public CompletableFuture<Optional<StoredRecord>> load(
      String type, Tuple primaryKey, Isolation isolation) {
    BoundType bound = type(type);
    return reader
        .load(bound, bound.requirePrimaryKey(primaryKey), isolation)
        .thenApply(found -> found.filter(record -> record.type().equals(type)));
  }

  /**
   * Loads a record of the shared extent, of whichever type it is.
   *
   * @throws IllegalArgumentException when no type is in the shared extent, or the key has another
   *     number of columns
   */
  public CompletableFuture<Optional<StoredRecord>> loadShared(
      Tuple primaryKey, Isolation isolation) {
    return scans.loadShared(primaryKey, isolation);
  }

  /** Whether there is a record, without loading it; in the shared extent, one of any type. */
  public CompletableFuture<Boolean> exists(String type, Tuple primaryKey, Isolation isolation) {
    BoundType bound = type(type);
    return reader.exists(bound, bound.requirePrimaryKey(primaryKey), isolation);
  }

  /**
   * Scans the records of a type in the order of their primary keys.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation is of another scan
   */
  public RecordCursor<StoredRecord> scan(
      String type, TupleRange range, Continuation from, ScanOptions options) {
    return reader.scan(type(type), range, from, options);
  }

  /**
   * Scans the records of all types: first those of the shared extent, then type by type in the
   * order of type keys, each in the order of primary keys.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation is of another scan
   */
  public RecordCursor<StoredRecord> scanAll(Continuation from, ScanOptions options) {
    return scans.all(from, options);
  }

  /**
   * Scans an index in the order of its columns, then of primary keys.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation is of another scan,
   *     INDEX_NOT_READABLE
   * @throws IllegalArgumentException when there is no such index
   */
  public RecordCursor<IndexEntry> scanIndex(
      String index, TupleRange range, Continuation from, ScanOptions options) {
    return scanIndex(index, IndexScan.range(range), from, options);
  }

  /**
   * Scans an index in a way that its type offers.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation is of another scan,
   *     INDEX_NOT_READABLE
   * @throws IllegalArgumentException when there is no such index, or its type no such scan
   */
  public RecordCursor<IndexEntry> scanIndex(
      String index, IndexScan scan, Continuation from, ScanOptions options) {
    return scans.entries(scannable(index), scan, from, options);
  }

  /** As {@link #scanRecords(String, IndexScan, Continuation, ScanOptions, MissingRecord)}. */
  public RecordCursor<StoredRecord> scanRecords(
      String index,
      TupleRange range,
      Continuation from,
      ScanOptions options,
      MissingRecord missing) {
    return scanRecords(index, IndexScan.range(range), from, options, missing);
  }

  /**
   * Scans an index and loads the record of each entry, several at once, in the order of the
   * entries. A record that has several entries comes several times.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation is of another scan,
   *     INDEX_NOT_READABLE
   * @throws IllegalArgumentException when there is no such index, or its type no such scan
   */
  public RecordCursor<StoredRecord> scanRecords(
      String index, IndexScan scan, Continuation from, ScanOptions options, MissingRecord missing) {
    return scans.records(scannable(index), scan, from, options, missing);
  }

  /** The records of which a query is true; as {@link StoreQueries#records}, from the begin. */
  public RecordCursor<StoredRecord> query(RecordQuery query) {
    return queries()
        .records(plan(query), Bindings.none(), Continuation.START, ScanOptions.defaults());
  }

  /** How a query is answered; as {@link StoreQueries#plan}, with the options' defaults. */
  public QueryPlan plan(RecordQuery query) {
    return queries().plan(query, PlannerOptions.defaults());
  }

  /** How a query is answered, as text: an operator a line, with its expected cost. */
  public String explain(RecordQuery query) {
    return plan(query).explain();
  }

  /** Queries with parameters, limits and continuations. */
  public StoreQueries queries() {
    return new StoreQueries(this, metaData.bound(), reader);
  }

  /**
   * An index for the queries of its type: rank, text, aggregates.
   *
   * @throws RecordLayerException INDEX_NOT_READABLE
   * @throws IllegalArgumentException when there is no such index
   */
  public OpenIndex index(String name) {
    return scans.open(scannable(name));
  }

  /** Loads the record of an index entry. */
  public CompletableFuture<Optional<StoredRecord>> load(IndexEntry entry, Isolation isolation) {
    return scans.load(entry, isolation);
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
    return reader.count(requireType(index, Index.COUNT), group, isolation);
  }

  /**
   * Scans the groups of a count index in order, this transaction's own changes included. Pending
   * changes of counts are written first.
   */
  public RecordCursor<IndexEntry> scanCounts(
      String index, TupleRange groups, Continuation from, ScanOptions options) {
    return scans.entries(requireType(index, Index.COUNT), IndexScan.range(groups), from, options);
  }

  /** Reads records ahead, so that later loads in this transaction are answered from memory. */
  public Preload preload() {
    return new Preload(state, metaData, reader);
  }

  /**
   * Makes the commit fail when another transaction changes the record, without reading it.
   *
   * @throws IllegalStateException when this transaction has written the record; fence first
   */
  public void fence(String type, Tuple primaryKey) {
    BoundType bound = type(type);
    byte[] record = keys.record(bound, bound.requirePrimaryKey(primaryKey));
    if (bound.isSingleKey()) {
      context().fence(record);
    } else {
      context().fence(StoreKeys.parts(record));
    }
  }

  /** Makes other transactions that read the record conflict with this one, without writing it. */
  public void addWriteConflict(String type, Tuple primaryKey) {
    BoundType bound = type(type);
    byte[] record = keys.record(bound, bound.requirePrimaryKey(primaryKey));
    Range rows = StoreKeys.parts(record);
    context().transaction().addWriteConflictRange(rows.begin, rows.end);
  }

  /** The one key of a single-key record; what all keys of a split one begin with. */
  public byte[] recordKey(String type, Tuple primaryKey) {
    BoundType bound = type(type);
    return keys.record(bound, bound.requirePrimaryKey(primaryKey));
  }

  /** The keys of all records of a type whose primary keys begin so. */
  public Range typeRange(String type, Tuple primaryKeyPrefix) {
    byte[] prefix = keys.recordPrefix(type(type), primaryKeyPrefix);
    return new Range(prefix, StoreKeys.behind(prefix));
  }

  /**
   * Deletes all records of a type whose primary keys begin with these columns, without reading
   * them: by one range clear for the records and one in each index.
   *
   * @throws IllegalArgumentException when an index of the type does not begin with the columns, or
   *     the type is in the shared extent; nothing is deleted then
   * @throws RecordLayerException STORE_LOCKED
   */
  public void deleteWhere(String type, Tuple primaryKeyPrefix) {
    new RangeDelete(state, type(type), primaryKeyPrefix).run();
  }

  /** Clears all records, indexes and counts; the store stays. */
  public void deleteAll() {
    state.requireChangeable();
    if (state.pending().hasUpdatedStructures()) {
      context().clear(keys.records());
      metaData.bound().indexes().forEach(index -> state.clearIndex(index.subspaceKey()));
    } else {
      context().clear(keys.data());
    }
  }

  /**
   * Bytes of keys and values in the store, as FoundationDB estimates them from samples; near 0 for
   * a small one.
   */
  public CompletableFuture<Long> estimatedBytes() {
    return context().transaction().getEstimatedRangeSizeBytes(keys.everything());
  }

  /** What the index can be used for. */
  public IndexState indexState(String index) {
    return state.require().indexState(metaData.bound().index(index).subspaceKey());
  }

  /**
   * Builds an index anew in this transaction, from all records of its types. Until its future is
   * done, the transaction refuses to change records of the store: saves and deletes fail with
   * {@link IllegalStateException}, also those that were begun before and have not read their record
   * yet.
   *
   * @return the state it has now: READABLE; or DISABLED when the store is over a limit, has records
   *     that contradict the index (two of one value in a unique one, or one whose columns fit no
   *     key), or when the indexes that replace it are all readable, so that it is not kept
   * @throws RecordLayerException STORE_LOCKED
   */
  public CompletableFuture<IndexState> rebuildIndex(String index, BuildLimits limits) {
    state.requireWritable("build of an index in");
    BoundIndex bound = metaData.bound().index(index);
    return new InlineBuild(state, indexReader, metaData, bound)
        .run(limits)
        .thenApply(
            built -> {
              state.dropReplaced(metaData);
              return state.indexState(bound);
            });
  }

  /** Indexes that are being built, over many transactions; {@code OnlineIndexer} drives it. */
  public IndexBuilds builds() {
    StoreScans indexScans = new StoreScans(state, metaData, indexReader, indexReader);
    return new IndexBuilds(state, metaData, indexReader, writer, indexScans);
  }

  /** What the store says about itself, as of this transaction. */
  public StoreHeader header() {
    return state.require().header().toHeader();
  }

  /** Sets the application's own version of the store. */
  public void setUserVersion(int version) {
    new HeaderChanges(state).userVersion(version);
  }

  /**
   * Sets how often the store's data has come from another cluster.
   *
   * @throws IllegalArgumentException when it is less than before
   */
  public void setIncarnation(int incarnation) {
    new HeaderChanges(state).incarnation(incarnation);
  }

  /** Locks the store from the commit on; locking again replaces the lock. */
  public void lock(StoreLock.Kind kind, String reason) {
    new HeaderChanges(state).lock(kind, reason);
  }

  /** Takes the lock away, if there is one. */
  public void unlock() {
    new HeaderChanges(state).unlock();
  }

  /**
   * Sets a field of the application's own in the header, which is in memory wherever the store is
   * open. All fields together may have 10,000 bytes of names and values.
   *
   * @throws IllegalArgumentException naming the limit
   */
  public void setUserField(String name, ByteString value) {
    new HeaderChanges(state).userField(name, value);
  }

  /** Removes a field of the application's own, if it is there. */
  public void clearUserField(String name) {
    new HeaderChanges(state).clearUserField(name);
  }

  public RecordContext context() {
    return state.context();
  }

  /**
   * The metadata the store is open with: that of the source, or a newer one the store asked for, or
   * the version it was first opened with in this transaction.
   */
  public RecordMetaData metaData() {
    return metaData.metaData();
  }

  public Subspace subspace() {
    return keys.subspace();
  }

  private BoundType type(String name) {
    return metaData.bound().type(name);
  }

  private BoundIndex requireType(String index, String type) {
    BoundIndex bound = metaData.bound().index(index);
    if (!bound.index().type().equals(type)) {
      throw new IllegalArgumentException(
          "index " + index + " is of type " + bound.index().type() + ", expected " + type);
    }
    return scannable(index);
  }

  private BoundIndex scannable(String index) {
    BoundIndex bound = metaData.bound().index(index);
    IndexState found = state.indexState(bound);
    if (!found.isScannable()) {
      throw new RecordLayerException(
          RecordLayerException.Code.INDEX_NOT_READABLE,
          "index " + index + " of store " + keys.describe() + " is " + found);
    }
    return bound;
  }
}
