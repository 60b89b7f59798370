package dev.tenure.record.feed;

import dev.tenure.record.store.StoredRecord;
import java.util.List;

/**
 * A page of changes in the order of the commits. Immutable.
 *
 * @param records the changed records in their current form; each was last saved after the token of
 *     the request
 * @param next the token for the next request; the token of this request when there was no change
 * @param more whether there may be more changes after this page
 */
public record ChangePage(List<StoredRecord> records, SyncToken next, boolean more) {
  public ChangePage {
    records = List.copyOf(records);
  }
}
