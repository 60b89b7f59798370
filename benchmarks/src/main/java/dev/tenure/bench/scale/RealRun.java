package dev.tenure.bench.scale;

import dev.tenure.bench.fleet.RealFleet;
import dev.tenure.bench.fleet.Site;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ClusterOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One consumer that works off a backlog in real time. The caller that created it closes it. */
final class RealRun implements AutoCloseable {
  private static final int TOGETHER = 64;
  private static final long SECONDS_MAX = 3_600;

  /** A little more than the 5 s in which old versions can be read. */
  private static final long WINDOW_MILLIS = 6_000;

  private final RealFleet fleet;
  private final Site site;
  private @Nullable Consumer consumer;

  RealRun(long seed) {
    fleet = new RealFleet(seed, ClusterOptions.named("real"));
    site = fleet.open("process");
  }

  /** Fills the zones of a number of tenants with items. */
  void fill(String application, int tenants, int items, Duration delay) {
    List<CompletableFuture<Void>> underWay = new ArrayList<>();
    for (int i = 0; i < tenants; i++) {
      underWay.add(Filling.fill(site.cluster(), Filling.tenant(application, i), items, delay));
      if (underWay.size() == TOGETHER) {
        underWay.forEach(CompletableFuture::join);
        underWay.clear();
      }
    }
    underWay.forEach(CompletableFuture::join);
  }

  /**
   * The items per second until a number of items is done.
   *
   * @param dequeueMax the option of that name; 0 for the default
   */
  double perSecond(int items, int dequeueMax) {
    CountDownLatch left = new CountDownLatch(items);
    ConsumerListener counting =
        new ConsumerListener() {
          @Override
          public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
            left.countDown();
          }
        };
    Handlers handlers =
        Handlers.builder()
            .on(Filling.TYPE, (text, context) -> CompletableFuture.completedFuture(Outcome.done()))
            .build();
    ConsumerOptions options = ConsumerOptions.defaults("consumer");
    if (dequeueMax > 0) {
      options = options.withDequeueMax(dequeueMax).withDequeueMaxAlone(dequeueMax);
    }
    long begin = System.nanoTime();
    consumer = site.start(options, handlers, counting);
    try {
      if (!left.await(SECONDS_MAX, TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            left.getCount() + " of " + items + " items are left after " + SECONDS_MAX + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", e);
    }
    return items / ((System.nanoTime() - begin) / 1e9);
  }

  /**
   * The bytes of the heap in use after a collection, once the engine has dropped the versions of
   * earlier writes.
   */
  static long heapBytes() {
    try {
      Thread.sleep(WINDOW_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while measuring", e);
    }
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.halt();
    }
    fleet.close();
  }
}
