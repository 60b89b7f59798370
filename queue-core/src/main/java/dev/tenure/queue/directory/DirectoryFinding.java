package dev.tenure.queue.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.record.global.SecondaryKey;
import java.util.Optional;

/**
 * Something in which the directory and a cluster, or an entry and the index of alternate keys,
 * differ. {@link #toString} hides the value of the key.
 *
 * @param cluster the name of the cluster that was compared, or of the entry's cluster
 * @param entry the tenant's entry; empty when the directory has no entry of it
 * @param key the alternate key; empty unless the finding is about one
 * @param repaired whether the audit has repaired it
 */
public record DirectoryFinding(
    Kind kind,
    TenantId tenant,
    String cluster,
    Optional<TenantEntry> entry,
    Optional<SecondaryKey> key,
    boolean repaired) {

  /** The kinds of differences. {@link DirectoryRepairs} has the repairs. */
  public enum Kind {
    /** A creation or a deletion has stopped before its end. An audit that repairs continues it. */
    UNFINISHED,
    /**
     * The store is suspended and the entry is not, or the other way about. An audit that repairs
     * has the store follow.
     */
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
    CLUSTER_UNKNOWN,
    /**
     * The tenant is not found by its alternate key, which was written while a shard was down, or
     * whose shard was restored. An audit that repairs puts it into the index.
     */
    KEY_NOT_INDEXED,
    /**
     * Another tenant owns the alternate key, too. An audit that repairs notes {@link
     * KeyViolations}.
     */
    KEY_VIOLATED
  }
}
