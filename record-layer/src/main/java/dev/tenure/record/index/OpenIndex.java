package dev.tenure.record.index;

import com.apple.foundationdb.Range;
import com.apple.foundationdb.ReadTransaction;
import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.tuple.TupleRange;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One index of one store in one transaction, as its readers see it: what the type's own scans and
 * queries are made of. Nothing to close.
 */
public interface OpenIndex {

  /** The definition, bound to its message types. */
  BoundIndex bound();

  /** Where the index lies. */
  IndexKeys keys();

  /** The transaction. */
  RecordContext context();

  /** What this transaction has yet to write. */
  PendingWrites pending();

  /** The transaction as a reader, which sees its own writes in either isolation. */
  default ReadTransaction reader(Isolation isolation) {
    return isolation.reader(context());
  }

  /**
   * The rows in a range of keys, within the limits of the options and with a continuation behind
   * each.
   *
   * @param keys below {@link IndexKeys#prefix()}, or below {@link IndexKeys#structurePrefix()}
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the continuation
   *     is of another scan
   */
  <T> RecordCursor<T> rows(
      Range keys, Continuation from, ScanOptions options, RowDecoder<T> decoder);

  /** The entries in a range, as {@link IndexMaintainer#entry} decodes them. */
  default RecordCursor<IndexEntry> entries(
      TupleRange range, Continuation from, ScanOptions options) {
    return rows(keys().range(range), from, options, bound().maintainer()::entry);
  }

  /**
   * The records of the index's types: one extent behind another in the order of type keys, each in
   * the order of primary keys. Limits count the records of other types in a shared extent too.
   *
   * @param primaryKeys which of them, in each extent
   */
  RecordCursor<IndexedRecord> records(
      TupleRange primaryKeys, Continuation from, ScanOptions options);

  /** The record that an entry stands for; none when it names no extent of the metadata's. */
  CompletableFuture<Optional<IndexedRecord>> record(IndexEntry entry, Isolation isolation);

  /** What all keys of a record's own rows begin with. */
  byte[] recordKey(IndexedRecord record);

  /**
   * Refuses a change of records, and of what is kept of them, while the store is locked.
   *
   * @throws dev.tenure.record.error.RecordLayerException STORE_LOCKED
   */
  void requireWritable();

  /**
   * Runs what reads the index's second structure after the updates that this transaction has begun,
   * and before those it begins later.
   */
  default <T> CompletableFuture<T> inTurn(Supplier<CompletableFuture<T>> work) {
    return context().inTurn(keys().turn(), work);
  }

  /** Makes something of a row. */
  @FunctionalInterface
  interface RowDecoder<T> {

    /**
     * Decodes.
     *
     * @param key the row's key, below the prefix
     * @param where for errors only: the store and the key; may be empty, and then one that fails is
     *     called again with it
     */
    T decode(Tuple key, byte[] value, String where);
  }
}
