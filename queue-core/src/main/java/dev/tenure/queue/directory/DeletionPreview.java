package dev.tenure.queue.directory;

import dev.tenure.queue.cluster.TenantContents;

/**
 * The counts of what a deletion would remove. Other transactions may change them at the same time.
 *
 * @param entry the directory's entry
 * @param contents the counts of what the cluster has of the tenant
 * @param keys the number of alternate keys that would become free
 */
public record DeletionPreview(TenantEntry entry, TenantContents contents, int keys) {}
