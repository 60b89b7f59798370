package dev.tenure.record.modify;

import com.apple.foundationdb.tuple.Tuple;
import java.util.Optional;

/**
 * The counts of a change by query: all committed transactions of all its runs together.
 *
 * @param scanned rows (records or index entries) that were read to find the records
 * @param matched records for which the query's condition was true
 * @param changed matching records that were changed
 * @param skipped records that an index gave although they do not match: the index needs scrubbing
 * @param refused matching records that could not be changed
 * @param last primary key of the last record that was looked at
 */
public record ChangeProgress(
    long scanned, long matched, long changed, long skipped, long refused, Optional<Tuple> last) {
  static final ChangeProgress NONE = new ChangeProgress(0, 0, 0, 0, 0, Optional.empty());

  public ChangeProgress {
    if (scanned < 0 || skipped < 0 || changed < 0 || refused < 0 || matched < changed + refused) {
      throw new IllegalArgumentException(
          String.format(
              "progress is %d scanned, %d matched, %d changed, %d skipped, %d refused; expected no"
                  + " negative count, and at most as many changed and refused records as matched"
                  + " ones",
              scanned, matched, changed, skipped, refused));
    }
  }

  /** The number of matching records for which the update returned an equal message. */
  public long unchanged() {
    return matched - changed - refused;
  }
}
