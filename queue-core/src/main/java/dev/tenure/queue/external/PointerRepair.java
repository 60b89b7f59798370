package dev.tenure.queue.external;

import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.external.store.DueZone;
import dev.tenure.queue.external.store.ExternalStore;
import dev.tenure.queue.external.store.ExternalZoneName;
import dev.tenure.queue.external.store.ZoneAddress;
import dev.tenure.queue.pointer.PointerSight;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.database.RunOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Finds zones of external stores that have items, and no pointer that leads to them in time. Their
 * producers have died, or failed, between the store and the pointer; or the store or the cluster
 * was restored from a backup. The items are made to run: they cannot be told from those of a
 * producer's committed transaction (paper section 6.1, "resurrected"). Thread-safe.
 */
public final class PointerRepair {
  private static final int ZONES_AT_ONCE = 200;
  private static final int TRANSACTIONS_AT_ONCE = 8;

  /** The time by which a pointer may vest later than its zone's items (docs/queue-protocol.md). */
  private static final Duration LATE_MAX = Duration.ofSeconds(6);

  private final Deployment deployment;
  private final RunOptions repairing =
      RunOptions.defaults().withName("repair-pointer").withAttemptsMax(3).withIdempotent(true);

  public PointerRepair(Deployment deployment) {
    this.deployment = deployment;
  }

  /** Searches all stores once. The future fails only if a store does not answer. */
  public CompletableFuture<PointerRepairReport> run() {
    PointerRepairReport[] total = {PointerRepairReport.NONE};
    return AsyncLoop.forEach(
            stores().entrySet(),
            each ->
                run(each.getKey(), each.getValue())
                    .thenAccept(report -> total[0] = total[0].plus(report)))
        .thenApply(done -> total[0]);
  }

  private Map<String, ExternalStore> stores() {
    return deployment.clusters().get(0).options().externalStores().stores();
  }

  private CompletableFuture<PointerRepairReport> run(String name, ExternalStore store) {
    PointerRepairReport[] total = {PointerRepairReport.NONE};
    ZoneAddress[] last = new ZoneAddress[1];
    return AsyncLoop.whileTrue(
            () ->
                store
                    .zones(Optional.ofNullable(last[0]), ZONES_AT_ONCE)
                    .thenCompose(
                        page -> {
                          page.stream()
                              .reduce((one, two) -> two)
                              .ifPresent(end -> last[0] = end.zone());
                          return page(name, page)
                              .thenApply(
                                  report -> {
                                    total[0] = total[0].plus(report);
                                    return page.size() == ZONES_AT_ONCE;
                                  });
                        }))
        .thenApply(done -> total[0]);
  }

  /** Looks at the zones of a page, a few at a time. */
  private CompletableFuture<PointerRepairReport> page(String name, List<DueZone> page) {
    PointerRepairReport[] total = {PointerRepairReport.NONE};
    List<List<DueZone>> groups =
        Stream.iterate(0, at -> at < page.size(), at -> at + TRANSACTIONS_AT_ONCE)
            .map(at -> page.subList(at, Math.min(page.size(), at + TRANSACTIONS_AT_ONCE)))
            .toList();
    return AsyncLoop.forEach(
            groups,
            group ->
                AsyncLoop.all(group.stream().map(each -> repair(name, each)).toList())
                    .thenAccept(
                        reports -> reports.forEach(report -> total[0] = total[0].plus(report))))
        .thenApply(done -> total[0]);
  }

  private CompletableFuture<PointerRepairReport> repair(String store, DueZone due) {
    ExternalZoneName name = new ExternalZoneName(store, due.zone().zone());
    return deployment
        .run(repairing, due.zone().tenant(), tx -> repair(tx.ofItemUnderWay(), name, due.next()))
        .handle(
            (repaired, error) ->
                new PointerRepairReport(
                    1, Boolean.TRUE.equals(repaired) ? 1 : 0, error == null ? 0 : 1));
  }

  /** Reads only, unless the zone needs a pointer or a nudge. */
  private static CompletableFuture<Boolean> repair(
      TenantTransaction tx, ExternalZoneName name, Duration next) {
    Instant due = tx.context().now().plus(next).plus(LATE_MAX);
    return tx.pointerOf(name)
        .thenCompose(
            sight ->
                leads(sight, due)
                    ? CompletableFuture.completedFuture(false)
                    : tx.arrived(name, next, "repair").thenApply(done -> true));
  }

  private static boolean leads(PointerSight sight, Instant due) {
    return Stream.of(sight.state().map(state -> state.vesting()), sight.earliestNudge())
        .flatMap(Optional::stream)
        .anyMatch(vesting -> !vesting.isAfter(due));
  }
}
