package dev.tenure.queue.external;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.EnqueueResult;
import dev.tenure.queue.zone.ZoneOutcome;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A zone of a tenant whose items lie in an external store. There is no transaction over both
 * stores: an enqueue first stores the item, and then looks after the pointer in FoundationDB. Items
 * have no groups, and ids are not remembered after their items. Thread-safe; needs no closing.
 */
public final class ExternalZone {
  private static final int DRAWN_ID_BYTES = 10;

  private final Deployment deployment;
  private final ExternalStore store;
  private final TenantId tenant;
  private final ExternalZoneName name;
  private final RunOptions arriving =
      RunOptions.defaults().withName("external-enqueue").withIdempotent(true);

  private ExternalZone(
      Deployment deployment, ExternalStore store, TenantId tenant, ExternalZoneName name) {
    this.deployment = deployment;
    this.store = store;
    this.tenant = tenant;
    this.name = name;
  }

  /**
   * A zone. Zones are not created: any name can be used.
   *
   * @param deployment its clusters were opened with the store
   * @throws QueueException {@code EXTERNAL_STORE_UNKNOWN} when they were opened without it
   */
  public static ExternalZone of(Deployment deployment, TenantId tenant, ExternalZoneName name) {
    QueueCluster any = deployment.clusters().get(0);
    return new ExternalZone(
        deployment, any.options().externalStores().require(name.store()), tenant, name);
  }

  public TenantId tenant() {
    return tenant;
  }

  public ExternalZoneName name() {
    return name;
  }

  /** The zone as its store names it. */
  public ZoneAddress address() {
    return new ZoneAddress(tenant, name.zone());
  }

  /**
   * Enqueues an item. An id for which the zone has an item or a dead letter changes nothing there;
   * the pointer is looked after in any case, so that repeating a failed call is safe.
   *
   * @return fails with {@link ExternalEnqueueException}, after an attempt to remove the item from
   *     the store again
   */
  public CompletableFuture<EnqueueResult> enqueue(NewItem item) {
    PreparedItem prepared = prepare(item);
    return CompletableFuture.completedFuture(prepared)
        .thenCompose(ready -> store.enqueue(address(), ready.item(), ready.life()))
        .exceptionallyCompose(error -> withdraw(prepared, error))
        .thenCompose(
            added ->
                announce(prepared)
                    .exceptionallyCompose(
                        error -> added ? withdraw(prepared, error) : failed(prepared, true, error))
                    .thenApply(
                        done ->
                            new EnqueueResult(
                                prepared.id(),
                                added ? EnqueueResult.Status.NEW : EnqueueResult.Status.EXISTING)));
  }

  /**
   * Draws what an item needs that its producer stores in its own transaction of the store. After
   * that transaction has committed, the producer calls {@link #announce}.
   */
  public PreparedItem prepare(NewItem item) {
    if (item.group().isPresent()) {
      throw new IllegalArgumentException(
          "an item of an external zone has no group, this one has \"" + item.group().get() + '"');
    }
    RandomGenerator random = deployment.clusters().get(0).database().random();
    NewItem named = item.id().isPresent() ? item : item.withId(drawId(random));
    return new PreparedItem(named, random.nextLong() >>> 1);
  }

  private static String drawId(RandomGenerator random) {
    byte[] bytes = new byte[DRAWN_ID_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /**
   * Makes sure that consumers find an item that was stored. If this fails or never happens, the
   * item stays, and {@link PointerRepair} finds it.
   */
  public CompletableFuture<Void> announce(PreparedItem stored) {
    return arrived(stored.item().delay(), stored.id());
  }

  private CompletableFuture<Void> arrived(Duration delay, String id) {
    return deployment.run(arriving, tenant, tx -> tx.arrived(name, delay, id));
  }

  /** Removes an item whose enqueue failed, and then fails. */
  private <T> CompletableFuture<T> withdraw(PreparedItem stored, Throwable error) {
    return store
        .withdraw(address(), stored.id(), stored.life())
        .exceptionally(failure -> false)
        .thenCompose(gone -> failed(stored, !gone, error));
  }

  private <T> CompletableFuture<T> failed(PreparedItem stored, boolean mayRun, Throwable error) {
    Throwable cause = FdbErrorPredicates.unwrap(error);
    if (cause instanceof ExternalEnqueueException) {
      return CompletableFuture.failedFuture(cause);
    }
    return CompletableFuture.failedFuture(
        new ExternalEnqueueException(
            code(cause),
            "item "
                + stored.id()
                + " was not enqueued in "
                + name.text()
                + " of "
                + tenant
                + (mayRun ? ", but may run: " : ": ")
                + cause.getMessage(),
            mayRun,
            cause));
  }

  private static QueueException.Code code(@Nullable Throwable cause) {
    return cause instanceof QueueException told
        ? told.code()
        : QueueException.Code.CLUSTER_UNAVAILABLE;
  }

  /** The zone's items in the order of their ids; for operators. */
  public CompletableFuture<List<WorkItem>> items(Optional<String> after, int max) {
    return store.items(address(), after, max);
  }

  /** The zone's dead letters in the order of their ids; for operators. */
  public CompletableFuture<List<DeadLetter>> deadLetters(Optional<String> after, int max) {
    return store.deadLetters(address(), after, max);
  }

  /** Makes a dead letter an item again, which runs at once. */
  public CompletableFuture<ZoneOutcome> redrive(String id) {
    return store
        .redrive(address(), id)
        .thenCompose(
            outcome ->
                outcome == ZoneOutcome.DONE
                    ? arrived(Duration.ZERO, id).thenApply(done -> outcome)
                    : CompletableFuture.completedFuture(outcome));
  }

  /**
   * Removes an item, leased or not, or a dead letter. A holder learns of it at its next operation.
   */
  public CompletableFuture<ZoneOutcome> cancel(String id) {
    return store.cancel(address(), id);
  }
}
