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
import dev.tenure.record.plan.QueryRow;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.query.aggregate.AggregateQuery;
import dev.tenure.record.serialize.RecordSerializer;
import dev.tenure.record.store.header.StoreHeader;
import dev.tenure.record.store.header.StoreLock;
import dev.tenure.record.store.header.StoreMetaData;
import dev.tenure.record.store.row.StoreKeys;
import dev.tenure.record.tuple.TupleRange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The records of one subspace and their indexes, within one transaction. There is nothing to close.
 * All stores that are opened on one subspace in one transaction share their state. Safe for use by
 * many threads. Saves of one record run in turn.
 *
 * <p>A method that does not return a future or a cursor reads nothing from the database.
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

  /** As {@link #open(RecordContext, StoreOptions)}, with defaults for the other options. */
  public static CompletableFuture<RecordStore> open(
      RecordContext context, Subspace subspace, MetaDataSource metaData, OpenMode mode) {
    return open(context, StoreOptions.of(subspace, metaData).withMode(mode));
  }

  /**
   * Opens or creates a store.
   *
   * <p>A store that was written with an older version of the metadata catches up: removed indexes
   * are cleared; new indexes are built in this transaction when the store is within {@link
   * StoreOptions#build()}, and otherwise become {@link IndexState#DISABLED}.
   *
   * <p>Opening does not change a locked store: it fails with STORE_LOCKED if the store would have
   * to catch up, or would get another user version.
   *
   * @return fails with {@link RecordLayerException}: STORE_ABSENT or STORE_EXISTS when the mode's
   *     condition on the subspace does not hold, STORE_LOCKED, METADATA_NEWER or METADATA_CHANGED
   *     when the metadata does not match the store, FORMAT_UNKNOWN or DAMAGED
   */
  public static CompletableFuture<RecordStore> open(RecordContext context, StoreOptions options) {
    return new StoreOpener(context, options).open();
  }

  /**
   * Removes the lock of a store without opening it. A locked store with older metadata needs this
   * before it can catch up. For a lock that refuses opening, {@link StoreOptions#withLockOverride}
   * must give its reason. Does nothing without a lock.
   *
   * @return fails with {@link RecordLayerException}: STORE_ABSENT, STORE_LOCKED when the override
   *     differs from the lock's reason, FORMAT_UNKNOWN or DAMAGED
   */
  public static CompletableFuture<Void> unlock(RecordContext context, StoreOptions options) {
    return new StoreOpener(context, options).unlock();
  }

  /**
   * Clears all keys below a subspace, including the header. Afterwards the store does not exist.
   */
  public static void clear(RecordContext context, Subspace subspace) {
    StoreState.of(context, subspace).clearStore();
  }

  /** As {@link #save(Message, SaveMode)} with {@link SaveMode#UPSERT}. */
  public CompletableFuture<StoredRecord> save(Message message) {
    return save(message, SaveMode.UPSERT);
  }

  /**
   * Saves a record and updates its indexes. Index entries that do not change are not written.
   *
   * @return fails with {@link RecordLayerException}: RECORD_EXISTS, RECORD_ABSENT or
   *     RECORD_TYPE_CHANGED when the mode does not allow the save, STORE_LOCKED, RECORD_TOO_LARGE
   *     or KEY_TOO_LARGE, naming the limit, or RECORD_TOO_DEEP, naming the field; nothing is
   *     written then
   * @throws IllegalArgumentException when the metadata has no type for the message, a primary key
   *     column is not set, or a string has an unpaired surrogate, naming the field
   */
  public CompletableFuture<StoredRecord> save(Message message, SaveMode mode) {
    return writer.save(message, mode);
  }

  /**
   * Replaces a record that the caller has loaded in this transaction, without reading it again. Of
   * a record that was loaded by snapshot, it adds the read conflict that a serializable load adds.
   *
   * @throws IllegalArgumentException when the new message has another type or primary key
   * @throws IllegalStateException when the record was loaded in another transaction, or was changed
   *     in this one after it was loaded. Its index entries are not known then
   * @throws RecordLayerException RECORD_TOO_LARGE, RECORD_TOO_DEEP or KEY_TOO_LARGE; nothing is
   *     written then
   */
  public StoredRecord replace(StoredRecord old, Message message) {
    return writer.replace(old, message);
  }

  /** Deletes a record that the caller has loaded in this transaction. See {@link #replace}. */
  public void delete(StoredRecord old) {
    writer.delete(old);
  }

  /** Deletes a record. The result is false when it did not exist. */
  public CompletableFuture<Boolean> delete(String type, Tuple primaryKey) {
    return writer.delete(type(type), primaryKey);
  }

  /** As {@link #load(String, Tuple, Isolation)}, with a serializable read. */
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
   * Loads a record of the shared extent, whose type need not be known.
   *
   * @throws IllegalArgumentException when no type is in the shared extent, or the key has another
   *     number of columns
   */
  public CompletableFuture<Optional<StoredRecord>> loadShared(
      Tuple primaryKey, Isolation isolation) {
    return scans.loadShared(primaryKey, isolation);
  }

  /** Whether a record exists; in the shared extent, one of any type. */
  public CompletableFuture<Boolean> exists(String type, Tuple primaryKey, Isolation isolation) {
    BoundType bound = type(type);
    return reader.exists(bound, bound.requirePrimaryKey(primaryKey), isolation);
  }

  /**
   * Scans the records of a type in the order of their primary keys.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation belongs to another scan
   */
  public RecordCursor<StoredRecord> scan(
      String type, TupleRange range, Continuation from, ScanOptions options) {
    return reader.scan(type(type), range, from, options);
  }

  /**
   * Scans the records of all types: first those of the shared extent, then type by type in the
   * order of type keys. Within a type, the order is that of the primary keys.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation belongs to another scan
   */
  public RecordCursor<StoredRecord> scanAll(Continuation from, ScanOptions options) {
    return scans.all(from, options);
  }

  /**
   * Scans an index in the order of its columns; entries with equal columns are in the order of
   * primary keys. Example: {@code TupleRange.prefix(Tuple.from("Rome"))} of an index on {@code
   * city}.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation belongs to another
   *     scan, INDEX_NOT_READABLE
   * @throws IllegalArgumentException when there is no such index
   */
  public RecordCursor<IndexEntry> scanIndex(
      String index, TupleRange range, Continuation from, ScanOptions options) {
    return scanIndex(index, IndexScan.range(range), from, options);
  }

  /**
   * Scans an index by a scan of its type, such as a scan by rank.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation belongs to another
   *     scan, INDEX_NOT_READABLE
   * @throws IllegalArgumentException when there is no such index, or no such scan of its type
   */
  public RecordCursor<IndexEntry> scanIndex(
      String index, IndexScan scan, Continuation from, ScanOptions options) {
    return scans.entries(scans.readable(index), scan, from, options);
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
   * Scans an index and loads the record of each entry. The order is that of the entries; a record
   * with several entries is returned several times.
   *
   * @throws RecordLayerException CONTINUATION_REFUSED when the continuation belongs to another
   *     scan, INDEX_NOT_READABLE
   * @throws IllegalArgumentException when there is no such index, or no such scan of its type
   */
  public RecordCursor<StoredRecord> scanRecords(
      String index, IndexScan scan, Continuation from, ScanOptions options, MissingRecord missing) {
    return scans.records(scans.readable(index), scan, from, options, missing);
  }

  /** The records of a query, from the beginning; as {@link StoreQueries#records}. */
  public RecordCursor<StoredRecord> query(RecordQuery query) {
    return queries()
        .records(plan(query), Bindings.none(), Continuation.START, ScanOptions.defaults());
  }

  /** The plan of a query; as {@link StoreQueries#plan}, with default options. */
  public QueryPlan plan(RecordQuery query) {
    return queries().plan(query, PlannerOptions.defaults());
  }

  /** As {@link StoreQueries#groups}. */
  public RecordCursor<QueryRow> query(AggregateQuery query) {
    return queries().groups(query);
  }

  /** The plan of a query as text: a line for each operator, with its expected cost. */
  public String explain(RecordQuery query) {
    return plan(query).explain();
  }

  /** Queries with parameters, limits and continuations. */
  public StoreQueries queries() {
    return new StoreQueries(this, state, metaData.bound(), scans);
  }

  /**
   * Opens an index for queries beyond scans: rank, text search, aggregates.
   *
   * @throws RecordLayerException INDEX_NOT_READABLE
   * @throws IllegalArgumentException when there is no such index
   */
  public OpenIndex index(String name) {
    return scans.open(scans.readable(name));
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
   * The count of a group in a count index, including this transaction's own changes. 0 when the
   * group does not exist.
   */
  public CompletableFuture<Long> count(String index, Tuple group, Isolation isolation) {
    return reader.count(scans.readable(index, Index.COUNT), group, isolation);
  }

  /**
   * Scans the groups of a count index in order, including this transaction's own changes, which are
   * written before the scan begins.
   */
  public RecordCursor<IndexEntry> scanCounts(
      String index, TupleRange groups, Continuation from, ScanOptions options) {
    return scans.entries(
        scans.readable(index, Index.COUNT), IndexScan.range(groups), from, options);
  }

  /** Reads records ahead, so that later loads in this transaction are answered from memory. */
  public Preload preload() {
    return new Preload(state, metaData, reader);
  }

  /**
   * Adds a read conflict on a record without reading it: the commit fails when another transaction
   * changes the record.
   *
   * @throws IllegalStateException when this transaction has already written the record: a fence
   *     must come before the write
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

  /**
   * Adds a write conflict on a record without writing it: other transactions that have read the
   * record fail to commit.
   */
  public void addWriteConflict(String type, Tuple primaryKey) {
    BoundType bound = type(type);
    byte[] record = keys.record(bound, bound.requirePrimaryKey(primaryKey));
    Range rows = StoreKeys.parts(record);
    context().transaction().addWriteConflictRange(rows.begin, rows.end);
  }

  /** The key of a record; of a split record, the prefix of its keys. */
  public byte[] recordKey(String type, Tuple primaryKey) {
    BoundType bound = type(type);
    return keys.record(bound, bound.requirePrimaryKey(primaryKey));
  }

  /** The keys of all records of a type with this prefix of the primary key. */
  public Range typeRange(String type, Tuple primaryKeyPrefix) {
    byte[] prefix = keys.recordPrefix(type(type), primaryKeyPrefix);
    return new Range(prefix, StoreKeys.behind(prefix));
  }

  /**
   * Deletes all records of a type whose primary keys begin with the given columns, by one range
   * clear for the records and one for each index, without a read.
   *
   * @throws IllegalArgumentException when an index of the type does not begin with the columns, or
   *     the type is in the shared extent; nothing is deleted then
   * @throws RecordLayerException STORE_LOCKED
   */
  public void deleteWhere(String type, Tuple primaryKeyPrefix) {
    new RangeDelete(state, type(type), primaryKeyPrefix).run();
  }

  /** Clears all records, indexes and counts. The store and its header remain. */
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
   * The bytes of keys and values in the store, as FoundationDB estimates them from samples. It may
   * be 0 for a small store.
   */
  public CompletableFuture<Long> estimatedBytes() {
    return context().transaction().getEstimatedRangeSizeBytes(keys.everything());
  }

  /** Whether an index is maintained and can be read. */
  public IndexState indexState(String index) {
    return state.require().indexState(metaData.bound().index(index).subspaceKey());
  }

  /**
   * Builds an index again in this transaction, from all records of its types. Before the future is
   * done, saves and deletes of this transaction fail with {@link IllegalStateException}, also those
   * that have not yet read their record.
   *
   * @return the new state: READABLE, or DISABLED in three cases. The store exceeds a limit; a
   *     record contradicts the index (two with one value in a unique index, or columns too long for
   *     a key); or all indexes that replace this one are readable
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

  /** The steps of building indexes over many transactions, for {@code OnlineIndexer}. */
  public IndexBuilds builds() {
    StoreScans indexScans = new StoreScans(state, metaData, indexReader, indexReader);
    return new IndexBuilds(state, metaData, indexReader, writer, indexScans);
  }

  /** The header of the store, including this transaction's changes to it. */
  public StoreHeader header() {
    return state.require().header().toHeader();
  }

  /** Sets the user version: the application's version of the store's content. */
  public void setUserVersion(int version) {
    new HeaderChanges(state).userVersion(version);
  }

  /**
   * Sets the incarnation: how often the data has been moved from another cluster.
   *
   * @throws IllegalArgumentException when it is lower than the current one
   */
  public void setIncarnation(int incarnation) {
    new HeaderChanges(state).incarnation(incarnation);
  }

  /** The format of what the layer above keeps in the store; 0 until it is raised. */
  public int contentFormat() {
    return state.require().header().value().getContentFormat();
  }

  /** Raises the content format, so that releases that do not know it refuse to open the store. */
  public void raiseContentFormat(int format) {
    new HeaderChanges(state).contentFormat(format);
  }

  /** Locks the store from this commit on; an earlier lock is replaced. */
  public void lock(StoreLock.Kind kind, String reason) {
    new HeaderChanges(state).lock(kind, reason);
  }

  /** Removes the lock. Does nothing when there is none. */
  public void unlock() {
    new HeaderChanges(state).unlock();
  }

  /** Sets a value of the application in the header; all together have at most 10,000 bytes. */
  public void setUserField(String name, ByteString value) {
    new HeaderChanges(state).userField(name, value);
  }

  /** Removes a user field. Does nothing when it does not exist. */
  public void clearUserField(String name) {
    new HeaderChanges(state).clearUserField(name);
  }

  public RecordContext context() {
    return state.context();
  }

  /** The metadata with which the store was opened; that of the store, when it is newer. */
  public RecordMetaData metaData() {
    return metaData.metaData();
  }

  public Subspace subspace() {
    return keys.subspace();
  }

  private BoundType type(String name) {
    return metaData.bound().type(name);
  }
}
