package dev.tenure.queue.pointer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tenure.late.LateOptions;
import dev.tenure.queue.TestCluster;
import dev.tenure.record.meter.RecordTimer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The transaction that sets a watch ends with its commit, and the watch lives on. */
@Timeout(600)
final class WatchedSignalTest {

  @Test
  void settingAWatchEndsItsTransactionThoughTheWatchIsPending() throws Exception {
    try (TestCluster cluster = TestCluster.start()) {
      pendingWatchHoldsNoTransaction(cluster);
    }
  }

  @Test
  void soItDoesWhenAnswersAreLate() throws Exception {
    try (TestCluster cluster = TestCluster.startLate(LateOptions.seeded(5))) {
      pendingWatchHoldsNoTransaction(cluster);
    }
  }

  private static void pendingWatchHoldsNoTransaction(TestCluster cluster) throws Exception {
    long before = cluster.meters.times(RecordTimer.TRANSACTION, "context").count();
    Signals signals = cluster.cluster.signals();
    Signals.Watch watch = signals.arm(0);
    cluster.settled(watch.armed());
    cluster.advance(Duration.ofMinutes(3));
    assertFalse(watch.fired().isDone());
    assertEquals(before + 1, cluster.meters.times(RecordTimer.TRANSACTION, "context").count());
    cluster.settled(
        cluster.database.run(
            context -> {
              signals.bump(context, 0);
              return CompletableFuture.completedFuture(null);
            }));
    watch.fired().get(3, TimeUnit.MINUTES);
  }
}
