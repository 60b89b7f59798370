package dev.tenure.bench.peers;

import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.peers.system.Payload;
import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.SystemUnderTest;
import java.util.concurrent.atomic.AtomicLong;

/** Eight producers enqueue one item in each transaction, without a consumer. */
final class EnqueueSingles implements Shape {

  @Override
  public WarmUp warmUp() {
    return WarmUp.untilSteady("itemsPerSecond");
  }

  @Override
  public MeasuredValues measure(SystemUnderTest system, Scale scale) throws Exception {
    AtomicLong next = new AtomicLong();
    try (PeerFixture fixture = system.open(scale.tenants());
        Clients clients = new Clients(LoadGenerator.PRODUCERS)) {
      double rate =
          clients.perSecond(
              scale.time(),
              (client, turn) -> {
                long number = next.getAndIncrement();
                fixture.enqueue((int) (number % scale.tenants()), Payload.of(number));
              });
      return MeasuredValues.of("itemsPerSecond", rate);
    }
  }
}
