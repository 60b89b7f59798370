package dev.tenure.campaigns.simulation.stores;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.external.PointerRepair;
import dev.tenure.queue.external.PointerRepairReport;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.pointer.PointerSight;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What must be true when all faults are over. */
final class StoresChecks {
  private static final Duration DONE_WITHIN = Duration.ofMinutes(1);
  private static final Duration STEP = Duration.ofSeconds(1);
  private static final int ITEMS_MAX = 10_000;

  private final StoresWorld world;
  private final Deployment deployment;

  StoresChecks(StoresWorld world) {
    this.world = world;
    this.deployment = world.scheduler.join(world.connect(world.startProcess("checker")));
  }

  /**
   * Each zone that holds an acknowledged item has a pointer. The item must be there before and
   * after the pointer was looked for, so that it was there at the version of the read.
   */
  void pointersExist() {
    if (world.storeRestored) {
      return;
    }
    Map<TenantId, String> waiting = new TreeMap<>();
    world.acknowledged.forEach(
        (number, tenant) -> {
          if (left(tenant).contains(number)) {
            waiting.put(tenant, number);
          }
        });
    waiting.forEach(
        (tenant, number) -> {
          boolean found =
              done(
                  deployment.run(
                      tenant,
                      tx ->
                          tx.pointerOf(StoresWorld.ZONE).thenApply(PointerSight::existenceEntry)));
          require(
              found || world.storeRestored || !left(tenant).contains(number),
              () -> number + " was acknowledged, and its zone has no pointer");
        });
  }

  void check() {
    if (!world.storeRestored) {
      await(() -> world.acknowledged.keySet().stream().filter(this::waits).findFirst());
    }
    repair();
    await(() -> world.tenants.stream().flatMap(tenant -> left(tenant).stream()).findFirst());
    for (String number : placed()) {
      checkDone(number);
    }
    for (String number : world.withdrawn) {
      require(
          world.storeRestored || !world.begun.contains(number),
          () -> number + " has run although its enqueue was withdrawn");
    }
  }

  /** Items without a pointer are found, also where consumers do not look for them. */
  private void repair() {
    PointerRepairReport report = done(new PointerRepair(deployment).run());
    require(report.failed() == 0, () -> "the repair has failed: " + report);
    if (report.repaired() > 0) {
      world.edges.hit(Edge.POINTER_REPAIRED);
    }
  }

  private <T> T done(CompletableFuture<T> call) {
    T value = world.scheduler.join(call);
    world.throwReported();
    return value;
  }

  private void await(Supplier<Optional<String>> waiting) {
    Instant end = world.scheduler.now().plus(DONE_WITHIN);
    for (Optional<String> item = waiting.get(); item.isPresent(); item = waiting.get()) {
      String number = item.get();
      require(world.scheduler.now().isBefore(end), () -> number + " waits, and nobody runs it");
      world.scheduler.runFor(STEP);
      world.throwReported();
    }
  }

  private boolean waits(String number) {
    return left(Objects.requireNonNull(world.acknowledged.get(number))).contains(number);
  }

  private Set<String> left(TenantId tenant) {
    TreeSet<String> ids = new TreeSet<>();
    ZoneAddress zone = new ZoneAddress(tenant, StoresWorld.ZONE.zone());
    done(world.store.items(zone, Optional.empty(), ITEMS_MAX)).stream()
        .map(WorkItem::id)
        .filter(id -> !id.startsWith(StoresSimulation.FAR))
        .forEach(ids::add);
    return ids;
  }

  /** All orders that must have been done. */
  private Set<String> placed() {
    TreeSet<String> placed = new TreeSet<>(world.acknowledged.keySet());
    world.store.data().keySet().stream()
        .filter(key -> key.startsWith(StoresWorld.PLACED))
        .map(key -> key.substring(StoresWorld.PLACED.length()))
        .forEach(placed::add);
    return placed;
  }

  private void checkDone(String number) {
    long times =
        switch (StoresConsumer.kind(number)) {
          case 0 -> world.store.data().getOrDefault(StoresWorld.DONE + number, "").length();
          case 1 -> effects(number);
          default -> world.begun.contains(number) ? 1 : 0;
        };
    int placed = world.attempts.getOrDefault(number, 0);
    require(
        times >= 1 && times <= placed,
        () -> number + " was placed " + placed + " times, and done " + times + " times");
  }

  private long effects(String number) {
    return world.tenants.stream()
        .mapToLong(
            tenant ->
                done(
                    deployment.run(
                        tenant,
                        tx ->
                            tx.store()
                                .load(OrderSchema.EFFECT, Tuple.from(number))
                                .thenApply(
                                    found ->
                                        found
                                            .map(
                                                each ->
                                                    ((SimulatedEffect) each.message()).getTimes())
                                            .orElse(0L)))))
        .sum();
  }
}
