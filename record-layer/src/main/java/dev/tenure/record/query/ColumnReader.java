package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyEvaluator;
import java.util.List;

/** What the columns of one record hold, be it read from the record or from an index entry. */
@FunctionalInterface
public interface ColumnReader {

  /**
   * The whole record, for conditions on its elements.
   *
   * @throws IllegalStateException when only some columns are known
   */
  default Message message() {
    throw new IllegalStateException("elements are read from a whole record");
  }

  /** Tuples of one element each: one, unless the column fans out. */
  List<Tuple> read(KeyEvaluator column);
}
