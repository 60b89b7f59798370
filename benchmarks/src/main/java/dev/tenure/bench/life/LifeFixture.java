package dev.tenure.bench.life;

import dev.tenure.bench.fleet.ModelledFleet;
import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.bench.fleet.Site;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.TopLevelEntry;
import dev.tenure.queue.pointer.TopLevelPeek;
import dev.tenure.queue.pointer.TopLevelPeekRequest;
import dev.tenure.queue.pointer.VisitRequest;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A cluster with tenants, and operations on their zones. The caller that created it closes it. */
final class LifeFixture implements AutoCloseable {
  static final WorkType<String> TYPE = WorkType.of("work", PayloadCodecs.text());

  private static final int PAYLOAD_BYTES = 100;
  private static final int PEEK_MAX = 1_000;
  private static final long BYTES_MAX = 1_000_000;
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final RunOptions ENQUEUE = RunOptions.defaults().withName("enqueue");

  private final ModelledFleet fleet;
  private final Site setup;

  LifeFixture(long seed, Duration minInactive, int tenants) {
    // Visits of this fixture have no consumer, so that they learn of no leases of visits.
    ClusterOptions options = ClusterOptions.named("life").withVisitLeases(false);
    fleet = new ModelledFleet(seed, options.withMinInactive(minInactive));
    setup = fleet.open("setup", ServiceTimes.none());
    for (int i = 0; i < tenants; i++) {
      fleet.scheduler().join(setup.cluster().createTenant(tenant(i)));
    }
  }

  ModelledFleet fleet() {
    return fleet;
  }

  static TenantId tenant(int number) {
    return new TenantId("app", "user-" + number);
  }

  static NewItem item() {
    return NewItem.of(TYPE, "x".repeat(PAYLOAD_BYTES));
  }

  /**
   * Enqueues in one transaction.
   *
   * @return the number of times that the transaction was repeated
   */
  static CompletableFuture<Integer> enqueue(Site site, int tenant, int items, Duration delay) {
    AtomicInteger attempts = new AtomicInteger();
    return site.cluster()
        .run(
            ENQUEUE,
            tenant(tenant),
            transaction -> {
              attempts.incrementAndGet();
              List<NewItem> all = new ArrayList<>();
              for (int i = 0; i < items; i++) {
                all.add(item().withDelay(delay));
              }
              return transaction.zone().enqueueAll(all);
            })
        .thenApply(done -> attempts.get() - 1);
  }

  /** Visits the only zone whose pointer has vested. */
  VisitResult visit(Site site, int itemsMax) {
    VisitRequest request = new VisitRequest("life", itemsMax, BYTES_MAX, LEASE, item -> true);
    return fleet
        .scheduler()
        .join(site.cluster().visits().visit(onlyVested(site), List.of(), request));
  }

  private PointerRef onlyVested(Site site) {
    TopLevelPeek peek =
        fleet
            .scheduler()
            .join(
                site.cluster().topLevel().peek(0, TopLevelPeekRequest.of(PEEK_MAX, Duration.ZERO)));
    List<PointerRef> vested =
        peek.vested().stream()
            .filter(TopLevelEntry.Pointer.class::isInstance)
            .map(entry -> ((TopLevelEntry.Pointer) entry).ref())
            .toList();
    if (vested.size() != 1) {
      throw new IllegalStateException("one pointer was to have vested, these have: " + vested);
    }
    return vested.get(0);
  }

  @Override
  public void close() {
    fleet.close();
  }
}
