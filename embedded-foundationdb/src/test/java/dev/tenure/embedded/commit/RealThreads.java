package dev.tenure.embedded.commit;

import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** An environment of real threads and the system's clock, ended by {@link #close}. */
public final class RealThreads implements AutoCloseable {
  private final ExecutorService commitThread = Executors.newSingleThreadExecutor();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService completions = Executors.newFixedThreadPool(2);

  public EngineEnvironment engine() {
    return new EngineEnvironment(
        InstantSource.system(),
        commitThread,
        timer,
        completions,
        new ParkingGroupPacer(System::nanoTime, ParkingGroupPacer.PAUSE),
        FaultInjector.NONE,
        EngineLimits.DEFAULTS);
  }

  @Override
  public void close() {
    commitThread.shutdown();
    timer.shutdownNow();
    completions.shutdown();
  }
}
