package dev.tenure.campaigns.shake;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.record.error.FdbErrorPredicates;
import dev.tenure.record.error.RecordLayerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Threads that place orders, one transaction after the other, until they are stopped. */
final class ShakenProducers {
  private static final int THREADS = 4;
  private static final int ITEMS_MAX = 5;

  /** Between two transactions of a thread; the fleet is to be shaken, not measured. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final ShakenWork work;
  private final Deployment deployment;
  private final ShakeLedger ledger;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  ShakenProducers(ShakenWork work, Deployment deployment, ShakeLedger ledger) {
    this.work = work;
    this.deployment = deployment;
    this.ledger = ledger;
  }

  void start(SplittableRandom random) {
    for (int number = 0; number < THREADS; number++) {
      String name = "producer-" + number;
      SplittableRandom own = random.split();
      Thread thread = new Thread(() -> run(name, own), name);
      threads.add(thread);
      thread.start();
    }
  }

  /** Returns when each thread has been told what became of its last transaction. */
  void stop() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void run(String name, SplittableRandom random) {
    try {
      for (long number = 0; !stopped; number++) {
        place(name + "-" + number, random);
        Thread.sleep(PAUSE.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void place(String prefix, SplittableRandom random) {
    List<String> ids = new ArrayList<>();
    for (int item = random.nextInt(ITEMS_MAX); item >= 0; item--) {
      ids.add(prefix + "-" + item);
    }
    CompletableFuture<Void> placed = work.place(deployment, random.nextInt(work.tenants()), ids);
    try {
      placed.join();
      ledger.acknowledge(ids);
    } catch (CompletionException e) {
      ledger.fail(mayBeCommitted(FdbErrorPredicates.unwrap(e)));
    }
  }

  private static boolean mayBeCommitted(Throwable error) {
    return (error instanceof QueueException told && told.maybeCommitted())
        || (error instanceof RecordLayerException record && record.maybeCommitted());
  }
}
