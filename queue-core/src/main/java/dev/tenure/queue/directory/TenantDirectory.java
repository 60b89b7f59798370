package dev.tenure.queue.directory;

import dev.tenure.queue.QueueLimits;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.proto.DirectoryEntry.State;
import dev.tenure.record.global.SecondaryKey;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The tenants of a deployment: on which cluster each lies, its state, and its alternate keys, which
 * have one owner over all clusters. Nothing is read before the first call, and no tenant before it
 * is needed. Thread-safe; needs no closing.
 *
 * <p>After a failure, any process may repeat an operation, which then continues where the failed
 * one stopped. All fail with {@link dev.tenure.queue.QueueException}: {@code DIRECTORY_UNAVAILABLE}
 * when a shard does not answer, {@code CLUSTER_UNAVAILABLE} when the tenant's cluster does not,
 * {@code DIRECTORY_CONFLICT} when other operations on the same entry came first five times in a
 * row. A {@link TenantId} never changes.
 */
public final class TenantDirectory {
  private static final int REASON_BYTES_MAX = 1_000;

  private final Parts parts;
  private final Adoption adoption;
  private final KnownTenants known;
  private final Deployment routed;

  private TenantDirectory(Parts parts) {
    this.parts = parts;
    this.adoption = new Adoption(parts);
    this.known = new KnownTenants(parts, adoption);
    this.routed = parts.deployment().withDirectory(new Routes(parts, adoption));
  }

  /**
   * Creates a directory.
   *
   * @param clusters all clusters of the deployment, whether they carry shards or not
   * @param shards makes the shards on the clusters of the layout
   */
  public static TenantDirectory of(
      Deployment clusters, DirectoryOptions options, DirectoryShards shards) {
    Deployment named = clusters.withLayout(options.layout());
    return new TenantDirectory(
        new Parts(named, named.stores(), new Entries(named, options, shards), options));
  }

  /** The deployment whose transactions find their tenants by this directory. */
  public Deployment deployment() {
    return routed;
  }

  public DirectoryOptions options() {
    return parts.options();
  }

  /**
   * Creates a tenant. If an earlier creation stopped, this one continues it.
   *
   * @return the entry. When the tenant exists with all these alternate keys, its entry as it is.
   *     Fails with {@code ALTERNATE_KEY_TAKEN}; {@code TENANT_EXISTS} when the tenant exists
   *     without some of the keys; {@code TENANT_DELETING}; {@code TENANT_NOT_FOUND} when it was
   *     deleted meanwhile; {@code CLUSTERS_DIFFER} when the stored list of clusters does not name
   *     this directory ({@link #adopt}) or names other clusters; {@code ALTERNATE_KINDS_DIFFER}
   *     when the directory does not store keys of such a kind ({@link #kinds})
   * @throws IllegalArgumentException when a key is of a kind that the options do not name
   */
  public CompletableFuture<TenantEntry> create(TenantId tenant, TenantDetails details) {
    requireKinds(details);
    return new Creation(parts, adoption, tenant, details).run().thenApply(StoredEntry::toEntry);
  }

  private void requireKinds(TenantDetails details) {
    details.keys().forEach(key -> parts.requireKind(key.name()));
  }

  /** The entry of a tenant. */
  public CompletableFuture<Optional<TenantEntry>> find(TenantId tenant) {
    return parts.entries().find(tenant).thenApply(found -> found.map(StoredEntry::toEntry));
  }

  /**
   * The entry that owns an alternate key.
   *
   * @return fails with {@code ALTERNATE_KINDS_DIFFER} while the kind is being added or dropped, and
   *     with {@code ALTERNATE_KEY_VIOLATED} when several tenants own the key
   * @throws IllegalArgumentException when the key is of a kind that the options do not name, or can
   *     be no tenant's ({@link TenantDetails}); its value is in no message
   */
  public CompletableFuture<Optional<TenantEntry>> find(SecondaryKey key) {
    parts.requireKind(key.name());
    TenantDetails.check(key);
    return parts
        .entries()
        .requireStored(Set.of(key))
        .thenCompose(stored -> parts.entries().find(key))
        .thenApply(found -> found.map(StoredEntry::toEntry));
  }

  /**
   * Changes display name, attributes and alternate keys. Keys that are given up are free at once.
   *
   * @param change gives the details in the place of those that were read; it may be called again
   * @return fails with {@code TENANT_NOT_FOUND}, {@code TENANT_DELETING}, {@code
   *     ALTERNATE_KEY_TAKEN} or {@code ALTERNATE_KINDS_DIFFER}
   */
  public CompletableFuture<TenantEntry> change(
      TenantId tenant, UnaryOperator<TenantDetails> change) {
    return parts
        .entries()
        .repeating(
            () ->
                known
                    .require(tenant)
                    .thenCompose(
                        entry -> {
                          TenantDetails changed = change.apply(entry.details());
                          Set<SecondaryKey> gained = new TreeSet<>(changed.keys());
                          gained.removeAll(entry.record().keys());
                          gained.forEach(key -> parts.requireKind(key.name()));
                          return parts
                              .entries()
                              .requireStored(gained)
                              .thenCompose(
                                  stored ->
                                      parts
                                          .entries()
                                          .replace(
                                              entry,
                                              StoredEntry.with(entry.value(), changed),
                                              changed.keys()));
                        }))
        .thenApply(StoredEntry::toEntry);
  }

  /**
   * Suspends a tenant. From now on nothing is enqueued and no handler starts for this tenant;
   * handlers that run already finish.
   *
   * @param reason for people, 1 to 1,000 bytes without control characters
   * @return fails with {@code TENANT_NOT_FOUND} or {@code TENANT_DELETING}
   * @throws IllegalArgumentException naming the reason's length or content and the limit
   */
  public CompletableFuture<TenantEntry> suspend(TenantId tenant, String reason) {
    var unused = QueueLimits.checkName("reason", reason, REASON_BYTES_MAX);
    return new StateChange(parts, known, tenant, State.SUSPENDED, reason)
        .run()
        .thenApply(StoredEntry::toEntry);
  }

  /** Ends a suspension, and wakes the tenant's zones. Fails as {@link #suspend} does. */
  public CompletableFuture<TenantEntry> resume(TenantId tenant) {
    return new StateChange(parts, known, tenant, State.ACTIVE, "")
        .run()
        .thenApply(StoredEntry::toEntry);
  }

  /** Counts what {@link #delete} would remove; empty when the tenant does not exist. */
  public CompletableFuture<Optional<DeletionPreview>> previewDeletion(TenantId tenant) {
    return known
        .find(tenant)
        .thenCompose(
            found ->
                found.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : parts
                        .cluster(found.get().value(), tenant)
                        .thenCompose(cluster -> parts.stores().count(cluster, tenant))
                        .thenApply(
                            contents ->
                                Optional.of(
                                    new DeletionPreview(
                                        found.get().toEntry(),
                                        contents,
                                        found.get().record().keys().size()))));
  }

  /**
   * Deletes a tenant with everything that belongs to it. Its alternate keys are free as soon as the
   * deletion has begun. A deletion that has begun cannot be undone; after a failure, call this
   * method again to complete it.
   *
   * @return whether the tenant existed
   */
  public CompletableFuture<Boolean> delete(TenantId tenant) {
    return new Deletion(parts, known, tenant).run();
  }

  /**
   * Reads a page of the entries that a filter accepts.
   *
   * @param from {@link EntryPage#next} of the previous page; empty to begin
   * @param max the most entries that are looked at, 1 to 1,000
   */
  public CompletableFuture<EntryPage> list(EntryFilter filter, Optional<String> from, int max) {
    QueueLimits.checkBetween("max", max, 1, QueueLimits.BATCH_ITEMS_MAX);
    return EntryList.page(parts.entries(), filter, from.map(EntryList::parse), max);
  }

  /**
   * Makes the deployment adopt this directory, while producers and consumers run. The stored list
   * of clusters names the directory, each tenant gets an entry, and at the end the directory is
   * ACTIVE. The call continues where an earlier one stopped, and returns at once when the directory
   * is already ACTIVE.
   *
   * @param listener receives the progress after each 100 tenants
   * @return fails with {@code CLUSTERS_DIFFER} while another change of the list of clusters is
   *     under way
   */
  public CompletableFuture<AdoptionProgress> adopt(Consumer<AdoptionProgress> listener) {
    return adoption.run(listener);
  }

  /** The progress of the adoption. */
  public CompletableFuture<AdoptionProgress> progress() {
    return adoption.progress();
  }

  /** The audit, which compares the directory with the clusters. */
  public DirectoryAudit audit() {
    return new DirectoryAudit(parts, this);
  }

  /** The repairs of an audit's findings. */
  public DirectoryRepairs repairs() {
    return new DirectoryRepairs(parts, this);
  }

  /** The kinds of alternate keys, and changes of them. */
  public AlternateKinds kinds() {
    return new AlternateKinds(parts);
  }

  /** The entries' part in moves of tenants between clusters ({@code queue.move} does the rest). */
  public EntryMoves moves() {
    return new EntryMoves(parts, known);
  }

  /** Alternate keys that several tenants own, and the decisions about them. */
  public KeyViolations violations() {
    return new KeyViolations(parts);
  }
}
