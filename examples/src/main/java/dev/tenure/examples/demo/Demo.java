package dev.tenure.examples.demo;

import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.AdminServer;
import dev.tenure.consumer.Consumer;
import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.spring.TenureRuntime;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sequence of the demo: clusters, admin page, consumer fleet, producers, quiet, verification.
 * Runs on the caller's thread, which may wait.
 */
final class Demo implements AutoCloseable {
  /** Short, so that what a killed process held is soon taken over by the next run. */
  private static final Duration ITEM_LEASE = Duration.ofSeconds(5);

  private static final Duration STOP_DEADLINE = Duration.ofSeconds(10);
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /** Without any progress for this long the demo gives up waiting, and the verification fails. */
  private static final Duration STUCK_AFTER = Duration.ofSeconds(60);

  private final DemoOptions options;
  private final DemoRun run;
  private final Paragraphs paragraphs;
  private final PrintStream out;
  private final boolean terminal;

  private final TenureRuntime runtime = TenureRuntime.start();
  private final ExecutorService workers = Executors.newCachedThreadPool(Demo::workerThread);
  private final PickupTimes pickups = new PickupTimes(System::nanoTime);
  private final AtomicLong completed = new AtomicLong();
  private final DemoClusters clusters;
  private final AdminServer admin;
  private final Consumer consumer;

  private Demo(
      DemoOptions options, DemoRun run, Paragraphs paragraphs, PrintStream out, boolean terminal) {
    this.options = options;
    this.run = run;
    this.paragraphs = paragraphs;
    this.out = out;
    this.terminal = terminal;
    DemoDirectory.claim(options.data(), run);
    clusters = DemoClusters.open(options.data(), runtime);
    consumer = consumer(clusters.deployment());
    try {
      admin =
          AdminServer.start(
              clusters.deployment(),
              AdminOptions.defaults().withPort(options.port()).withConsumers(List.of(consumer)));
    } catch (RuntimeException e) {
      clusters.close();
      throw e;
    }
  }

  /** Opens everything; fails with one sentence when something cannot be had. */
  static Demo open(DemoOptions options, PrintStream out, boolean terminal) {
    Paragraphs paragraphs = Paragraphs.load();
    int items = options.items().orElse(Math.max(paragraphs.count(), options.tenants()));
    DemoRun run = new DemoRun(options.tenants(), items, options.abortedShare());
    return new Demo(options, run, paragraphs, out, terminal);
  }

  private Consumer consumer(Deployment deployment) {
    Handlers handlers =
        Handlers.builder().on(DemoSchema.INDEX_NOTE, new NoteHandler(deployment, pickups)).build();
    String id = "demo-" + ProcessHandle.current().pid();
    return Consumer.builder(
            deployment, handlers, ConsumerOptions.defaults(id).withItemLease(ITEM_LEASE))
        .clock(runtime.clock())
        .random(runtime.chance())
        .executor(runtime.transactions())
        .workerExecutor(workers)
        .timer(runtime.timer())
        .listener(
            new ConsumerListener() {
              @Override
              public void itemCompleted(WorkItem item, TenantId tenant, Duration ran) {
                completed.incrementAndGet();
              }
            })
        .build();
  }

  /** Where the admin page is. */
  URI url() {
    return admin.url();
  }

  /** Does the work and verifies it. */
  Report work() {
    announce();
    scheduleCrash();
    Producers producers =
        new Producers(
            clusters.deployment(),
            run,
            paragraphs,
            pickups,
            runtime.transactions(),
            runtime.timer());
    consumer.start();
    CompletableFuture<Void> saving = producers.start();
    Progress progress = new Progress(out, terminal, run.items(), System.nanoTime());
    awaitQuiet(saving, producers, progress);
    progress.end();
    Verification verification = join(new Verifier(clusters.deployment(), run, paragraphs).verify());
    return new Report(verification, pickups.millis(0.5), pickups.millis(0.99), pickups.count());
  }

  private void announce() {
    out.printf(
        "Tenure demo: %,d tenants of two applications, %,d paragraphs, clusters %s%n",
        run.tenants(),
        run.items(),
        clusters.deployment().clusters().stream().map(QueueCluster::name).toList());
    out.println("  data       " + options.data().toAbsolutePath().normalize());
    out.println("  admin      " + admin.url());
    out.printf(
        "  set here   empty zones are collected after %d s instead of 30 s; item lease %d s%n%n",
        DemoClusters.COLLECTION_GRACE.toSeconds(), ITEM_LEASE.toSeconds());
  }

  private void scheduleCrash() {
    options
        .crashAfter()
        .ifPresent(
            after -> {
              var crash =
                  runtime
                      .timer()
                      .schedule(
                          () -> Runtime.getRuntime().halt(DemoCommand.EXIT_CRASHED),
                          after.toMillis(),
                          TimeUnit.MILLISECONDS);
              if (crash.isCancelled()) {
                throw new IllegalStateException("the timer is closed");
              }
            });
  }

  /** Waits until all is saved and no pointer is left, or nothing moves any more. */
  private void awaitQuiet(CompletableFuture<Void> saving, Producers producers, Progress progress) {
    long lastMoved = System.nanoTime();
    long lastSum = -1;
    while (true) {
      boolean allSaved = waitFor(saving);
      long pointers = allSaved ? pointers() : -1;
      if (pointers == 0) {
        return;
      }
      long now = System.nanoTime();
      progress.show(producers.saved(), completed.get(), pickups.millis(0.5), now);
      long sum = producers.saved() + completed.get() - pointers;
      if (sum != lastSum) {
        lastSum = sum;
        lastMoved = now;
      } else if (now - lastMoved > STUCK_AFTER.toNanos()) {
        return;
      }
    }
  }

  private boolean waitFor(CompletableFuture<Void> saving) {
    try {
      if (saving.isDone()) {
        TimeUnit.MILLISECONDS.sleep(LOOK_EVERY.toMillis());
      }
      saving.get(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new DemoFailure("a producer failed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DemoFailure("interrupted", e);
    }
  }

  private long pointers() {
    return clusters.deployment().clusters().stream()
        .mapToLong(cluster -> join(cluster.inspector().summary()).pointers())
        .sum();
  }

  private <T> T join(CompletableFuture<T> future) {
    return clusters.deployment().clusters().get(0).database().join(future);
  }

  @Override
  public void close() {
    admin.close();
    join(consumer.stop(STOP_DEADLINE));
    clusters.close();
    workers.shutdownNow();
    runtime.close();
  }

  private static Thread workerThread(Runnable task) {
    Thread thread = new Thread(task, "demo-worker");
    thread.setDaemon(true);
    return thread;
  }
}
