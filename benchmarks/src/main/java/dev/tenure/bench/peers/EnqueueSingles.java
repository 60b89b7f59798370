package dev.tenure.bench.peers;

import dev.tenure.bench.Clients;
import java.util.concurrent.atomic.AtomicLong;

/** Eight producers, one item a transaction; nobody consumes. */
final class EnqueueSingles implements Shape {

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
                long number = next.getAndIncrement();
                bed.enqueue((int) (number % scale.tenants()), Payload.of(number));
              });
      return Reading.of("itemsPerSecond", rate);
    }
  }
}
