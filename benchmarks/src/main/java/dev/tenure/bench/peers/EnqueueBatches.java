package dev.tenure.bench.peers;

import dev.tenure.bench.Clients;
import java.util.concurrent.atomic.AtomicLong;

/** Eight producers, 100 items of one tenant a transaction; nobody consumes. */
final class EnqueueBatches implements Shape {

  @Override
  public WarmUp warmUp() {
    return WarmUp.untilSteady("itemsPerSecond");
  }

  @Override
  public Reading measure(Contestant contestant, Scale scale) throws Exception {
    AtomicLong next = new AtomicLong();
    try (Bed bed = contestant.open(scale.tenants());
        Clients clients = new Clients(Load.PRODUCERS)) {
      double rate =
          clients.perSecond(
              scale.time(),
              (client, turn) -> {
                long batch = next.getAndIncrement();
                bed.enqueueAll(
                    (int) (batch % scale.tenants()), Load.batch(batch * Load.BATCH, Load.BATCH));
              });
      return Reading.of("itemsPerSecond", rate * Load.BATCH);
    }
  }
}
