package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.key.KeyEvaluator;
import java.util.List;

/** A loaded record, as plans see it. */
public interface QueryRecord {

  /** The name of its type. */
  String type();

  /** The columns of its primary key, without the record type key. */
  Tuple primaryKey();

  /** What is stored; its fields are those of its type. */
  Message message();

  /** The tuples of a column, which is bound to the record's type. */
  List<Tuple> read(KeyEvaluator column);

  /** The record as indexes see it. */
  IndexedRecord indexed(BoundType type);
}
