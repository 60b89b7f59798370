package dev.tenure.record.store.header;

import com.google.protobuf.ByteString;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The header of a store.
 *
 * @param format the version of the stored format
 * @param metaDataVersion the newest version of the metadata with which the store was opened
 * @param userVersion the application's version of the store's content; 0 until it is set
 * @param incarnation how many times the store's data has been moved from another cluster. Commit
 *     versions can be compared only within one incarnation
 * @param created the time at which the store was created
 * @param updated the time at which this header was last written
 * @param lock the lock; empty when the store is not locked
 * @param userFields values of the application, by name
 * @param versionShift the number that is added to a version of the cluster before it is compared
 *     with versions that the store's records have kept; 0 in a store that has never moved. With it,
 *     the versions of all clusters on which the store has been form one growing sequence
 */
public record StoreHeader(
    int format,
    int metaDataVersion,
    int userVersion,
    int incarnation,
    Instant created,
    Instant updated,
    Optional<StoreLock> lock,
    SortedMap<String, ByteString> userFields,
    long versionShift) {
  /** The greatest content format that this release knows. */
  public static final int CONTENT_FORMAT_MAX = 1;

  public StoreHeader {
    userFields = Collections.unmodifiableSortedMap(new TreeMap<>(userFields));
  }
}
