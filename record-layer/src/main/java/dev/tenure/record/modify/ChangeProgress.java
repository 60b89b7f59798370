package dev.tenure.record.modify;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Optional;

/**
 * How far a change by query has come, all runs together: what committed transactions have done.
 *
 * @param scanned how many rows (records or index entries) were read to find the records
 * @param matched how many records were found of which the condition is true
 * @param changed how many of them were changed
 * @param skipped how many records an index gave that do not match: the index needs scrubbing
 * @param refused how many that match could not be changed
 * @param last the primary key of the last record that was looked at
 */
public record ChangeProgress(
    long scanned, long matched, long changed, long skipped, long refused, Optional<Tuple> last) {
  static final ChangeProgress NONE = new ChangeProgress(0, 0, 0, 0, 0, Optional.empty());

  public ChangeProgress {
    if (scanned < 0 || skipped < 0 || changed < 0 || refused < 0 || matched < changed + refused) {
      throw new IllegalArgumentException(
          String.format(
              "progress is %d scanned, %d matched, %d changed, %d skipped, %d refused: none is"
                  + " negative, and those changed and refused are among those that match",
              scanned, matched, changed, skipped, refused));
    }
  }

  /** How many matching records the update left as they are. */
  public long unchanged() {
    return matched - changed - refused;
  }
}
