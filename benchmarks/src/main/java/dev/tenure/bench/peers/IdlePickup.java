package dev.tenure.bench.peers;

import java.time.Duration;

/**
 * One item every 100 ms to a consumer with nothing else to do, in the producer's process: from the
 * acknowledged enqueue to the start of its handler.
 */
final class IdlePickup implements Shape {
  private static final Duration EVERY = Duration.ofMillis(100);
  private static final int ITEMS_PER_SECOND = 10;

  /** Times as long as other measurements: it makes few items. */
  private static final int LONGER = 2;

  private static final int ITEMS_MIN = 5;

  /** Once: at ten items a second no number of runs brings a compiler much to do. */
  @Override
  public WarmUp warmUp() {
    return new WarmUp("pickupMillisP50", false, 1);
  }

  @Override
  public Reading measure(Contestant contestant, Scale scale) throws Exception {
    int items =
        (int) Math.max(ITEMS_MIN, LONGER * scale.time().toMillis() * ITEMS_PER_SECOND / 1_000);
    int unmeasured = scale.tenants();
    Ledger ledger = new Ledger(unmeasured + items);
    try (Bed bed = contestant.open(scale.tenants())) {
      bed.consume(ledger);
      for (int i = 0; i < unmeasured; i++) {
        bed.enqueue(i, Payload.of(i));
        ledger.committed(i);
      }
      long begin = System.nanoTime() + EVERY.toNanos();
      for (int i = 0; i < items; i++) {
        Load.awaitNanos(begin + i * EVERY.toNanos());
        int number = unmeasured + i;
        ledger.due(number, System.nanoTime());
        bed.enqueue(i % scale.tenants(), Payload.of(number));
        ledger.committed(number);
      }
      ledger.await(BurnDown.WAIT_MAX);
      int end = ledger.items();
      return Reading.of("items", items)
          .with("pickup", ledger.fromCommitted(unmeasured, end))
          .with("enqueue", ledger.enqueuing(unmeasured, end))
          .with("enqueueToStart", ledger.fromDue(unmeasured, end));
    }
  }
}
