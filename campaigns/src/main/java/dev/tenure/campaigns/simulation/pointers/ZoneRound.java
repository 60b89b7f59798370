package dev.tenure.campaigns.simulation.pointers;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import com.apple.foundationdb.subspace.Subspace;
import dev.tenure.campaigns.simulation.application.Application.Order;
import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.run.ClusterLayout;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.campaigns.simulation.state.DatabaseState;
import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.campaigns.simulation.state.ItemKey;
import dev.tenure.campaigns.simulation.state.StateReader;
import dev.tenure.campaigns.simulation.state.ZoneKey;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.zone.LeasedItem;
import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * One round: a zone is brought into one of its states. Then a few transactions change it; their
 * commits are held back between their reads and their turn. Afterwards only the visits that the
 * protocol requires take place, until the zone's pointer is collected.
 */
final class ZoneRound {
  private static final Duration POINTER_LEASE = Duration.ofSeconds(1);
  private static final int MOVES_MIN = 2;
  private static final int MOVES_FEW = 3;
  private static final int MOVES_MAX = 7;
  private static final int VISITS_MAX = 100;
  private static final int CRASH_ONE_IN = 5;
  private static final int END_ONE_IN = 3;

  /** A commit may come five seconds after its read version. */
  private static final Duration HOLD_MAX = Duration.ofMillis(4_900);

  private static final Duration COMMIT_WINDOW = Duration.ofSeconds(6);

  /** Enough for the looks after commits, of which there is one transaction a millisecond. */
  private static final Duration LOOKS = Duration.ofMillis(100);

  private static final Duration FAR = Duration.ofSeconds(20);

  private static final Duration STEP = Duration.ofMillis(10);

  private final SimulatedWorld world;
  private final StateReader reader;
  private final List<ZoneActor> actors;
  private final TenantId tenant;
  private final SplittableRandom random;
  private final ZoneMoves moves;
  private final ZoneKey key;
  private final boolean grouped;
  private int orders;

  /** A move under way, which nobody hears of when its process has crashed. */
  private record Move(SimulatedProcess process, CompletableFuture<?> done) {
    boolean isOver() {
      return done.isDone() || !process.isAlive();
    }
  }

  ZoneRound(
      SimulatedWorld world,
      StateReader reader,
      List<ZoneActor> actors,
      String zone,
      SplittableRandom random) {
    this.world = world;
    this.reader = reader;
    this.actors = actors;
    this.tenant = world.tenants.get(0);
    this.random = random;
    this.moves = new ZoneMoves(world, tenant, zone);
    this.key = new ZoneKey(tenant, zone);
    this.grouped = random.nextInt(3) == 0;
  }

  void run() {
    actors.forEach(ZoneActor::revive);
    begin();
    boolean crashed = move();
    if (crashed) {
      world.scheduler.runFor(COMMIT_WINDOW);
    } else {
      world.scheduler.runFor(LOOKS);
      checkWokenAtOnce();
    }
    follow();
  }

  /**
   * Absent, awake, asleep and not confirmed, confirmed, about to be collected, paused; or, with
   * clocks that are apart, something else, where what was placed has not vested for the visitor.
   */
  private void begin() {
    switch (random.nextInt(9)) {
      case 0 -> {}
      case 1, 7 -> await(place(Duration.ZERO));
      case 2 -> await(place(someDelay()));
      case 3 -> passOne();
      case 4 -> {
        await(place(Duration.ofSeconds(25)));
        passOne();
        world.scheduler.runFor(COMMIT_WINDOW);
        await(visit(true));
      }
      case 5 -> {
        passOne();
        world.scheduler.runFor(world.options.times().minInactive().plus(COMMIT_WINDOW));
      }
      case 6 -> {
        await(place(Duration.ZERO));
        await(moves.setPaused(anyone(), true));
        await(visit(true));
      }
      default -> {
        await(place(Duration.ZERO));
        await(visit(true));
        for (LeasedItem leased : List.copyOf(moves.taken())) {
          moves.taken().remove(leased);
          await(moves.setAside(anyone(), leased));
        }
      }
    }
    world.scheduler.runFor(Duration.ofMillis(random.nextInt(2_000)));
  }

  private void passOne() {
    await(place(Duration.ZERO));
    await(visit(true));
    endAll();
  }

  private void endAll() {
    for (LeasedItem leased : List.copyOf(moves.taken())) {
      moves.taken().remove(leased);
      await(moves.complete(anyone(), leased));
    }
  }

  private void await(CompletableFuture<?> done) {
    world.scheduler.join(done);
  }

  private Deployment anyone() {
    return anyActor().deployment();
  }

  private ZoneActor anyActor() {
    return actors.get(random.nextInt(actors.size()));
  }

  /** Whether a process crashed meanwhile. */
  private boolean move() {
    long spanMillis = new long[] {0, 10, 300, 3_000, 9_000}[random.nextInt(5)];
    int count = random.nextInt(MOVES_MIN, (random.nextBoolean() ? MOVES_FEW : MOVES_MAX) + 1);
    long[] begins = random.longs(count, 0, spanMillis + 1).sorted().toArray();
    int crashBefore = random.nextInt(CRASH_ONE_IN) == 0 ? random.nextInt(count + 1) : -1;
    hold();
    world.faults.set(true);
    List<Move> underWay = new ArrayList<>();
    long passed = 0;
    for (int i = 0; i < count; i++) {
      world.scheduler.runFor(Duration.ofMillis(begins[i] - passed));
      passed = begins[i];
      if (i == crashBefore) {
        anyActor().crash();
        actors.forEach(ZoneActor::revive);
      }
      ZoneActor actor = anyActor();
      underWay.add(new Move(actor.process(), begun(actor.deployment())));
    }
    if (crashBefore == count) {
      world.scheduler.runFor(Duration.ofMillis(random.nextInt(20)));
      anyActor().crash();
    }
    world.scheduler.runUntil(
        () -> underWay.stream().allMatch(Move::isOver), "the end of all moves of " + key);
    world.faults.set(false);
    actors.forEach(ZoneActor::revive);
    underWay.forEach(this::expectNoError);
    return crashBefore >= 0;
  }

  private void expectNoError(Move move) {
    var unused =
        move.done()
            .whenComplete(
                (done, error) -> {
                  if (error != null) {
                    world.expectGivingUp("a move of " + key, error);
                  }
                });
  }

  private CompletableFuture<?> begun(Deployment deployment) {
    if (!moves.taken().isEmpty() && random.nextInt(END_ONE_IN) == 0) {
      return end(deployment, moves.taken().remove(0));
    }
    List<String> placed = moves.placed();
    int choice = random.nextInt(placed.isEmpty() ? 14 : 20);
    if (choice < 14) {
      return switch (choice) {
        case 0, 1, 2, 3 -> moves.place(deployment, List.of(order(Duration.ZERO)));
        case 4, 5 -> moves.place(deployment, List.of(order(someDelay())));
        case 6 -> moves.place(deployment, List.of(order(someDelay()), order(Duration.ZERO)));
        case 7 -> moves.setPaused(deployment, random.nextBoolean());
        default -> moves.visit(deployment, 1 + random.nextInt(3), random.nextInt(6) != 0);
      };
    }
    String number = placed.get(random.nextInt(placed.size()));
    return switch (choice) {
      case 14 -> moves.cancel(deployment, number);
      case 15 -> moves.retryNow(deployment, number);
      case 16 -> moves.update(deployment, number, world.scheduler.now().plus(someDelay()));
      case 17 -> moves.redrive(deployment, number);
      default -> thereAndBack(deployment, number);
    };
  }

  private CompletableFuture<?> end(Deployment deployment, LeasedItem leased) {
    return switch (random.nextInt(4)) {
      case 0 -> moves.setAside(deployment, leased);
      case 1 ->
          moves.requeue(deployment, leased, random.nextBoolean() ? Duration.ZERO : someDelay());
      default -> moves.complete(deployment, leased);
    };
  }

  private CompletableFuture<?> visit(boolean takes) {
    return moves.visit(anyone(), 8, takes);
  }

  private CompletableFuture<?> place(Duration delay) {
    return moves.place(anyone(), List.of(order(delay)));
  }

  private Order order(Duration delay) {
    Optional<String> group =
        grouped && random.nextBoolean() ? Optional.of("group") : Optional.empty();
    String number = key.zone() + "-" + orders++;
    int priority = random.nextInt(3) == 0 ? random.nextInt(16) : 8;
    boolean ownId = random.nextBoolean();
    return new Order(number, key.zone(), WorkKind.EFFECT, priority, delay, ownId, group);
  }

  /** Longer or shorter than a sleep that is not confirmed. */
  private Duration someDelay() {
    return Duration.ofMillis(1 + random.nextInt(random.nextBoolean() ? 2_000 : 20_000));
  }

  /**
   * The item vests now, later, and again when it did before, which a visit may meet: the same nudge
   * is written twice.
   */
  private CompletableFuture<?> thereAndBack(Deployment deployment, String number) {
    Instant now = world.scheduler.now();
    return moves
        .update(deployment, number, now)
        .thenCompose(done -> moves.update(deployment, number, now.plus(FAR)))
        .thenCompose(
            done ->
                moves
                    .visit(deployment, 1, true)
                    .thenCombine(
                        moves.update(deployment, number, now), (visited, updated) -> done));
  }

  /** From now on most commits of records are held back; what only looks is not. */
  private void hold() {
    double rate = new double[] {0, 0.3, 0.6, 0.9}[random.nextInt(4)];
    long most =
        List.of(Duration.ofMillis(2), Duration.ofMillis(200), HOLD_MAX)
            .get(random.nextInt(3))
            .toNanos();
    List<Subspace> looked =
        world.clusterOptions.stream().map(each -> ClusterLayout.nudges(each.root())).toList();
    world.faults.holding(
        request ->
            changesRecords(request, looked) && random.nextDouble() < rate
                ? Duration.ofNanos(random.nextLong(most))
                : Duration.ZERO);
  }

  /** Looks after commits write nudges and signals at most. */
  private static boolean changesRecords(CommitRequest request, List<Subspace> nudges) {
    return request.mutations().stream()
        .anyMatch(
            mutation ->
                !(mutation instanceof Mutation.Set set
                        && nudges.stream().anyMatch(space -> space.contains(set.key())))
                    && !(mutation instanceof Mutation.Atomic));
  }

  /**
   * Checks a round without crashes, in which the looks after all commits are done: no item waits
   * for the end of a sleep that is not confirmed. An item may wait for the end of the pointer's
   * lease, if a visit gave up and could not release the lease.
   */
  private void checkWokenAtOnce() {
    DatabaseState state = reader.read();
    TenantState store = state.tenant(tenant);
    PointerState pointer = state.pointers().get(key);
    if (store.pausedZones().contains(key.zone()) || pointer == null) {
      return;
    }
    Instant wakes = pointer.wakes().orElse(Instant.MAX);
    boolean leased = pointer.pointer().filter(item -> !item.getLeaseId().isEmpty()).isPresent();
    Duration obstacle = leased ? POINTER_LEASE : Duration.ZERO;
    items(state)
        .forEach(
            (item, record) -> {
              Instant vesting = Instant.ofEpochMilli(record.getVestingMillis());
              Instant due = vesting.isAfter(state.now()) ? vesting : state.now();
              Instant limit = due.plus(obstacle).plus(world.clockAheadMax());
              require(
                  !record.getLeaseId().isEmpty() || !wakes.isAfter(limit),
                  () ->
                      "%s vests at %s, now is %s, and nobody looks before %s"
                          .formatted(item, vesting, state.now(), wakes));
            });
  }

  private Map<ItemKey, QueueItem> items(DatabaseState state) {
    Map<ItemKey, QueueItem> items = new TreeMap<>(state.tenant(tenant).items());
    items.keySet().removeIf(item -> !item.zoneKey().equals(key));
    return items;
  }

  /** Visits when the pointer or a nudge vests, and no sooner, until nothing is left of the zone. */
  private void follow() {
    if (random.nextBoolean()) {
      endAll();
    }
    if (reader.read().tenant(tenant).pausedZones().contains(key.zone())) {
      await(moves.setPaused(anyone(), false));
    }
    for (int visits = 0; ; ) {
      DatabaseState state = reader.read();
      PointerState pointer = state.pointers().get(key);
      if (pointer == null) {
        require(items(state).isEmpty(), () -> key + " has items and no pointer");
        return;
      }
      ZoneActor actor = anyActor();
      Instant wakes = pointer.wakes().orElse(Instant.MAX);
      if (actor.process().clock().instant().isBefore(wakes)) {
        Duration wait = Duration.between(actor.process().clock().instant(), wakes);
        require(
            wait.compareTo(Duration.ofMinutes(2)) < 0,
            () -> key + " is left alone until " + wakes + ": " + pointer);
        world.scheduler.runFor(wait.compareTo(STEP) > 0 ? wait : STEP);
        continue;
      }
      await(moves.visit(actor.deployment(), 8, true));
      endAll();
      visits++;
      require(visits < VISITS_MAX, () -> key + " does not come to rest: " + pointer);
    }
  }
}
