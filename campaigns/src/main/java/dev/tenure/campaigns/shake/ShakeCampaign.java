package dev.tenure.campaigns.shake;

import static dev.tenure.campaigns.shake.ShakeViolation.require;

import dev.tenure.campaigns.shake.proto.ShakenOrder;
import dev.tenure.queue.cluster.Deployment;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Producers and consumers that go on for the whole campaign, and rounds that shake the cluster
 * under them. After each round everything that was acknowledged must be done within a bound; at the
 * end the stores are read. They must hold each acknowledged order, and each order, acknowledged or
 * not, must have been done once.
 */
final class ShakeCampaign {
  /** Until everything that was acknowledged is done, from the end of the shaking. */
  static final Duration BOUND = Duration.ofMinutes(2);

  private static final Duration STEP = Duration.ofMillis(100);

  /** A consumer that is killed may not have said that an item is done; then the stores tell. */
  private static final Duration SAID = Duration.ofSeconds(3);

  private final ShakenWork work;
  private final Deployment deployment;
  private final ConsumerHost host;
  private final InstantSource clock;
  private final Duration bound;
  private final PrintStream out;
  private final ShakeLedger ledger;
  private final List<ConsumerHost.Running> consumers = new ArrayList<>();
  private final List<ShakeTimes> times = new ArrayList<>();
  private int started;

  ShakeCampaign(
      ShakenWork work,
      Deployment deployment,
      ConsumerHost host,
      InstantSource clock,
      Duration bound,
      PrintStream out) {
    this.work = work;
    this.deployment = deployment;
    this.host = host;
    this.clock = clock;
    this.bound = bound;
    this.out = out;
    this.ledger = new ShakeLedger(clock);
  }

  /**
   * Runs all rounds and the check.
   *
   * @throws ShakeViolation when something was lost, done twice, or not done in time
   * @throws IllegalStateException when a command fails
   */
  void run(ShakeArguments arguments) throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(arguments.seed());
    ShakeScripts scripts = new ShakeScripts(arguments.commands());
    ShakenProducers producers = new ShakenProducers(work, deployment, ledger);
    try {
      for (int number = 0; number < arguments.consumers(); number++) {
        consumers.add(consumer());
      }
      producers.start(random.split());
      awaitFlow(ledger.watch());
      for (int number = 1; number <= arguments.rounds(); number++) {
        ShakeRound round =
            ShakeRound.draw(
                number, arguments.shakings(), arguments.lastsMax(), arguments.consumers(), random);
        shake(round, scripts);
      }
    } finally {
      producers.stop();
    }
    awaitDone(ledger.waiting(), clock.instant());
    stopConsumers();
    check();
  }

  /** One for each round. */
  List<ShakeTimes> times() {
    return List.copyOf(times);
  }

  /** One line on what producers were told. */
  String counts() {
    return "acknowledged items: %d, transactions with unknown outcome: %d, refused: %d"
        .formatted(ledger.acknowledgedCount(), ledger.unknown(), ledger.refused());
  }

  /** Ends consumers that are left after a failure. */
  void halt() throws InterruptedException {
    for (ConsumerHost.Running each : consumers) {
      each.kill();
    }
  }

  private ConsumerHost.Running consumer() throws IOException {
    return host.start("consumer-" + started++, ledger::end);
  }

  private void shake(ShakeRound round, ShakeScripts scripts)
      throws IOException, InterruptedException {
    List<String> commands = round.shaking().commands();
    if (!commands.isEmpty()) {
      scripts.run(commands.get(0), round.choice());
    }
    Instant begun = clock.instant();
    if (round.kills()) {
      consumers.get(round.killed()).kill();
      Thread.sleep(round.away().toMillis());
      consumers.set(round.killed(), consumer());
    }
    Duration rest = round.lasts().minus(Duration.between(begun, clock.instant()));
    Thread.sleep(Math.max(0, rest.toMillis()));
    Instant over = ledger.watch();
    if (commands.size() > 1) {
      scripts.run(commands.get(1), round.choice());
    }
    Duration caughtUp = awaitDone(ledger.waiting(), over);
    awaitFlow(over);
    ShakeTimes took =
        new ShakeTimes(
            round.shaking(),
            Duration.between(over, ledger.committed().orElseThrow()),
            Duration.between(over, ledger.ended().orElseThrow()),
            caughtUp);
    times.add(took);
    out.println("round " + round + ": " + took);
    require(
        consumers.stream().allMatch(ConsumerHost.Running::isAlive),
        "a consumer process has ended by itself");
  }

  private void awaitFlow(Instant from) throws InterruptedException {
    await(
        from,
        () -> ledger.committed().isPresent() && ledger.ended().isPresent(),
        () -> "no commit and no end: " + ledger.committed() + ", " + ledger.ended());
  }

  /** Returns the time until all of these items were done. */
  private Duration awaitDone(List<String> ids, Instant from) throws InterruptedException {
    boolean[] read = {false};
    await(
        from,
        () -> {
          List<String> left = ledger.waiting(ids);
          if (!left.isEmpty() && !read[0] && age(from).compareTo(SAID) > 0) {
            read[0] = true;
            doneInStores().forEach(ledger::end);
          }
          return left.isEmpty();
        },
        () -> "items are not done: " + ledger.waiting(ids));
    return age(from);
  }

  private Duration age(Instant from) {
    return Duration.between(from, clock.instant());
  }

  private void await(Instant from, Supplier<Boolean> condition, Supplier<String> otherwise)
      throws InterruptedException {
    while (!condition.get()) {
      require(
          age(from).compareTo(bound) < 0,
          bound + " after the end of the shaking " + otherwise.get());
      Thread.sleep(STEP.toMillis());
    }
  }

  private List<String> doneInStores() {
    return orders().stream().filter(order -> order.getTimes() > 0).map(ShakenOrder::getId).toList();
  }

  private List<ShakenOrder> orders() {
    List<ShakenOrder> all = new ArrayList<>();
    for (int tenant = 0; tenant < work.tenants(); tenant++) {
      all.addAll(work.orders(deployment, tenant).join());
    }
    return all;
  }

  private void stopConsumers() throws IOException, InterruptedException {
    for (ConsumerHost.Running each : consumers) {
      require(each.stop(), "a consumer has not stopped within " + ShakenWork.stopping());
    }
    consumers.clear();
  }

  /** Reads the stores when nothing runs any more. */
  private void check() {
    Set<String> lost = ledger.acknowledged();
    List<String> wrong = new ArrayList<>();
    Set<String> all = new HashSet<>();
    for (ShakenOrder order : orders()) {
      lost.remove(order.getId());
      all.add(order.getId());
      if (order.getTimes() != 1) {
        wrong.add(order.getId() + " " + order.getTimes() + " times");
      }
    }
    require(lost.isEmpty(), "acknowledged orders are lost: " + lost);
    require(wrong.isEmpty(), "orders were not done once: " + wrong);
    for (int tenant = 0; tenant < work.tenants(); tenant++) {
      long left = work.left(deployment, tenant).join();
      require(left == 0, "tenant " + tenant + " has items or dead letters: " + left);
    }
    out.println("orders, each done once: " + all.size());
  }

  /** The value in the middle, and the greatest, of the times of a kind. */
  static Optional<String> summary(Shaking shaking, List<ShakeTimes> times) {
    List<ShakeTimes> of = times.stream().filter(each -> each.shaking() == shaking).toList();
    if (of.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "%-10s %3d  commits %s  items %s  caught up %s"
            .formatted(
                shaking.name().toLowerCase(Locale.ROOT),
                of.size(),
                range(of.stream().map(ShakeTimes::commits).sorted().toList()),
                range(of.stream().map(ShakeTimes::ends).sorted().toList()),
                range(of.stream().map(ShakeTimes::caughtUp).sorted().toList())));
  }

  private static String range(List<Duration> sorted) {
    return "%.1f / %.1f s"
        .formatted(
            ShakeTimes.seconds(sorted.get(sorted.size() / 2)),
            ShakeTimes.seconds(sorted.get(sorted.size() - 1)));
  }
}
