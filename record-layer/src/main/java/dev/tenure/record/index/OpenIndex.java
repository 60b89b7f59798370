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
import dev.tenure.record.tuple.UnpackedTuple;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * One index of one store in one transaction. The scans and queries of an index type are built on
 * it. There is nothing to close.
 */
public interface OpenIndex {

  /** The definition, bound to its message types. */
  BoundIndex bound();

  /** The keys of the index. */
  IndexKeys keys();

  /** The transaction. */
  RecordContext context();

  /** The writes that this transaction delays until its commit. */
  PendingWrites pending();

  /** The reader of the transaction. It sees the transaction's own writes in either isolation. */
  default ReadTransaction reader(Isolation isolation) {
    return isolation.reader(context());
  }

  /**
   * The rows in a range of keys, within the limits of the options and with a continuation behind
   * each.
   *
   * @param keys below {@link IndexKeys#prefix()}, or below {@link IndexKeys#structurePrefix()}
   * @throws dev.tenure.record.error.RecordLayerException CONTINUATION_REFUSED when the continuation
   *     belongs to another scan
   */
  <T> RecordCursor<T> rows(
      Range keys, Continuation from, ScanOptions options, RowDecoder<T> decoder);

  /** The entries in a range, as {@link IndexMaintainer#entry} decodes them. */
  default RecordCursor<IndexEntry> entries(
      TupleRange range, Continuation from, ScanOptions options) {
    return rows(keys().range(range), from, options, new EntryDecoder(bound().maintainer()));
  }

  /**
   * The records of the index's types: extent by extent in the order of type keys, and within an
   * extent in the order of primary keys. Limits also count records of other types that the scan
   * meets in the shared extent.
   *
   * @param primaryKeys the range of primary keys within each extent
   */
  RecordCursor<IndexedRecord> records(
      TupleRange primaryKeys, Continuation from, ScanOptions options);

  /** The record of an entry; empty when the metadata has no such extent. */
  CompletableFuture<Optional<IndexedRecord>> record(IndexEntry entry, Isolation isolation);

  /** The prefix of all keys of a record's own rows. */
  byte[] recordKey(IndexedRecord record);

  /**
   * Checks that the store is not locked against changes of records and indexes.
   *
   * @throws dev.tenure.record.error.RecordLayerException STORE_LOCKED
   */
  void requireWritable();

  /**
   * Runs a read of the index's second structure after all updates of it that this transaction has
   * begun, and before those that it begins later.
   */
  default <T> CompletableFuture<T> inTurn(Supplier<CompletableFuture<T>> work) {
    return context().inTurn(keys().turn(), work);
  }

  /** Decodes rows. */
  @FunctionalInterface
  interface RowDecoder<T> {

    /**
     * Decodes a row.
     *
     * @param key the row's key, below the prefix
     * @param where the store and the key, for errors. Callers leave it empty at first, and call
     *     again with it when decoding fails
     */
    T decode(Tuple key, byte[] value, String where);

    /** As {@link #decode(Tuple, byte[], String)}, for a decoder that needs no tuple of the key. */
    default T decode(UnpackedTuple key, byte[] value, String where) {
      return decode(key.tuple(), value, where);
    }
  }
}
