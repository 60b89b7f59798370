package dev.tenure.record.index;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;

/**
 * The way in which an index answers conditions that no range of its keys stands for: by its own
 * kind of {@link IndexScan}. Immutable.
 */
public interface ConditionScan {

  /**
   * The conditions that are answered, at least one. With the first columns of the candidate equal
   * to what they are bound to, an entry comes for each record of which all are true, and for no
   * other.
   */
  List<QueryPredicate> conditions();

  /**
   * The scan.
   *
   * @param equal the values of the columns that the candidate wants bound
   * @param bindings the values of parameters
   */
  IndexScan scan(Tuple equal, Bindings bindings);

  /** The cost of the scan. */
  IndexCandidate.Cost cost();
}
