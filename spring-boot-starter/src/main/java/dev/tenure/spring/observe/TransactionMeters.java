package dev.tenure.spring.observe;

import dev.tenure.record.meter.RecordCounter;
import dev.tenure.record.meter.RecordMeters;
import dev.tenure.record.meter.RecordTimer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Meters of transactions by the name of the run. Runs have few names. Beyond a maximum of names,
 * further ones count as {@code other}.
 */
public final class TransactionMeters implements RecordMeters {
  static final int RUNS_MAX = 100;

  private static final String NAMES = "tenure.record.";
  private static final String OTHER = "other";

  private final MeterRegistry registry;
  private final Set<String> runs = ConcurrentHashMap.newKeySet();
  private final Map<CounterKey, Counter> counters = new ConcurrentHashMap<>();
  private final Map<TimerKey, Timer> timers = new ConcurrentHashMap<>();

  private record CounterKey(RecordCounter counter, String run) {}

  private record TimerKey(RecordTimer timer, String run) {}

  public TransactionMeters(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void count(RecordCounter counter, String run, long amount) {
    counters
        .computeIfAbsent(new CounterKey(counter, known(run)), this::register)
        .increment((double) amount);
  }

  @Override
  public void time(RecordTimer timer, String run, Duration took) {
    timers.computeIfAbsent(new TimerKey(timer, known(run)), this::register).record(took);
  }

  private Counter register(CounterKey key) {
    return registry.counter(NAMES + key.counter().meterName(), "run", key.run());
  }

  private Timer register(TimerKey key) {
    return registry.timer(NAMES + key.timer().meterName(), "run", key.run());
  }

  private String known(String run) {
    if (runs.contains(run)) {
      return run;
    }
    if (runs.size() < RUNS_MAX) {
      runs.add(run);
      return run;
    }
    return OTHER;
  }
}
