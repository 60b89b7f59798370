package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.pointer.PointerLeasing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Four consumers of three releases are replaced one by one: they are upgraded, rolled back, or
 * followed by one that does not know the application. Now and then nobody knows it for a while. The
 * clock of one process may be wrong, or step in the middle. An item that a live consumer can run
 * begins within the bound; the others begin within the bound after such a consumer has come.
 */
final class ThreeReleases implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final int CONSUMERS = 4;
  private static final int ROUNDS = 7;
  private static final int ZONES = 3;
  private static final int SKEW_MILLIS = 1_000;
  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Duration STOPPED = Duration.ofSeconds(5);
  private static final Duration STEP = Duration.ofMillis(100);

  /** Lease, 6 s and twice the skew; a consumer that comes needs a second for its heartbeat. */
  private static final Duration BOUND = LEASE.plusSeconds(7).plusMillis(2 * SKEW_MILLIS);

  private final Work work = new Work();
  private final List<Running> fleet = new ArrayList<>();

  /** Items that have not begun, each with the time since when a live consumer could begin it. */
  private final Map<String, Instant> waiting = new TreeMap<>();

  private final Map<String, Integer> needed = new TreeMap<>();

  /** The newest release so far: its metadata is that of the store. */
  private int newest = 1;

  private int started;
  private int placed;

  /**
   * @param sound whether the clock is right and stays so
   */
  private record Running(Member member, Consumer consumer, int release, boolean sound) {}

  @Override
  public void run(Bench bench) {
    bench.tell(each -> each.withLeasing(bench.oneOf(PointerLeasing.values())));
    bench.member("creator").knowing(Releases.schemas(1)).connectedWith(TENANT);
    bench.delay(Duration.ofMillis(10));
    int wrong = bench.between(0, 2 * CONSUMERS);
    for (int number = 0; number < CONSUMERS; number++) {
      fleet.add(start(bench, 1, number == wrong));
    }
    int steps = bench.between(0, 2 * ROUNDS);
    for (int round = 0; round < ROUNDS; round++) {
      if (round == steps && wrong >= CONSUMERS) {
        step(bench, bench.between(0, CONSUMERS - 1));
      } else if (bench.between(0, 7) == 0) {
        removeAndAdd(bench);
      } else {
        replace(bench, bench.between(0, CONSUMERS - 1), bench.between(0, next()));
      }
      place(bench);
      pass(bench, bench.millis(0, 4_000));
    }
    replace(bench, bench.between(0, CONSUMERS - 1), newest);
    pass(bench, BOUND.plus(STEP));
    require(waiting.isEmpty(), () -> "nobody could run " + waiting.keySet());
  }

  private int next() {
    return Math.min(Releases.NEWEST, newest + 1);
  }

  private Running start(Bench bench, int release, boolean wrong) {
    Duration ahead =
        wrong
            ? bench.oneOf(Duration.ofHours(1), Duration.ofHours(-1), Duration.ofSeconds(40))
            : bench.millis(-SKEW_MILLIS, SKEW_MILLIS);
    String name = bench.between(0, 9) + "-release-" + release + "-" + started++;
    Member member = bench.member(name, ahead).knowing(Releases.schemas(release));
    newest = Math.max(newest, release);
    ConsumerOptions options =
        ConsumerOptions.defaults(name)
            .withItemLease(LEASE)
            .withManagers(bench.between(1, 4))
            .withWorkers(bench.between(1, 4));
    Consumer consumer =
        member.consume(member.connected(), Releases.handlers(release, work, bench), options);
    return new Running(member, consumer, release, !wrong);
  }

  /** A clock steps, by more than the stated skew. */
  private void step(Bench bench, int number) {
    Running one = fleet.get(number);
    one.member().process.setSkew(bench.oneOf(Duration.ofHours(1), Duration.ofHours(-1)));
    fleet.set(number, new Running(one.member(), one.consumer(), one.release(), false));
  }

  private void replace(Bench bench, int number, int release) {
    Running before = fleet.get(number);
    if (bench.between(0, 3) == 0) {
      before.member().process.crash();
      waiting.replaceAll((id, since) -> bench.now());
    } else {
      CompletableFuture<Void> stopped = before.consumer().stop(STOPPED);
      bench.await(
          STOPPED.plusMillis(500), stopped::isDone, () -> before.member().process + " stops late");
      before.member().process.crash();
    }
    fleet.set(number, start(bench, release, !before.sound()));
  }

  /** For a while nobody knows the application. */
  private void removeAndAdd(Bench bench) {
    for (int number = 0; number < CONSUMERS; number++) {
      replace(bench, number, 0);
    }
    place(bench);
    pass(bench, bench.millis(0, 50_000));
    replace(bench, bench.between(0, CONSUMERS - 1), newest);
  }

  /** Each item needs a release that there has been. */
  private void place(Bench bench) {
    Member producer = bench.member("producer-" + placed).knowing(Releases.schemas(newest));
    Deployment deployment = producer.connected();
    int items = bench.between(1, 4);
    for (int number = 0; number < items; number++) {
      String id = "item-" + placed++;
      int release = bench.between(1, newest);
      needed.put(id, release);
      waiting.put(id, bench.now());
      producer.place(
          deployment,
          TENANT,
          "zone-" + bench.between(1, ZONES),
          Releases.item(id, release, bench.random.nextBoolean()));
    }
  }

  /** Time passes, and all that can begin does so in time. */
  private void pass(Bench bench, Duration duration) {
    Instant until = bench.now().plus(duration);
    while (bench.now().isBefore(until)) {
      bench.scheduler.runFor(STEP);
      waiting.keySet().removeIf(work::hasBegun);
      boolean able = fleet.stream().anyMatch(each -> each.sound() && each.release() == newest);
      waiting.replaceAll((id, since) -> able ? since : bench.now());
      waiting.forEach(
          (id, since) ->
              require(
                  !bench.now().isAfter(since.plus(BOUND)),
                  () -> id + " of release " + needed.get(id) + " waits beside " + fleet()));
    }
  }

  private String fleet() {
    return fleet.stream().map(each -> each.member().process.name()).toList().toString();
  }
}
