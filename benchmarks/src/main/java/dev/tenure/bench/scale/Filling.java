package dev.tenure.bench.scale;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.QueueCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Tenants with items in their zones. */
final class Filling {
  static final WorkType<String> TYPE = WorkType.of("work", PayloadCodecs.text());

  private static final int BATCH = 500;

  private Filling() {}

  static TenantId tenant(String application, int number) {
    return new TenantId(application, "user-" + number);
  }

  /** Makes the tenant and fills its zone. */
  static CompletableFuture<Void> fill(
      QueueCluster cluster, TenantId tenant, int items, Duration delay) {
    CompletableFuture<Void> filled = cluster.createTenant(tenant).thenAccept(made -> {});
    for (int left = items; left > 0; left -= BATCH) {
      int count = Math.min(BATCH, left);
      filled = filled.thenCompose(done -> enqueue(cluster, tenant, count, delay));
    }
    return filled;
  }

  private static CompletableFuture<Void> enqueue(
      QueueCluster cluster, TenantId tenant, int count, Duration delay) {
    List<NewItem> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      items.add(NewItem.of(TYPE, "x").withDelay(delay));
    }
    return cluster
        .run(tenant, transaction -> transaction.zone().enqueueAll(items))
        .thenAccept(results -> {});
  }
}
