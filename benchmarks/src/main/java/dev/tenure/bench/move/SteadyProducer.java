package dev.tenure.bench.move;

import dev.tenure.queue.NewItem;
import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.testkit.scheduling.DeterministicScheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Enqueues items at regular times. An enqueue that is refused is repeated after 5 ms until it
 * succeeds; its time counts from its first attempt. Belongs to the thread of the scheduler.
 */
final class SteadyProducer {
  private static final int REPEAT_MILLIS = 5;
  private static final int MICROS_PER_SECOND = 1_000_000;

  private final Deployment deployment;
  private final DeterministicScheduler scheduler;
  private final ScheduledExecutorService timer;
  private final int rate;
  private final List<Duration> times = new ArrayList<>();
  private long refusals;
  private boolean stopped;

  SteadyProducer(Deployment deployment, DeterministicScheduler scheduler, int rate) {
    this.deployment = deployment;
    this.scheduler = scheduler;
    this.timer = deployment.clusters().get(0).database().timer();
    this.rate = rate;
  }

  void start() {
    var unused =
        timer.scheduleAtFixedRate(
            () -> {
              if (!stopped) {
                enqueue(scheduler.elapsed());
              }
            },
            0,
            MICROS_PER_SECOND / rate,
            TimeUnit.MICROSECONDS);
  }

  private void enqueue(Duration since) {
    var unused =
        deployment
            .run(
                MovedFleet.TENANT,
                tx -> tx.zone().enqueue(NewItem.of(MovedFleet.TYPE, new byte[100])))
            .whenComplete(
                (done, error) -> {
                  if (error == null) {
                    times.add(scheduler.elapsed().minus(since));
                  } else if (isRetryable(error)) {
                    refusals++;
                    var unusedToo =
                        timer.schedule(() -> enqueue(since), REPEAT_MILLIS, TimeUnit.MILLISECONDS);
                  } else {
                    throw new IllegalStateException("an enqueue failed", error);
                  }
                });
  }

  private static boolean isRetryable(Throwable error) {
    return FdbErrorPredicates.unwrap(error) instanceof QueueException told && told.retryable();
  }

  /** What was measured so far does not count. */
  void forget() {
    times.clear();
    refusals = 0;
  }

  void stop() {
    stopped = true;
  }

  /** The longest enqueue, with its repetitions. */
  Duration longest() {
    return Collections.max(times);
  }

  Duration median() {
    List<Duration> sorted = new ArrayList<>(times);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }

  long refusals() {
    return refusals;
  }
}
