package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.Isolation;
import dev.tenure.record.cursor.RecordCursor;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.meter.QueryListener;
import dev.tenure.record.meter.TransactionMeter;
import dev.tenure.record.tuple.TupleRange;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The store that a plan reads, in one transaction. */
public interface PlanSource {

  BoundMetaData metaData();

  int metaDataVersion();

  InstantSource clock();

  /** The same store with a meter that counts reads. It replaces earlier meters. */
  PlanSource metered(TransactionMeter meter);

  /** The listeners that are told of queries. */
  List<QueryListener> listeners();

  /** Scans the records of all types in the extent of a type, in the order of primary keys. */
  RecordCursor<? extends QueryRecord> scan(
      BoundType extent, TupleRange range, Continuation from, ScanOptions options);

  /**
   * Opens an index.
   *
   * @throws dev.tenure.record.error.RecordLayerException INDEX_NOT_READABLE
   */
  OpenIndex index(String name);

  /**
   * Loads the record of an index entry.
   *
   * @return fails with DAMAGED when there is no record
   */
  CompletableFuture<? extends QueryRecord> load(
      String index, int extent, Tuple primaryKey, Isolation isolation);
}
