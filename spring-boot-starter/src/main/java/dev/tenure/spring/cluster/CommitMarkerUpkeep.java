package dev.tenure.spring.cluster;

import dev.tenure.record.database.RecordDatabase;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends heartbeats for the commit markers of this process, and removes the markers of processes
 * that died long ago. After a failed heartbeat, the next one suffices.
 */
final class CommitMarkerUpkeep implements AutoCloseable {
  private static final Duration BEAT = Duration.ofSeconds(30);
  private static final Duration DEAD_AFTER = Duration.ofMinutes(10);

  private final RecordDatabase database;
  private final InstantSource clock;
  private final ScheduledFuture<?> beats;

  private CommitMarkerUpkeep(
      RecordDatabase database, InstantSource clock, ScheduledExecutorService timer) {
    this.database = database;
    this.clock = clock;
    this.beats = timer.scheduleAtFixedRate(this::beat, 0, BEAT.toMillis(), TimeUnit.MILLISECONDS);
  }

  static CommitMarkerUpkeep start(
      RecordDatabase database, InstantSource clock, ScheduledExecutorService timer) {
    return new CommitMarkerUpkeep(database, clock, timer);
  }

  @Override
  public void close() {
    beats.cancel(false);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // a failed beat is made up for by the next
  private void beat() {
    database
        .heartbeat()
        .thenCompose(done -> database.markerProcesses())
        .thenCompose(
            processes -> {
              Instant limit = clock.instant().minus(DEAD_AFTER);
              List<String> dead =
                  processes.entrySet().stream()
                      .filter(process -> process.getValue().isBefore(limit))
                      .map(process -> process.getKey())
                      .toList();
              CompletableFuture<?>[] cleared =
                  dead.stream()
                      .map(database::clearCommitMarkers)
                      .toArray(CompletableFuture<?>[]::new);
              return CompletableFuture.allOf(cleared);
            });
  }
}
