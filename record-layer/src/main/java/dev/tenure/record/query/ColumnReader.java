package dev.tenure.record.query;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.key.KeyEvaluator;
import java.util.List;

/** What the columns of one record hold, be it read from the record or from an index entry. */
@FunctionalInterface
public interface ColumnReader {

  /** Tuples of one element each: one, unless the column fans out. */
  List<Tuple> read(KeyEvaluator column);
}
