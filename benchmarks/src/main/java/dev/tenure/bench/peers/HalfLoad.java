package dev.tenure.bench.peers;

import dev.tenure.bench.Clients;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Producers and consumer together: first how many items a second get through from end to end, then
 * items that come at random times at half that rate, each counted from the time it was to come.
 */
final class HalfLoad implements Shape {
  /** More than this ahead of the consumer, producers wait: what gets through is the question. */
  private static final int AHEAD_MAX = 2_000;

  private static final long HOLD_NANOS = 200_000;

  private static final int ITEMS_MIN = 20;

  /** A run takes twice the time of others. */
  private static final int WARM_UPS_MAX = 6;

  /** By what gets through: half of it is offered, and the times wander more than it does. */
  @Override
  public WarmUp warmUp() {
    return new WarmUp("capacityPerSecond", true, WARM_UPS_MAX);
  }

  @Override
  public Reading measure(Contestant contestant, Scale scale) throws Exception {
    double capacity = capacity(contestant, scale);
    double rate = capacity / 2;
    int items = (int) Math.max(ITEMS_MIN, rate * scale.time().toMillis() / 1_000);
    Ledger ledger = new Ledger(items);
    try (Bed bed = contestant.open(scale.tenants())) {
      bed.consume(ledger);
      Arrivals arrivals = Arrivals.random(0, items, rate, 0, scale.tenants());
      arrivals.enter(ledger);
      Load.whenDue(bed, ledger, arrivals);
      ledger.await(BurnDown.WAIT_MAX);
      return Reading.of("capacityPerSecond", capacity)
          .with("offeredPerSecond", rate)
          .with("pickup", ledger.fromDue(0, items))
          .with("pickupFromCommit", ledger.fromCommitted(0, items))
          .with("enqueue", ledger.enqueuing(0, items))
          .with("handlersRepeated", (double) ledger.repeated());
    }
  }

  /** What got through in the second half of a time in which producers never let the queue empty. */
  private static double capacity(Contestant contestant, Scale scale) throws Exception {
    Counts counts = new Counts();
    AtomicLong next = new AtomicLong();
    Clients.Operation enqueue;
    try (Bed bed = contestant.open(scale.tenants());
        Clients clients = new Clients(Load.PRODUCERS)) {
      enqueue =
          (client, turn) -> {
            if (counts.completed.get() + AHEAD_MAX < next.get()) {
              Load.awaitNanos(System.nanoTime() + HOLD_NANOS);
              return;
            }
            long number = next.getAndIncrement();
            bed.enqueue((int) (number % scale.tenants()), Payload.of(number));
          };
      bed.consume(counts);
      Duration half = scale.time().dividedBy(2);
      double unused = clients.perSecond(half, enqueue);
      long before = counts.completed.get();
      long begin = System.nanoTime();
      unused = clients.perSecond(half, enqueue);
      return (counts.completed.get() - before) * 1e9 / (System.nanoTime() - begin);
    }
  }

  private static final class Counts implements Seen {
    private final AtomicLong completed = new AtomicLong();

    @Override
    public void started(long number) {}

    @Override
    public void completed() {
      completed.incrementAndGet();
    }
  }
}
