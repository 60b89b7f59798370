package dev.tenure.bench.peers;

import dev.tenure.bench.peers.system.Payload;
import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.SystemUnderTest;
import java.time.Duration;

/**
 * One item arrives every 100 ms at an otherwise idle consumer in the producer's process. Measures
 * the time from the acknowledged enqueue to the start of the handler.
 */
final class IdlePickup implements Shape {
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final int ITEMS_PER_SECOND = 10;

  /** Times as long as other measurements: it makes few items. */
  private static final int LONGER = 2;

  private static final int ITEMS_MIN = 5;

  /** One warm-up run, since at ten items a second further runs compile hardly any more code. */
  @Override
  public WarmUp warmUp() {
    return new WarmUp("pickupMillisP50", false, 1);
  }

  @Override
  public MeasuredValues measure(SystemUnderTest system, Scale scale) throws Exception {
    int items =
        (int) Math.max(ITEMS_MIN, LONGER * scale.time().toMillis() * ITEMS_PER_SECOND / 1_000);
    int unmeasured = scale.tenants();
    ItemTimes times = new ItemTimes(unmeasured + items);
    try (PeerFixture fixture = system.open(scale.tenants())) {
      fixture.consume(times);
      for (int i = 0; i < unmeasured; i++) {
        fixture.enqueue(i, Payload.of(i));
        times.committed(i);
      }
      long begin = System.nanoTime() + EVERY.toNanos();
      for (int i = 0; i < items; i++) {
        LoadGenerator.awaitNanos(begin + i * EVERY.toNanos());
        int number = unmeasured + i;
        times.due(number, System.nanoTime());
        fixture.enqueue(i % scale.tenants(), Payload.of(number));
        times.committed(number);
      }
      times.await(BurnDown.WAIT_MAX);
      int end = times.items();
      return MeasuredValues.of("items", items)
          .with("pickup", times.fromCommitted(unmeasured, end))
          .with("enqueue", times.enqueuing(unmeasured, end))
          .with("enqueueToStart", times.fromDue(unmeasured, end));
    }
  }
}
