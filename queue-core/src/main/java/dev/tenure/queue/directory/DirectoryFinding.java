package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import java.util.Optional;

/**
 * A difference between the directory and a cluster.
 *
 * @param cluster the name of the cluster that was compared
 * @param entry the directory's entry; empty when there is none
 * @param repaired whether the audit repaired the difference; an audit repairs only the first two
 *     kinds
 */
public record DirectoryFinding(
    Kind kind, TenantId tenant, String cluster, Optional<TenantEntry> entry, boolean repaired) {

  /** The kinds of differences. {@link DirectoryRepairs} has the repairs. */
  public enum Kind {
    /** A creation or a deletion stopped before its end. */
    UNFINISHED,
    /** The store is suspended and the entry is not, or the entry is and the store is not. */
    STATE_DIFFERS,
    /** The cluster of the entry has no store. */
    ENTRY_WITHOUT_STORE,
    /** No entry names the store. */
    STORE_WITHOUT_ENTRY,
    /** The entry names another cluster. */
    SECOND_STORE,
    /** The store was made by another creation than the entry. */
    OTHER_LIFE,
    /** The entry names a cluster that this process does not know. */
    CLUSTER_UNKNOWN
  }
}
