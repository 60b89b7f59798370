package dev.tenure.bench.peers;

import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.peers.system.ConsumerObserver;
import dev.tenure.bench.peers.system.Payload;
import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.SystemUnderTest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Producers and a consumer work at the same time. First the end-to-end throughput is measured. Then
 * items arrive at random times at half that rate, and each latency counts from the time at which
 * its item was due to arrive.
 */
final class HalfLoad implements Shape {
  /** More than this ahead of the consumer, producers wait: what gets through is the question. */
  private static final int AHEAD_MAX = 2_000;

  private static final long HOLD_NANOS = 200_000;

  private static final int ITEMS_MIN = 20;

  /** A run takes twice the time of others. */
  private static final int WARM_UPS_MAX = 6;

  /**
   * Warms up until the throughput no longer improves. Half of this throughput is offered later; the
   * latencies vary more than the throughput does.
   */
  @Override
  public WarmUp warmUp() {
    return new WarmUp("capacityPerSecond", true, WARM_UPS_MAX);
  }

  @Override
  public MeasuredValues measure(SystemUnderTest system, Scale scale) throws Exception {
    double capacity = capacity(system, scale);
    double rate = capacity / 2;
    int items = (int) Math.max(ITEMS_MIN, rate * scale.time().toMillis() / 1_000);
    ItemTimes times = new ItemTimes(items);
    try (PeerFixture fixture = system.open(scale.tenants())) {
      fixture.consume(times);
      PoissonArrivals arrivals = PoissonArrivals.random(0, items, rate, 0, scale.tenants());
      arrivals.enter(times);
      LoadGenerator.whenDue(fixture, times, arrivals);
      times.await(BurnDown.WAIT_MAX);
      return MeasuredValues.of("capacityPerSecond", capacity)
          .with("offeredPerSecond", rate)
          .with("pickup", times.fromDue(0, items))
          .with("pickupFromCommit", times.fromCommitted(0, items))
          .with("enqueue", times.enqueuing(0, items))
          .with("handlersRepeated", (double) times.repeated());
    }
  }

  /**
   * The throughput in the second half of a time in which producers never let the queue become
   * empty.
   */
  private static double capacity(SystemUnderTest system, Scale scale) throws Exception {
    Counts counts = new Counts();
    AtomicLong next = new AtomicLong();
    Clients.Operation enqueue;
    try (PeerFixture fixture = system.open(scale.tenants());
        Clients clients = new Clients(LoadGenerator.PRODUCERS)) {
      enqueue =
          (client, turn) -> {
            if (counts.completed.get() + AHEAD_MAX < next.get()) {
              LoadGenerator.awaitNanos(System.nanoTime() + HOLD_NANOS);
              return;
            }
            long number = next.getAndIncrement();
            fixture.enqueue((int) (number % scale.tenants()), Payload.of(number));
          };
      fixture.consume(counts);
      Duration half = scale.time().dividedBy(2);
      double unused = clients.perSecond(half, enqueue);
      long before = counts.completed.get();
      long begin = System.nanoTime();
      unused = clients.perSecond(half, enqueue);
      return (counts.completed.get() - before) * 1e9 / (System.nanoTime() - begin);
    }
  }

  private static final class Counts implements ConsumerObserver {
    private final AtomicLong completed = new AtomicLong();

    @Override
    public void started(long number) {}

    @Override
    public void completed() {
      completed.incrementAndGet();
    }
  }
}
