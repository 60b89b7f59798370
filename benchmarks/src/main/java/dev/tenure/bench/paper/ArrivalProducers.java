package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Processes that enqueue at the times of {@link Arrivals}, regardless of how far consumers are
 * behind.
 */
final class ArrivalProducers {
  private static final int PROCESSES = 8;

  private final PaperFixture fixture;
  private final List<Arrivals.Arrival> arrivals;
  private final List<Site> sites = new ArrayList<>();
  private long begin;
  private int next;

  ArrivalProducers(PaperFixture fixture, List<Arrivals.Arrival> arrivals) {
    this.fixture = fixture;
    this.arrivals = arrivals;
    for (int i = 0; i < PROCESSES; i++) {
      sites.add(fixture.producer("producer-" + i));
    }
  }

  /** Starts the producers. The tenants' stores must exist. */
  void start() {
    begin = fixture.waits().now();
    schedule();
  }

  private void schedule() {
    if (next < arrivals.size()) {
      long delay = begin + arrivals.get(next).nanos() - fixture.waits().now();
      var unused =
          sites.get(0).timer().schedule(this::arrive, Math.max(0, delay), TimeUnit.NANOSECONDS);
    }
  }

  private void arrive() {
    Arrivals.Arrival arrival = arrivals.get(next);
    Site site = sites.get(next % PROCESSES);
    next++;
    for (int i = 0; i < arrival.items(); i++) {
      var unused = fixture.enqueue(site, arrival.tenant(), 1, Duration.ZERO);
    }
    schedule();
  }
}
