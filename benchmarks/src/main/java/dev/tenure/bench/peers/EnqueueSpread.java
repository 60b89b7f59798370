package dev.tenure.bench.peers;

import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.SystemUnderTest;
import java.util.concurrent.atomic.AtomicLong;

/** Eight producers enqueue an item of each tenant in each transaction, without a consumer. */
final class EnqueueSpread implements Shape {

  @Override
  public WarmUp warmUp() {
    return WarmUp.untilSteady("itemsPerSecond");
  }

  @Override
  public MeasuredValues measure(SystemUnderTest system, Scale scale) throws Exception {
    int items = scale.tenants();
    AtomicLong next = new AtomicLong();
    try (PeerFixture fixture = system.open(items);
        Clients clients = new Clients(LoadGenerator.PRODUCERS)) {
      double rate =
          clients.perSecond(
              scale.time(),
              (client, turn) ->
                  fixture.enqueueSpread(
                      LoadGenerator.batch(next.getAndIncrement() * items, items)));
      return MeasuredValues.of("itemsPerSecond", rate * items);
    }
  }
}
