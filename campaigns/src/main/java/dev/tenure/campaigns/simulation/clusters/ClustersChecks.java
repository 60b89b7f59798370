package dev.tenure.campaigns.simulation.clusters;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.campaigns.simulation.run.GroupedOrders;
import dev.tenure.campaigns.simulation.run.OrderSchema;
import dev.tenure.campaigns.simulation.run.TenantPlaces;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.DirectoryFinding;
import dev.tenure.queue.directory.TenantDirectory;
import dev.tenure.queue.move.MoveProgress;
import dev.tenure.queue.move.MoveRequest;
import dev.tenure.queue.move.MoveRequests;
import dev.tenure.queue.move.MoveStatus;
import dev.tenure.queue.move.MoveWorker;
import dev.tenure.queue.move.TenantMoves;
import dev.tenure.record.cursor.Continuation;
import dev.tenure.record.cursor.ScanOptions;
import dev.tenure.record.store.RecordStore;
import dev.tenure.record.store.StoredRecord;
import dev.tenure.record.tuple.TupleRange;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** What must be true when all faults are over and all moves have ended. */
final class ClustersChecks {
  private static final Duration DONE_WITHIN = Duration.ofMinutes(2);
  private static final Duration STEP = Duration.ofSeconds(1);

  private static final int LAST_ORDERS = 4;
  private static final Duration LAST_DELAY = Duration.ofSeconds(8);
  private static final Duration UNSERVED = Duration.ofSeconds(20);

  private final ClustersWorld world;
  private final SimulatedProcess process;
  private final TenantDirectory directory;
  private final TenantMoves moves;
  private final MoveRequests requests;

  ClustersChecks(ClustersWorld world) {
    this.world = world;
    this.process = world.startProcess("closing");
    this.directory = world.scheduler.join(world.directory(process));
    this.moves = MoverProcess.moves(world, directory);
    this.requests = MoveRequests.of(directory);
  }

  void check() {
    endRequests();
    world.tenants.forEach(this::endMove);
    world.tenants.forEach(this::awaitWork);
    TenantId last = world.tenants.get(world.tenants.size() - 1);
    new PausedMove(world, directory).run(last);
    endRequests();
    endMove(last);
    awaitWork(last);
    moveWithWork(world.tenants.get(0));
    world.tenants.forEach(this::awaitWork);
    world.tenants.forEach(this::checkWork);
    world.tenants.forEach(this::checkPlace);
    require(
        done(moves.list(Optional.empty(), 100)).moves().isEmpty(),
        "the directory lists moves after all have ended");
    List<DirectoryFinding> left =
        done(directory.audit().page(Optional.empty(), 100, false)).findings();
    require(left.isEmpty(), () -> "an audit finds " + left);
  }

  private <T> T done(CompletableFuture<T> call) {
    T value = world.scheduler.join(call);
    world.throwReported();
    return value;
  }

  /** Workers end what was asked for, though nobody calls them. */
  private void endRequests() {
    for (MoveRequest each : openRequests()) {
      if (each.state() == MoveRequest.State.PAUSED) {
        done(requests.resume(each.tenant()).handle((resumed, error) -> error == null));
      }
    }
    MoveWorker worker = WorkerProcess.worker(world, directory);
    worker.start();
    Instant end = world.scheduler.now().plus(DONE_WITHIN);
    while (!openRequests().isEmpty()) {
      require(
          world.scheduler.now().isBefore(end),
          () ->
              "requests do not end: "
                  + openRequests()
                  + ", moves under way: "
                  + done(moves.list(Optional.empty(), 100)).moves());
      world.scheduler.runFor(STEP);
      world.throwReported();
      openRequests().forEach(this::resumeAnother);
    }
    done(worker.stop());
  }

  /**
   * A request waits for a move to another cluster, which only a person resumes when no request has
   * asked for it.
   */
  private void resumeAnother(MoveRequest request) {
    done(moves.find(request.tenant()))
        .filter(status -> !status.move().target().equals(request.target()))
        .filter(status -> status.heldUntil().isEmpty())
        .ifPresent(status -> endMove(request.tenant()));
  }

  private List<MoveRequest> openRequests() {
    return done(requests.list(false, Optional.empty(), 100)).requests();
  }

  private void endMove(TenantId tenant) {
    Optional<MoveStatus> found = done(moves.find(tenant));
    if (found.isPresent()) {
      // A copy that was not begun in time is reverted, with an error.
      done(moves.resume(tenant, progress -> {}).handle((report, error) -> error == null));
      // A worker may have begun the next one at once.
      require(
          done(moves.find(tenant))
              .filter(each -> each.move().number() == found.get().move().number())
              .isEmpty(),
          () -> "the move of " + tenant + " does not end");
      world.edges.hit(Edge.MOVE_RESUMED);
    }
  }

  /**
   * A mover stands still after the flip, while orders become due, so that consumers meet the target
   * while it is closed. No producer comes afterwards, so that only the opening can wake the zones.
   */
  private void moveWithWork(TenantId tenant) {
    for (int i = 0; i < LAST_ORDERS; i++) {
      int position = i;
      done(
          directory
              .deployment()
              .run(tenant, tx -> world.work.place(tx, "closing", position, LAST_DELAY)));
      world.work.acknowledge(tenant, "closing/" + position);
    }
    String from = done(directory.find(tenant)).orElseThrow().cluster();
    String target =
        world.plan.clusters().stream().filter(each -> !each.equals(from)).findFirst().orElseThrow();
    done(moves.move(tenant, target, this::standStill));
    world.edges.hit(Edge.TENANT_MOVED);
  }

  private void standStill(MoveProgress progress) {
    if (progress.step() == MoveProgress.Step.ARRIVED) {
      process.pauseFor(UNSERVED);
    }
  }

  private void awaitWork(TenantId tenant) {
    Instant end = world.scheduler.now().plus(DONE_WITHIN);
    while (!done(directory.deployment().run(tenant, tx -> tx.zone().isEmpty()))) {
      require(
          world.scheduler.now().isBefore(end),
          () -> "items of " + tenant + " wait and nobody runs");
      world.scheduler.runFor(STEP);
      world.throwReported();
    }
  }

  private void checkWork(TenantId tenant) {
    TreeSet<String> orders = new TreeSet<>();
    TreeMap<String, Long> effects = new TreeMap<>();
    done(directory.deployment().run(tenant, tx -> scan(tx.store(), OrderSchema.ORDER)))
        .forEach(each -> orders.add(((SimulatedOrder) each.message()).getNumber()));
    done(directory.deployment().run(tenant, tx -> scan(tx.store(), OrderSchema.EFFECT)))
        .forEach(
            each -> {
              SimulatedEffect effect = (SimulatedEffect) each.message();
              effects.put(effect.getNumber(), effect.getTimes());
              require(
                  !GroupedOrders.isDraft(effect.getNumber()),
                  () -> "the " + effect.getNumber() + " of " + tenant + " is there again");
            });
    TreeSet<String> acknowledged = world.work.acknowledged.getOrDefault(tenant, new TreeSet<>());
    require(
        orders.containsAll(acknowledged),
        () -> "of " + acknowledged + " only " + orders + " are left of " + tenant);
    TreeSet<String> refused = world.work.refused.getOrDefault(tenant, new TreeSet<>());
    require(
        orders.stream().noneMatch(refused::contains),
        () -> "of " + refused + ", which were told not to be committed, are there: " + orders);
    orders.forEach(
        number ->
            require(
                effects.getOrDefault(number, 0L) == 1,
                () -> number + " of " + tenant + " was done " + effects.get(number) + " times"));
  }

  private static CompletableFuture<List<StoredRecord>> scan(RecordStore store, String type) {
    return store.scan(type, TupleRange.all(), Continuation.START, ScanOptions.defaults()).asList();
  }

  private void checkPlace(TenantId tenant) {
    List<String> faults = done(TenantPlaces.faults(directory, tenant));
    require(faults.isEmpty(), () -> tenant + " is on " + faults);
  }
}
