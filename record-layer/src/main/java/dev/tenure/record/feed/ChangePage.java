package dev.tenure.record.feed;

import dev.tenure.record.store.StoredRecord;
import java.util.List;

/**
 * Some changes, in the order of the commits. Immutable.
 *
 * @param records as they are now; each was last saved behind the token asked with
 * @param next what to ask with the next time; the token asked with when there was no change
 * @param more whether there may be more changes already
 */
public record ChangePage(List<StoredRecord> records, SyncToken next, boolean more) {
  public ChangePage {
    records = List.copyOf(records);
  }
}
