package dev.tenure.bench.peers;

import dev.tenure.bench.measure.Clients;
import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.SystemUnderTest;
import java.util.concurrent.atomic.AtomicLong;

/** Eight producers enqueue 100 items of one tenant in each transaction, without a consumer. */
final class EnqueueBatches implements Shape {

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
                long batch = next.getAndIncrement();
                fixture.enqueueAll(
                    (int) (batch % scale.tenants()),
                    LoadGenerator.batch(batch * LoadGenerator.BATCH, LoadGenerator.BATCH));
              });
      return MeasuredValues.of("itemsPerSecond", rate * LoadGenerator.BATCH);
    }
  }
}
