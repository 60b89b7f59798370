package dev.tenure.consumer.environment;

import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.top.TopTenants;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts the events that {@link ConsumerStatus} shows. Thread-safe. */
public final class Meters {
  private final Map<Meter, LongAdder> counters = new EnumMap<>(Meter.class);
  private final TopTenants top = new TopTenants();

  public Meters() {
    for (Meter meter : Meter.values()) {
      counters.put(meter, new LongAdder());
    }
  }

  private LongAdder counter(Meter meter) {
    return Objects.requireNonNull(counters.get(meter));
  }

  public void count(Meter meter) {
    add(meter, 1);
  }

  public void add(Meter meter, long count) {
    counter(meter).add(count);
  }

  /** The tenants with most items started, and with most waiting. */
  public TopTenants top() {
    return top;
  }

  private long sum(Meter meter) {
    return counter(meter).sum();
  }

  public ConsumerStatus.Visits visits() {
    return new ConsumerStatus.Visits(
        sum(Meter.PEEKS),
        sum(Meter.VISITS),
        sum(Meter.ITEMS_TAKEN),
        sum(Meter.POINTERS_COLLECTED),
        sum(Meter.CONFLICTS_READING),
        sum(Meter.CONFLICTS_COMMITTING),
        sum(Meter.CONFLICTS_LOCAL),
        sum(Meter.VISITS_FAILED),
        sum(Meter.VISITS_UNABLE));
  }

  public ConsumerStatus.Items items() {
    return new ConsumerStatus.Items(
        sum(Meter.STARTED),
        sum(Meter.COMPLETED),
        sum(Meter.FAILED),
        sum(Meter.REQUEUED),
        sum(Meter.SNOOZED),
        sum(Meter.RELEASED),
        sum(Meter.DISCARDED),
        sum(Meter.DEAD_LETTERED),
        sum(Meter.PARKED),
        sum(Meter.GONE));
  }

  public ConsumerStatus.Leases leases() {
    return new ConsumerStatus.Leases(sum(Meter.LEASES_EXTENDED), sum(Meter.LEASES_LOST));
  }
}
