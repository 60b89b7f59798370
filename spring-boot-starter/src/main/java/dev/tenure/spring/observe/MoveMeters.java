package dev.tenure.spring.observe;

import dev.tenure.queue.move.MoveRequest.State;
import dev.tenure.queue.move.MoveWorkerStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Meters of the moves of tenants that this process makes. */
public final class MoveMeters implements MeterBinder {
  private final Supplier<MoveWorkerStatus> status;

  /**
   * @param status of the worker
   */
  public MoveMeters(Supplier<MoveWorkerStatus> status) {
    this.status = status;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("tenure.moves.running", () -> status.get().running().size())
        .description("Tenants that this process moves now")
        .register(registry);
    Gauge.builder("tenure.moves.open", () -> status.get().open())
        .description("Moves that were asked for and have not ended, whoever makes them")
        .register(registry);
    for (State state : List.of(State.COMPLETED, State.REVERTED, State.FAILED)) {
      FunctionCounter.builder(
              "tenure.moves.ended", status, from -> from.get().ended().getOrDefault(state, 0L))
          .description("Moves that this process has ended")
          .tag("end", state.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
    FunctionCounter.builder("tenure.moves.problems", status, from -> from.get().problems())
        .description("Moves that stopped with an error, to be tried again")
        .register(registry);
    FunctionCounter.builder("tenure.moves.bytes", status, from -> from.get().bytes())
        .description("What was copied for the first time, and compared")
        .baseUnit("bytes")
        .register(registry);
    TimeGauge.builder(
            "tenure.moves.closed.longest",
            status,
            TimeUnit.MILLISECONDS,
            from -> from.get().closedLongest().toMillis())
        .description("The longest time that a moved tenant was served by no cluster")
        .register(registry);
  }
}
