package dev.tenure.bench.peers;

import dev.tenure.bench.peers.system.PeerFixture;
import dev.tenure.bench.peers.system.SystemUnderTest;
import java.time.Duration;

/** A consumer starts and runs a backlog of items, whose handler does nothing. */
final class BurnDown implements Shape {
  static final Duration WAIT_MAX = Duration.ofMinutes(10);

  @Override
  public WarmUp warmUp() {
    return WarmUp.untilSteady("itemsPerSecond");
  }

  @Override
  public MeasuredValues measure(SystemUnderTest system, Scale scale) throws Exception {
    ItemTimes times = new ItemTimes(scale.items());
    try (PeerFixture fixture = system.open(scale.tenants())) {
      LoadGenerator.fill(fixture, scale);
      fixture.settle();
      long begin = System.nanoTime();
      fixture.consume(times);
      times.await(WAIT_MAX);
      double seconds = (times.lastNanos() - begin) / 1e9;
      return MeasuredValues.of("itemsPerSecond", scale.items() / seconds)
          .with("handlersRepeated", (double) times.repeated());
    }
  }
}
