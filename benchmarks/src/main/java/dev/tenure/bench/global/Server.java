package dev.tenure.bench.global;

import dev.tenure.bench.fleet.Latency;
import dev.tenure.bench.fleet.SerialThread;
import dev.tenure.record.global.ShardDownException;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A server of a data shard and an index shard, with the queue before it. */
final class Server {
  private final DeterministicScheduler scheduler;
  private final ScheduledExecutorService timer;
  private final RandomGenerator random;
  private final ShardTimes times;
  private final SerialThread thread = new SerialThread();
  private boolean timed;

  Server(DeterministicScheduler scheduler, String name, ShardTimes times) {
    this.scheduler = scheduler;
    this.timer = scheduler.process(name).timer();
    this.random = scheduler.random("times of " + name);
    this.times = times;
  }

  ShardTimes times() {
    return times;
  }

  /**
   * Begins to model times. Before this call every request is answered at once, so that shards can
   * be filled quickly.
   */
  void beginTiming() {
    timed = true;
  }

  /**
   * Serves a request, whose effect takes place when it arrives.
   *
   * @param localKeys the number of entries that it adds to a local index
   * @param after the time for which the request waits after it was served
   */
  <T> CompletableFuture<T> serve(int localKeys, Latency after, Supplier<T> action) {
    if (!timed) {
      return CompletableFuture.completedFuture(action.get());
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    later(
        times.trip().draw(random),
        () -> {
          T value = action.get();
          long now = scheduler.elapsed().toNanos();
          long work = times.work().toNanos() + localKeys * times.localKeyWork().toNanos();
          long delay = after.draw(random) + times.trip().draw(random);
          for (int i = 0; i < localKeys; i++) {
            delay += times.localKey().draw(random);
          }
          later(thread.serve(now, work) - now + delay, () -> answer.complete(value));
        });
    return answer;
  }

  /** Refuses a request to a shard that is down. The request travels there and back. */
  <T> CompletableFuture<T> refuse() {
    CompletableFuture<T> answer = new CompletableFuture<>();
    later(
        times.trip().draw(random) + times.trip().draw(random),
        () -> answer.completeExceptionally(new ShardDownException("taken down", false, null)));
    return answer;
  }

  private void later(long nanos, Runnable action) {
    var unused = timer.schedule(action, nanos, TimeUnit.NANOSECONDS);
  }
}
