package dev.tenure.bench.life;

import dev.tenure.bench.fleet.ServiceTimes;
import dev.tenure.bench.fleet.Site;
import dev.tenure.bench.report.Table;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.pointer.PointerMeters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts the enqueues that are repeated because they conflict with other enqueues or with visits,
 * while a consumer is at work. The pointers of their zones are absent, awake, asleep, or being
 * collected.
 */
final class Conflicts {
  private static final int ZONES = 20;
  private static final int PRODUCERS = 8;
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(100);

  private final long seed;
  private final int enqueues;
  private final Table table =
      new Table(
          "conflicts",
          List.of("pointer", "enqueues", "retries", "retries_most", "made", "collected", "nudged"));

  /**
   * Creates the measurement.
   *
   * @param enqueues the number of enqueues in each state
   */
  Conflicts(long seed, int enqueues) {
    this.seed = seed;
    this.enqueues = enqueues;
  }

  /**
   * What a zone is like when it is enqueued to.
   *
   * @param items in each zone from the start
   * @param delay until those vest
   * @param zones enqueues go to
   * @param everyMillis how long after one enqueue the next begins, on average
   */
  private record State(
      String name, int items, Duration delay, Duration minInactive, int zones, int everyMillis) {}

  Table measure() {
    // A zone for each enqueue: no two make the same pointer.
    measure(new State("absent", 0, Duration.ZERO, LONG, enqueues, 2));
    measure(new State("absent, several make it", 0, Duration.ZERO, LONG, enqueues / 10, 0));
    measure(new State("awake", 100, Duration.ZERO, LONG, ZONES, 2));
    measure(new State("asleep", 1, HOUR, LONG, ZONES, 20));
    measure(new State("being collected", 0, Duration.ZERO, SHORT, ZONES, 7));
    return table;
  }

  private void measure(State state) {
    try (LifeFixture fixture = new LifeFixture(seed, state.minInactive(), state.zones())) {
      if (state.items() > 0) {
        Site setup = fixture.fleet().open("filling", ServiceTimes.none());
        for (int zone = 0; zone < state.zones(); zone++) {
          fixture
              .fleet()
              .scheduler()
              .join(LifeFixture.enqueue(setup, zone, state.items(), state.delay()));
        }
      }
      Site at = fixture.fleet().open("consumer", ServiceTimes.twoDatacenters());
      Consumer consumer = start(at);
      Run run = new Run(fixture, state);
      run.go();
      PointerMeters.Reading consumed = at.cluster().meters().read();
      table.add(
          state.name(),
          run.done,
          run.retries,
          run.most,
          run.producers.stream().mapToLong(site -> read(site).created()).sum(),
          consumed.collected(),
          run.producers.stream().mapToLong(site -> read(site).nudged()).sum());
      consumer.halt();
    }
  }

  private static PointerMeters.Reading read(Site site) {
    return site.cluster().meters().read();
  }

  private static Consumer start(Site at) {
    Handlers handlers =
        Handlers.builder()
            .on(
                LifeFixture.TYPE,
                (text, context) -> CompletableFuture.completedFuture(Outcome.done()))
            .build();
    return at.start(
        ConsumerOptions.defaults("consumer").withDequeueMax(1).withDequeueMaxAlone(1),
        handlers,
        new ConsumerListener() {});
  }

  /** Enqueues at random times, from several processes. */
  private final class Run {
    private final LifeFixture fixture;
    private final State state;
    private final List<Site> producers = new ArrayList<>();
    private final SplittableRandom random;
    private int begun;
    private int done;
    private int retries;
    private int most;

    Run(LifeFixture fixture, State state) {
      this.fixture = fixture;
      this.state = state;
      this.random = fixture.fleet().scheduler().random("enqueues");
      for (int i = 0; i < PRODUCERS; i++) {
        producers.add(fixture.fleet().open("producer-" + i, ServiceTimes.twoDatacenters()));
      }
    }

    void go() {
      next();
      fixture.fleet().scheduler().runUntil(() -> done == enqueues, "the enqueues");
    }

    private void next() {
      int number = begun++;
      Site site = producers.get(number % PRODUCERS);
      var unused =
          LifeFixture.enqueue(site, number % state.zones(), 1, Duration.ZERO)
              .whenComplete((times, error) -> enqueued(times == null ? 0 : times, error));
      if (begun < enqueues) {
        long micros =
            state.everyMillis() == 0 ? 1 : random.nextLong(2_000L * state.everyMillis()) + 1;
        var unusedTimer = site.timer().schedule(this::next, micros, TimeUnit.MICROSECONDS);
      }
    }

    private void enqueued(int times, @Nullable Throwable error) {
      if (error != null) {
        throw new IllegalStateException("an enqueue failed", error);
      }
      done++;
      retries += times;
      most = Math.max(most, times);
    }
  }
}
