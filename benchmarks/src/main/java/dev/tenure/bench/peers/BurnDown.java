package dev.tenure.bench.peers;

import java.time.Duration;

/** Items that are there already, run by a consumer that starts; their handler does nothing. */
final class BurnDown implements Shape {
  static final Duration WAIT_MAX = Duration.ofMinutes(10);

  @Override
  public WarmUp warmUp() {
    return WarmUp.untilSteady("itemsPerSecond");
  }

  @Override
  public Reading measure(Contestant contestant, Scale scale) throws Exception {
    Ledger ledger = new Ledger(scale.items());
    try (Bed bed = contestant.open(scale.tenants())) {
      Load.fill(bed, 0, scale.items(), scale.tenants());
      bed.settle();
      long begin = System.nanoTime();
      bed.consume(ledger);
      ledger.await(WAIT_MAX);
      double seconds = (ledger.lastNanos() - begin) / 1e9;
      return Reading.of("itemsPerSecond", scale.items() / seconds)
          .with("handlersRepeated", (double) ledger.repeated());
    }
  }
}
