package dev.tenure.queue.directory;

import dev.tenure.queue.QueueLimits;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Compares the directory with itself and with the clusters, a page at a time: first the alternate
 * keys and the store of each entry, then the index of alternate keys, and at last the entry of each
 * store. Beside concurrent operations a finding is reported only when it was so at one instant, or
 * when its entry was the same before and after the look at the cluster.
 */
public final class DirectoryAudit {
  private final EntryAudit entries;
  private final StoreAudit stores;

  DirectoryAudit(Parts parts, TenantDirectory directory) {
    this.entries = new EntryAudit(parts, directory);
    this.stores = new StoreAudit(parts);
  }

  /**
   * Audits the next page.
   *
   * @param from {@link AuditPage#next} of the page before; empty to begin
   * @param max how many records or stores are looked at, 1 to 1,000
   * @param repairs whether what needs no person's decision is repaired, and violated keys are noted
   * @return fails with {@code DIRECTORY_UNAVAILABLE} or {@code CLUSTER_UNAVAILABLE}; the page can
   *     be asked for again
   */
  public CompletableFuture<AuditPage> page(Optional<String> from, int max, boolean repairs) {
    QueueLimits.checkBetween("max", max, 1, QueueLimits.BATCH_ITEMS_MAX);
    return from.filter(text -> text.startsWith(StoreAudit.PREFIX)).isPresent()
        ? stores.page(from.get(), max, repairs)
        : entries.page(from.map(EntryList::parse), max, repairs);
  }
}
