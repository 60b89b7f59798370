package dev.tenure.record.store.header;

import com.google.protobuf.ByteString;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a store says about itself.
 *
 * @param format the version of the stored format
 * @param metaDataVersion the newest version of the metadata the store was opened with
 * @param userVersion the application's own version, 0 until set
 * @param incarnation how often the store's data has come from another cluster, from 0: commit
 *     versions are comparable only within one
 * @param created when the store was made
 * @param updated when this header was last written
 * @param lock when the store is locked
 * @param userFields the application's own, by name
 */
public record StoreHeader(
    int format,
    int metaDataVersion,
    int userVersion,
    int incarnation,
    Instant created,
    Instant updated,
    Optional<StoreLock> lock,
    SortedMap<String, ByteString> userFields) {
  public StoreHeader {
    userFields = Collections.unmodifiableSortedMap(new TreeMap<>(userFields));
  }
}
