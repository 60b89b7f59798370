package dev.tenure.bench.paper;

import dev.tenure.bench.fleet.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Processes that enqueue when {@link Arrivals} say so, however far consumers are behind. */
final class Producers {
  private static final int PROCESSES = 8;

  private final Stage stage;
  private final List<Arrivals.Arrival> arrivals;
  private final List<Site> sites = new ArrayList<>();
  private long begin;
  private int next;

  Producers(Stage stage, List<Arrivals.Arrival> arrivals) {
    this.stage = stage;
    this.arrivals = arrivals;
    for (int i = 0; i < PROCESSES; i++) {
      sites.add(stage.producer("producer-" + i));
    }
  }

  /** The tenants' stores must be there before. */
  void start() {
    begin = stage.ledger().now();
    schedule();
  }

  private void schedule() {
    if (next < arrivals.size()) {
      long delay = begin + arrivals.get(next).nanos() - stage.ledger().now();
      var unused =
          sites.get(0).timer().schedule(this::arrive, Math.max(0, delay), TimeUnit.NANOSECONDS);
    }
  }

  private void arrive() {
    Arrivals.Arrival arrival = arrivals.get(next);
    Site site = sites.get(next % PROCESSES);
    next++;
    for (int i = 0; i < arrival.items(); i++) {
      var unused = stage.enqueue(site, arrival.tenant(), 1, Duration.ZERO);
    }
    schedule();
  }
}
