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

  /**
   * The same store, whose reads a meter counts, in place of those that have counted them before.
   */
  PlanSource metered(TransactionMeter meter);

  /** Who is told of queries. */
  List<QueryListener> listeners();

  /** The records of a type's extent, in the order of primary keys: those of all types in it. */
  RecordCursor<? extends QueryRecord> scan(
      BoundType extent, TupleRange range, Continuation from, ScanOptions options);

  /**
   * An index.
   *
   * @throws dev.tenure.record.error.RecordLayerException INDEX_NOT_READABLE
   */
  OpenIndex index(String name);

  /**
   * The record that an entry stands for.
   *
   * @return fails with DAMAGED when there is none
   */
  CompletableFuture<? extends QueryRecord> load(
      String index, int extent, Tuple primaryKey, Isolation isolation);
}
