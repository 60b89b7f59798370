package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * Answers conditions that cannot be expressed as a range of the index's keys, by a kind of {@link
 * IndexScan} of the index type. Immutable.
 */
public interface ConditionScan {

  /**
   * The conditions that are answered, at least one. When the first columns of the candidate are
   * bound by equality, the scan returns an entry for each record for which all conditions are true,
   * and for no other record.
   */
  List<QueryPredicate> conditions();

  /**
   * For each of {@link #conditions}, the condition of the records whose entries are read to answer
   * it. A search for two tokens reads the entries of all records that have one of the two.
   */
  default List<QueryPredicate> read() {
    return conditions();
  }

  /**
   * The scan.
   *
   * @param equal the values of the columns that the candidate requires to be bound
   * @param bindings the values of parameters
   */
  IndexScan scan(Tuple equal, Bindings bindings);

  /** The cost of the scan. */
  IndexCandidate.Cost cost();
}
