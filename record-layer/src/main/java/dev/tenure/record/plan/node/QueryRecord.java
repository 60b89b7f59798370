package dev.tenure.record.plan.node;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexedRecord;
import dev.tenure.record.key.KeyEvaluator;
import java.util.List;

/** The view of a loaded record that plans have. */
public interface QueryRecord {

  /** The name of the record's type. */
  String type();

  /** The columns of the record's primary key, without the record type key. */
  Tuple primaryKey();

  /** The stored message. */
  Message message();

  /** The values of a column that is bound to the record's type, each in a tuple of one element. */
  List<Tuple> read(KeyEvaluator column);

  /** The view of the record that indexes have. */
  IndexedRecord indexed(BoundType type);
}
