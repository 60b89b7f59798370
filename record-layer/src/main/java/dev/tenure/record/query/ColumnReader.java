package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import com.google.protobuf.Message;
import dev.tenure.record.key.KeyEvaluator;
import java.util.List;

/** The values of the columns of one record, read from the record or from an index entry. */
@FunctionalInterface
public interface ColumnReader {

  /**
   * The whole record, for conditions on its elements.
   *
   * @throws IllegalStateException when only some columns were read
   */
  default Message message() {
    throw new IllegalStateException("elements are read from a whole record");
  }

  /**
   * The values of a column, each in a tuple of one element. A column that does not fan out has
   * exactly one.
   */
  List<Tuple> read(KeyEvaluator column);
}
