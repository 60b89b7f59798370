package dev.tenure.consumer.inflight;

import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.record.database.RunOptions;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** The location of an item. */
public sealed interface ItemLocation {

  QueueCluster cluster();

  TenantId tenant();

  String zone();

  /** Whether the item is local to its cluster and belongs to no tenant. */
  boolean isLocal();

  /** Runs a transaction on the item's zone. */
  <T> CompletableFuture<T> run(
      RunOptions options, Function<? super QueueZone, ? extends CompletionStage<T>> body);

  /** A zone of a tenant's store. */
  record OfTenant(QueueCluster cluster, TenantId tenant, String zone) implements ItemLocation {
    @Override
    public boolean isLocal() {
      return false;
    }

    @Override
    public <T> CompletableFuture<T> run(
        RunOptions options, Function<? super QueueZone, ? extends CompletionStage<T>> body) {
      return cluster.run(options, tenant, transaction -> body.apply(transaction.zone(zone)));
    }

    @Override
    public String toString() {
      return tenant + "/" + zone + " on " + cluster.name();
    }
  }

  /**
   * A zone whose items lie in an external store. Its operations there are those of {@link
   * ExternalStore}; a transaction on the zone in FoundationDB sees its settings and unique records.
   */
  record OfExternal(QueueCluster cluster, PointerRef ref, ExternalZoneName name)
      implements ItemLocation {

    /** The zone to which a pointer leads, if its items lie in an external store. */
    public static Optional<ItemLocation> of(QueueCluster cluster, PointerRef ref) {
      return ExternalZoneName.parse(ref.zone()).map(name -> new OfExternal(cluster, ref, name));
    }

    public ExternalStore store() {
      return cluster.options().externalStores().require(name.store());
    }

    /** The zone as the store names it. */
    public ZoneAddress address() {
      return new ZoneAddress(ref.tenant(), name.zone());
    }

    @Override
    public TenantId tenant() {
      return ref.tenant();
    }

    @Override
    public String zone() {
      return ref.zone();
    }

    @Override
    public boolean isLocal() {
      return false;
    }

    @Override
    public <T> CompletableFuture<T> run(
        RunOptions options, Function<? super QueueZone, ? extends CompletionStage<T>> body) {
      return cluster.run(options, tenant(), transaction -> body.apply(transaction.zone(zone())));
    }

    @Override
    public String toString() {
      return tenant() + "/" + zone() + " on " + cluster.name();
    }
  }

  /**
   * A top-level queue, where local items lie beside the pointers (paper section 6, "local work
   * items").
   */
  record OfCluster(QueueCluster cluster, int shard, String zone) implements ItemLocation {
    @Override
    public boolean isLocal() {
      return true;
    }

    @Override
    public TenantId tenant() {
      return new TenantId(WorkContext.LOCAL_APPLICATION, cluster.name());
    }

    @Override
    public <T> CompletableFuture<T> run(
        RunOptions options, Function<? super QueueZone, ? extends CompletionStage<T>> body) {
      return cluster.topLevel().runLocal(shard, body);
    }

    @Override
    public String toString() {
      return zone + " on " + cluster.name();
    }
  }
}
