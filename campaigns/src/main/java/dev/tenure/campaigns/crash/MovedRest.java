package dev.tenure.campaigns.crash;

import dev.tenure.campaigns.process.ParentPipe;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.campaigns.simulation.run.TenantPlaces;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.queue.directory.DirectoryFinding;
import dev.tenure.queue.directory.MoveEntry;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.TenantMoveReport;
import dev.tenure.queue.move.TenantMoveReport.Outcome;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The end of a campaign: moves that were left are resumed, or reverted where that has begun, all
 * items run, each tenant moves once more, and nothing of a move is left. What the tenants then have
 * is said to the parent:
 *
 * <pre>
 * TENANT order NAME
 * TENANT effect TIMES NAME
 * TENANT letter NAME
 * TENANT left VERSION HEAD
 * end
 * </pre>
 */
final class MovedRest {
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final int PAGE = 100;

  private final MovedTenants tenants;
  private final MovedOrders orders;

  MovedRest(MovedTenants tenants, MovedOrders orders) {
    this.tenants = tenants;
    this.orders = orders;
  }

  void end() throws InterruptedException {
    for (TenantId tenant : MovedTenants.ALL) {
      Optional<MoveStatus> left = tenants.moves.find(tenant).join();
      if (left.isPresent()) {
        requireEnded(
            endOf(left.get().move().stage()),
            MovedTenants.persist(() -> tenants.moves.resume(tenant, progress -> {})));
      }
    }
    tenants.consume("consumer-end");
    for (TenantId tenant : MovedTenants.ALL) {
      while (!run(tenant, tx -> tx.zone().isEmpty())) {
        Thread.sleep(LOOK.toMillis());
      }
      String target = tenants.other(tenant);
      requireEnded(
          Outcome.COMPLETED,
          MovedTenants.persist(() -> tenants.moves.move(tenant, target, progress -> {})));
    }
    requireAtRest();
    for (int place = 0; place < MovedTenants.ALL.size(); place++) {
      say(place, MovedTenants.ALL.get(place));
    }
    ParentPipe.say("end");
  }

  /** The outcome of a move that is resumed at a stage. A revert that has begun is completed. */
  static Outcome endOf(MoveEntry.Stage stage) {
    return switch (stage) {
      case COPYING, ARRIVED -> Outcome.COMPLETED;
      case REVERTING -> Outcome.REVERTED;
    };
  }

  private static void requireEnded(Outcome expected, TenantMoveReport report) {
    CrashViolation.require(report.outcome() == expected, "a move ended as " + report);
  }

  private <T> T run(TenantId tenant, Function<TenantTransaction, CompletableFuture<T>> body) {
    return tenants.directory.deployment().run(tenant, body).join();
  }

  private void requireAtRest() {
    int moving = tenants.moves.list(Optional.empty(), PAGE).join().moves().size();
    CrashViolation.require(moving == 0, "the directory lists " + moving + " moves");
    List<DirectoryFinding> findings =
        tenants.directory.audit().page(Optional.empty(), PAGE, false).join().findings();
    CrashViolation.require(findings.isEmpty(), "an audit finds " + findings);
    for (TenantId tenant : MovedTenants.ALL) {
      List<String> faults = TenantPlaces.faults(tenants.directory, tenant).join();
      CrashViolation.require(faults.isEmpty(), tenant + " is on " + faults);
    }
  }

  private void say(int place, TenantId tenant) {
    CrashViolation.require(
        run(tenant, tx -> tx.zone().settings()).equals(MovedTenants.SETTINGS),
        tenant + " has lost its settings");
    for (StoredRecord each : scan(tenant, OrderSchema.ORDER)) {
      ParentPipe.say(place + " order " + ((SimulatedOrder) each.message()).getNumber());
    }
    for (StoredRecord each : scan(tenant, OrderSchema.EFFECT)) {
      SimulatedEffect effect = (SimulatedEffect) each.message();
      ParentPipe.say(place + " effect " + effect.getTimes() + " " + effect.getNumber());
    }
    MovedOrders.Found found = orders.find(tenant).join();
    long letters = 0;
    for (long number = 1; number <= found.head(); number++) {
      String name = MovedOrders.name(number);
      CrashViolation.require(
          orders.repeat(tenant, number).join().existed(), tenant + " has forgotten " + name);
      if (run(tenant, tx -> tx.zone().findDeadLetter(name)).isPresent()) {
        letters++;
        ParentPipe.say(place + " letter " + name);
      }
    }
    long all =
        run(tenant, tx -> tx.zone().countDeadLettersByType()).values().stream()
            .mapToLong(Long::longValue)
            .sum();
    CrashViolation.require(
        letters == all, "%s has %d dead letters and counts %d".formatted(tenant, letters, all));
    ParentPipe.say(place + " left " + found.version() + " " + found.head());
  }

  private List<StoredRecord> scan(TenantId tenant, String type) {
    return run(
        tenant,
        tx ->
            tx.store()
                .scan(type, TupleRange.all(), Continuation.START, ScanOptions.defaults())
                .asList());
  }
}
