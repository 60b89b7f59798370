package dev.tenure.bench.fleet;

import dev.tenure.testkit.scheduling.SimulatedProcess;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The connection of one process to the cluster, with the time that each request on it takes. */
final class Connection {
  private final ServiceTimes times;
  private final LongSupplier nanos;
  private final RandomGenerator random;
  private final ScheduledExecutorService timer;
  private final SerialThread client = new SerialThread();
  private final SerialThread server;

  Connection(
      ServiceTimes times,
      LongSupplier nanos,
      RandomGenerator random,
      SimulatedProcess process,
      SerialThread server) {
    this.times = times;
    this.nanos = nanos;
    this.random = random;
    this.timer = process.timer();
    this.server = server;
  }

  SerialThread client() {
    return client;
  }

  long now() {
    return nanos.getAsLong();
  }

  /** The time at which a read version that is requested now arrives. */
  long readVersionAt() {
    return client.serve(now(), times.clientRequest().toNanos()) + times.readVersion().draw(random);
  }

  /**
   * The time at which the rows of a read that is requested now arrive. The read needs a read
   * version first.
   */
  long readAt(long versionAt) {
    long sent = client.serve(now(), times.clientRequest().toNanos());
    return Math.max(versionAt, sent) + times.read().draw(random);
  }

  /** Notes that a row of a range has arrived. The next request waits for it. */
  void row() {
    client.serve(now(), times.clientKey().toNanos());
  }

  /** Delivers the answer at a given time. */
  <T extends @Nullable Object> CompletableFuture<T> deliver(CompletableFuture<T> answer, long at) {
    CompletableFuture<T> delivered = new CompletableFuture<>();
    later(at, () -> pass(answer, delivered));
    return delivered;
  }

  /**
   * Sends a commit, which reaches the cluster after half of the round trip, and delivers its
   * answer.
   */
  <T extends @Nullable Object> CompletableFuture<T> commit(
      int keys, Supplier<CompletableFuture<T>> commit) {
    long travel = times.commit().draw(random);
    long sent =
        client.serve(now(), times.clientRequest().toNanos() + keys * times.clientKey().toNanos());
    CompletableFuture<T> delivered = new CompletableFuture<>();
    later(
        sent + travel / 2,
        () -> {
          long checked =
              server.serve(
                  now(), times.serverCommit().toNanos() + keys * times.serverKey().toNanos());
          CompletableFuture<T> answer = commit.get();
          later(checked + travel - travel / 2, () -> pass(answer, delivered));
        });
    return delivered;
  }

  private void later(long at, Runnable action) {
    var unused = timer.schedule(action, Math.max(0, at - now()), TimeUnit.NANOSECONDS);
  }

  private static <T extends @Nullable Object> void pass(
      CompletableFuture<T> answer, CompletableFuture<T> delivered) {
    var unused =
        answer.whenComplete(
            (value, error) -> {
              if (error == null) {
                delivered.complete(value);
              } else {
                delivered.completeExceptionally(error);
              }
            });
  }
}
