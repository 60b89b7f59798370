package dev.tenure.queue.directory;

import dev.tenure.queue.cluster.TenantContents;

/**
 * What a deletion would remove, counted beside other transactions.
 *
 * @param entry the directory's entry
 * @param contents of the cluster
 * @param keys how many alternate keys become free
 */
public record DeletionPreview(TenantEntry entry, TenantContents contents, int keys) {}
