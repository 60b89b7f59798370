package dev.tenure.queue.pointer;

import com.apple.foundationdb.async.AsyncUtil;
import dev.tenure.queue.TenantId;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.store.RecordStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * All pointers and nudges of one tenant, over all its zones, to count, wake or remove them. Each
 * method works in the caller's transaction, on a bounded number of rows.
 */
public record TenantPointers(PointerSpace space, long applicationId, TenantId tenant) {
  /** The id of the nudges that {@link #wake} writes. */
  private static final String NUDGE = "resumed";

  /**
   * The progress of a walk through a shard's nudges.
   *
   * @param ofTenant the number of the tenant's nudges among those that were read
   * @param last the key behind which the walk continues; null when the shard has no more nudges
   */
  @SuppressWarnings("ArrayRecordComponent") // a key as it was read, never changed
  public record Walked(int ofTenant, byte @Nullable [] last) {}

  /** The zones with a pointer, in the order of their names; by snapshot. */
  public CompletableFuture<NavigableSet<String>> zones(
      RecordContext context, Optional<String> after, int max) {
    return space
        .entries()
        .zones(context, applicationId, tenant.user(), after, max, true)
        .thenApply(NavigableMap::navigableKeySet);
  }

  /**
   * Makes consumers visit the zones soon.
   *
   * @param now the time by a clock that is ahead of no consumer's: a nudge is hidden from a
   *     consumer whose clock shows less
   */
  public CompletableFuture<Void> wake(RecordContext context, Iterable<String> zones, Instant now) {
    List<PointerWaker> wakers = new ArrayList<>();
    zones.forEach(zone -> wakers.add(PointerWaker.of(space, context, applicationId, tenant, zone)));
    return AsyncUtil.whenAll(wakers.stream().map(PointerWaker::prepare).toList())
        .thenAccept(ready -> wakers.forEach(waker -> waker.wake(now, NUDGE)));
  }

  /**
   * Removes pointers with their E and S.
   *
   * @return the number of removed pointers; less than {@code max} when none is left
   */
  public CompletableFuture<Integer> remove(RecordContext context, int max) {
    return space
        .openClusterStore(context)
        .thenCompose(
            store ->
                space
                    .entries()
                    .zones(context, applicationId, tenant.user(), Optional.empty(), max, false)
                    .thenCompose(
                        zones ->
                            AsyncLoop.forEach(
                                    zones.entrySet(),
                                    zone -> remove(store, zone.getKey(), zone.getValue()))
                                .thenApply(done -> zones.size())));
  }

  private CompletableFuture<Void> remove(RecordStore clusterStore, String zone, int shard) {
    PointerRef ref = new PointerRef(applicationId, tenant, zone, shard);
    return Pointers.load(clusterStore, ref)
        .thenAccept(
            found -> {
              found.ifPresent(clusterStore::delete);
              space.entries().remove(clusterStore.context(), ref);
              space.meters().collected();
            });
  }

  /**
   * Walks a shard's nudges, and counts those of the tenant; may also clear them.
   *
   * @param after the key after which the walk continues; null to begin
   */
  public CompletableFuture<Walked> walkNudges(
      RecordContext context, int shard, byte @Nullable [] after, int max, boolean clears) {
    return space
        .nudges()
        .page(context, shard, after, max)
        .thenApply(
            page -> {
              List<byte[]> own =
                  page.stream().filter(this::isOwn).map(Nudges.Decoded::key).toList();
              if (clears) {
                own.forEach(context::clear);
              }
              return new Walked(
                  own.size(), page.size() < max ? null : page.get(page.size() - 1).key());
            });
  }

  private boolean isOwn(Nudges.Decoded nudge) {
    return nudge.pointer().applicationId() == applicationId
        && nudge.pointer().user().equals(tenant.user());
  }
}
