package dev.tenure.spring.observe;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.top.TopTenants;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a consumer says of itself, made up by a test: four workers, two managers, cluster a. */
record ConsumerSigns(
    ConsumerStatus.Load load,
    long started,
    long visits,
    int managersBusy,
    Duration beginsWithin,
    Duration overrun,
    ConsumerStatus.ClusterAnswers answers) {
  static final int WORKERS = 4;
  static final int MANAGERS = 2;

  /** At rest, and everything answers. */
  static ConsumerSigns atRest() {
    return new ConsumerSigns(
        load(0, 0, 0), 0, 0, 0, Duration.ofSeconds(56), Duration.ZERO, answers(false, 1));
  }

  static ConsumerStatus.Load load(int pointers, int items, int places) {
    return new ConsumerStatus.Load(pointers, items, Math.min(items, WORKERS), 0, 0, places, 0);
  }

  static ConsumerStatus.ClusterAnswers answers(boolean silent, int secondsSinceHeartbeat) {
    return new ConsumerStatus.ClusterAnswers(
        silent, false, Duration.ofSeconds(secondsSinceHeartbeat), Set.of());
  }

  ConsumerSigns withLoad(int pointers, int items, int places) {
    return new ConsumerSigns(
        load(pointers, items, places),
        started,
        visits,
        managersBusy,
        beginsWithin,
        overrun,
        answers);
  }

  ConsumerSigns withStarted(long items) {
    return new ConsumerSigns(load, items, visits, managersBusy, beginsWithin, overrun, answers);
  }

  ConsumerSigns withVisits(long begun, int busy) {
    return new ConsumerSigns(load, started, begun, busy, beginsWithin, overrun, answers);
  }

  ConsumerSigns withBeginsWithin(Duration bound) {
    return new ConsumerSigns(load, started, visits, managersBusy, bound, overrun, answers);
  }

  ConsumerSigns withOverrun(Duration by) {
    return new ConsumerSigns(load, started, visits, managersBusy, beginsWithin, by, answers);
  }

  ConsumerSigns withAnswers(ConsumerStatus.ClusterAnswers other) {
    return new ConsumerSigns(load, started, visits, managersBusy, beginsWithin, overrun, other);
  }

  ConsumerStatus status() {
    return new ConsumerStatus(
        "c",
        ConsumerStatus.Phase.RUNNING,
        new ConsumerStatus.Visits(0, visits, 0, 0, 0, 0, 0, 0, 0),
        new ConsumerStatus.Items(started, 0, 0, 0, 0, 0, 0, 0, 0, 0),
        new ConsumerStatus.Leases(0, 0),
        load,
        0.02,
        new TopTenants.Lists(List.of(), List.of(), 0, 0),
        new ConsumerStatus.Promises(
            new ConsumerStatus.Slots(WORKERS, 1_000, MANAGERS, managersBusy),
            beginsWithin,
            overrun,
            overrun,
            Map.of("a", answers)));
  }
}
