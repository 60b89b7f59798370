package dev.tenure.campaigns.globalindex.histories;

import dev.tenure.record.global.SecondaryKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/**
 * One history: clients run random operations while shards go down, machines crash and clocks are
 * set. Then all faults end, what is on its way arrives, and the end is checked.
 */
final class ShardHistory {
  private static final int LOOPS = 2;

  /** After that, no client believes that a shard is down. */
  private static final Duration REST = Duration.ofSeconds(1);

  private final HistoryWorld world;
  private final HistoryPlan plan;
  private final List<Client> clients = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();
  private final List<ShardMover> movers = new ArrayList<>();
  private int starts;

  /**
   * How a history ended.
   *
   * @param violation the first one, if any
   * @param digest a checksum of {@code trace}
   */
  record Outcome(
      Optional<String> violation,
      int operations,
      long digest,
      List<String> trace,
      Reached reached) {}

  private ShardHistory(long seed) {
    this.world = new HistoryWorld(seed);
    this.plan = world.plan;
  }

  static Outcome run(long seed) {
    ShardHistory history = new ShardHistory(seed);
    history.world.trace(history.plan.toString());
    history.run();
    HistoryWorld world = history.world;
    CRC32 digest = new CRC32();
    world.trace.forEach(each -> digest.update(each.getBytes(StandardCharsets.UTF_8)));
    return new Outcome(
        world.violation(), history.calls.size(), digest.getValue(), world.trace, world.reached);
  }

  private void run() {
    plan.moves().ifPresent(this::startMovers);
    for (int i = 0; i < plan.clients(); i++) {
      Client client = new Client(world, plan.writesWhileDown());
      plan.moves().ifPresent(moves -> client.speed = world.random.nextInt(60, 160));
      clients.add(client);
      // The first two machines are clones: they start at one time with one clock.
      after(i < 2 ? 0 : world.random.nextInt(50_000), () -> start(client));
      for (int loop = 0; loop < LOOPS; loop++) {
        after(60_000, () -> next(client));
      }
    }
    after(60_000, this::fault);
    runAll();
    world.isCalm = true;
    world.dataDown.clear();
    world.indexDown.clear();
    runAll();
    for (Client client : clients) {
      if (client.unfinished() > 0) {
        world.violation("an operation does not end");
      }
    }
    if (!world.contents.isStable()) {
      world.violation("move: nothing is under way any more, and slots move");
    }
    if (world.violation().isEmpty()) {
      world.time.pass(REST);
      FinalChecks checks = new FinalChecks(world, clients, this::callAlone);
      checks.check();
      if (plan.moves().isPresent() && world.violation().isEmpty()) {
        new RestingMove(world, ++starts, this::runAll).during(checks::checkCreates);
      }
      checkCalls();
    }
  }

  private void startMovers(SlotMovePlan moves) {
    world.storeSlots(moves);
    for (int i = 0; i < moves.movers(); i++) {
      ShardMover mover = new ShardMover(world, moves, () -> ++starts, this::isOver);
      movers.add(mover);
      after(world.random.nextInt(200_000), mover::start);
    }
    after(100_000, this::moverFault);
  }

  private void moverFault() {
    if (!isOver()) {
      movers.get(world.random.nextInt(movers.size())).fault();
      after(world.random.nextInt(4 * plan.faultMillis()) * 1_000, this::moverFault);
    }
  }

  private void after(int micros, Runnable task) {
    var unused = world.time.schedule(task, micros, TimeUnit.MICROSECONDS);
  }

  private void runAll() {
    world.time.runReady();
    while (world.violation().isEmpty() && world.time.step()) {}
  }

  private void start(Client client) {
    int number = ++starts;
    var unused =
        client
            .start(number)
            .whenComplete(
                (started, error) -> {
                  if (error != null) {
                    world.reached.note("start failed");
                    after(world.random.nextInt(100_000), () -> start(client));
                  }
                });
  }

  private boolean isOver() {
    return calls.size() >= plan.operations();
  }

  /** Runs one operation after the other on a client. */
  private void next(Client client) {
    if (isOver()) {
      return;
    }
    if (!client.isStarted()) {
      after(20_000, () -> next(client));
      return;
    }
    Runnable again = () -> after(world.random.nextInt(20_000), () -> next(client));
    call(client, drawn(), again);
  }

  private void call(Client client, Call call, Runnable then) {
    calls.add(call);
    client.run(call, then);
  }

  private void callAlone(Client client, Call call) {
    call(client, call, () -> {});
    runAll();
    if (!call.isEnded()) {
      world.violation("an operation does not end: " + call);
    }
  }

  private Call drawn() {
    String pk = "p" + world.random.nextInt(plan.primaryKeys());
    SecondaryKey ak = HistoryPlan.alternate(world.random.nextInt(plan.alternateKeys()));
    Optional<SecondaryKey> by = world.random.nextInt(3) == 0 ? Optional.of(ak) : Optional.empty();
    Optional<SecondaryKey> town = Optional.of(HistoryPlan.town(world.random.nextInt(2)));
    int kind = world.random.nextInt(100);
    if (kind < 28) {
      return call(Call.Kind.CREATE, pk, Optional.empty(), drawnKeys());
    }
    if (kind < 55) {
      return call(Call.Kind.UPDATE, by.isPresent() ? "" : pk, by, drawnKeys());
    }
    if (kind < 72) {
      return call(Call.Kind.READ, "", Optional.of(ak), Set.of());
    }
    if (kind < 78) {
      return call(Call.Kind.READ, pk, Optional.empty(), Set.of());
    }
    if (kind < 82) {
      return call(Call.Kind.READ_ALL, "", town, Set.of());
    }
    if (kind < 88) {
      return call(Call.Kind.REPAIR, pk, Optional.empty(), Set.of());
    }
    return call(Call.Kind.DELETE, by.isPresent() ? "" : pk, by, Set.of());
  }

  private Call call(Call.Kind kind, String pk, Optional<SecondaryKey> by, Set<SecondaryKey> keys) {
    return new Call(kind, pk, by, keys, "n" + calls.size(), world.tick());
  }

  private Set<SecondaryKey> drawnKeys() {
    Set<SecondaryKey> keys = new TreeSet<>();
    int most = world.random.nextInt(4);
    for (int i = 0; i < most; i++) {
      keys.add(HistoryPlan.alternate(world.random.nextInt(plan.alternateKeys())));
    }
    if (world.random.nextInt(4) == 0) {
      keys.add(HistoryPlan.town(world.random.nextInt(2)));
    }
    return keys;
  }

  /** One fault after the other, until the operations are over. */
  private void fault() {
    if (isOver()) {
      return;
    }
    Client client = clients.get(world.random.nextInt(clients.size()));
    switch (world.random.nextInt(8)) {
      case 0, 1, 2 -> takeDown(world.random.nextInt(4) == 0);
      case 3, 4 -> {
        if (client.isStarted()) {
          client.crash();
          after(world.random.nextInt(100_000), () -> restart(client));
        }
      }
      case 5 -> {
        long millis = world.random.nextInt(-3_600_000, 3_600_000);
        client.ahead = Duration.ofMillis(world.random.nextBoolean() ? millis : millis / 10_000);
        world.trace("a clock is set " + client.ahead);
        world.reached.note("clock set");
      }
      default -> client.slowDown(world.random.nextInt(3) == 0 ? 30 : 1);
    }
    after(world.random.nextInt(2 * plan.faultMillis()) * 1_000, this::fault);
  }

  /** A crashed client starts again with nothing; the operations that it ran are not continued. */
  private void restart(Client client) {
    start(client);
    for (int loop = 0; loop < LOOPS; loop++) {
      next(client);
    }
  }

  private void takeDown(boolean isData) {
    int shard = world.random.nextInt(isData ? plan.dataShards() : plan.indexShards());
    int micros = world.random.nextInt(1_000_000);
    world.trace("shard " + shard + (isData ? " of data" : " of the index") + " is down");
    world.reached.note(isData ? "data shard down" : "index shard down");
    if (isData || plan.shared()) {
      world.dataDown.set(shard);
      after(micros, () -> world.dataDown.clear(shard));
    }
    if (!isData || plan.shared()) {
      world.indexDown.set(shard);
      after(micros, () -> world.indexDown.clear(shard));
    }
  }

  private void checkCalls() {
    CallOrder.unexplained(calls, world.loose).ifPresent(world::violation);
    for (Call call : calls) {
      if (call.kind == Call.Kind.READ_ALL && call.isEnded() && call.failure == null) {
        checkReadAll(call);
      }
    }
  }

  /** Each owner in the answer owned the key at some time, and nobody is missed who always did. */
  private void checkReadAll(Call call) {
    SecondaryKey key = call.by.orElseThrow();
    for (SeenRecord row : call.found) {
      if (world.ownerships(key).stream()
          .noneMatch(
              each -> each.row.equals(row) && each.begin < call.end && call.begin < each.end)) {
        world.violation("shared key: " + row + " did not own it during " + call);
      }
    }
    for (HistoryWorld.Ownership each : world.ownerships(key)) {
      boolean isThroughout = each.begin < call.begin && call.end < each.end;
      if (isThroughout && !call.found.contains(each.row) && !world.loose.contains(key)) {
        world.violation("shared key: " + each.row + " is missed by " + call);
      }
    }
  }
}
