package dev.tenure.campaigns.simulation.stores;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.run.TenantsWorld;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.external.store.ExternalStores;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.testkit.cluster.Connections;
import dev.tenure.testkit.external.MemoryExternalStore;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One run: the store, what is known of the orders, and how a process connects. */
final class StoresWorld extends TenantsWorld {
  static final ExternalZoneName ZONE = new ExternalZoneName("memory", "orders");

  /** The prefix of the data that says that a transaction of a producer has committed. */
  static final String PLACED = "placed ";

  /** The prefix of the data that counts how often the effects of an order were applied. */
  static final String DONE = "done ";

  private static final long TASKS_MAX = 3_000_000;
  private static final Duration POINTER_LEASE = Duration.ofSeconds(4);
  private static final Duration REPAIRED_EVERY = Duration.ofSeconds(5);
  private static final int RESTART_MILLIS_MAX = 5_000;

  final StoresPlan plan;
  final MemoryExternalStore store;

  /** Orders whose enqueue was acknowledged, with their tenant. */
  final Map<String, TenantId> acknowledged = new TreeMap<>();

  /** Orders that were surely withdrawn, and not enqueued again. */
  final TreeSet<String> withdrawn = new TreeSet<>();

  /**
   * How often each order was placed. A producer that repeats a failed enqueue may repeat one whose
   * item has run meanwhile, and then it runs again.
   */
  final Map<String, Integer> attempts = new TreeMap<>();

  /** Orders whose handler was called. */
  final TreeSet<String> begun = new TreeSet<>();

  boolean storeDown;
  boolean storeRestored;

  StoresWorld(StoresPlan plan) {
    super(
        plan.seed(),
        TASKS_MAX,
        plan.delayMax(),
        plan.skewMax(),
        List.of("east"),
        'Y',
        Duration.ZERO);
    this.plan = plan;
    this.store =
        plan.leasesItems()
            ? MemoryExternalStore.leasingItems(scheduler.clock())
            : MemoryExternalStore.leasingPointers(scheduler.clock(), POINTER_LEASE);
    for (int number = 0; number < plan.tenants(); number++) {
      tenants.add(new TenantId("shop", "tenant" + number));
    }
  }

  /** The deployment as a process sees it. The name of the process must be new in this run. */
  CompletableFuture<Deployment> connect(SimulatedProcess process) {
    ExternalStores stores =
        ExternalStores.of(Map.of(ZONE.store(), new StoreLink(this, process)))
            .withRepairedEvery(plan.repaired() ? REPAIRED_EVERY : Duration.ofDays(1));
    ClusterOptions options =
        clusters.get(0).withExternalStores(stores).withMinInactive(plan.minInactive());
    return new Connections(engine, options, SCHEMAS)
        .open(process, engine.connect(process, links.connect(process.name(), "east")))
        .thenApply(cluster -> Deployment.of(List.of(cluster)));
  }

  /** Has the store restart, and perhaps restored, at times within the busy part of the run. */
  void troubleStore() {
    SimulatedProcess operator = scheduler.process("operator");
    var random = scheduler.random("operator");
    int millis = (int) plan.busy().toMillis();
    for (int i = 0; i < plan.restarts(); i++) {
      int at = random.nextInt(millis);
      var unused = operator.timer().schedule(() -> down(true), at, TimeUnit.MILLISECONDS);
      unused =
          operator
              .timer()
              .schedule(
                  () -> down(false),
                  at + random.nextInt(RESTART_MILLIS_MAX),
                  TimeUnit.MILLISECONDS);
    }
    if (plan.restored()) {
      int at = random.nextInt(millis / 2);
      var unused =
          operator
              .timer()
              .schedule(
                  () -> backUp(operator, random.nextInt(millis / 3)), at, TimeUnit.MILLISECONDS);
    }
  }

  private void down(boolean now) {
    storeDown = now;
    scheduler.note(now ? "the store is down" : "the store is up");
    if (now) {
      edges.hit(Edge.STORE_RESTARTED);
    }
  }

  /** Takes a backup, and restores it later. What was acknowledged in between may be lost. */
  private void backUp(SimulatedProcess operator, int millis) {
    MemoryExternalStore.Backup backup = store.backup();
    Map<String, TenantId> before = new TreeMap<>(acknowledged);
    scheduler.note("a backup is taken");
    var unused =
        operator
            .timer()
            .schedule(
                () -> {
                  store.restore(backup);
                  acknowledged.keySet().retainAll(before.keySet());
                  storeRestored = true;
                  edges.hit(Edge.STORE_RESTORED);
                  scheduler.note("the backup is restored");
                },
                millis,
                TimeUnit.MILLISECONDS);
  }
}
