package dev.tenure.bench.engine;

import dev.tenure.embedded.commit.Durability;
import dev.tenure.embedded.commit.EngineEnvironment;
import dev.tenure.embedded.commit.EngineLimits;
import dev.tenure.embedded.commit.EngineServer;
import dev.tenure.embedded.commit.FaultInjector;
import dev.tenure.embedded.commit.GroupPacer;
import dev.tenure.embedded.recovery.EngineDirectory;
import dev.tenure.embedded.storage.MemoryStorage;
import dev.tenure.embedded.storage.Storage;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Executors;

/**
 * Opens engines on the caller's thread whose clock stands still, so that all writes stay in the
 * window of five seconds.
 */
final class StoppedEngine {

  private StoppedEngine() {}

  static EngineServer inMemory() {
    return on(new MemoryStorage());
  }

  static EngineServer durable(Path directory) {
    return on(EngineDirectory.open(directory));
  }

  private static EngineServer on(Storage storage) {
    EngineEnvironment environment =
        new EngineEnvironment(
            InstantSource.fixed(Instant.EPOCH),
            Runnable::run,
            Executors.newSingleThreadScheduledExecutor(StoppedEngine::daemon),
            Runnable::run,
            GroupPacer.NONE,
            FaultInjector.NONE,
            EngineLimits.DEFAULTS);
    return EngineServer.open(storage, Durability.RELAXED, environment);
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "bench-timer");
    thread.setDaemon(true);
    return thread;
  }
}
