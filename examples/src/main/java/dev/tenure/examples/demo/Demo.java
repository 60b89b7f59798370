package dev.tenure.examples.demo;

import dev.tenure.admin.AdminOptions;
import dev.tenure.admin.AdminServer;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.inspect.ClusterInspector;
import dev.tenure.spring.TenureRuntime;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The sequence of the demo: clusters, admin page, consumer fleet, producers, quiet, verification.
 * Runs on the caller's thread, which may wait.
 */
final class Demo implements AutoCloseable {
  /** Short, so that what a killed process held is soon taken over by the next run. */
  private static final Duration ITEM_LEASE = Duration.ofSeconds(5);

  private static final Duration STOP_DEADLINE = Duration.ofSeconds(10);

  private final DemoOptions options;
  private final DemoRun run;
  private final Paragraphs paragraphs;
  private final PrintStream out;
  private final int columns;

  private final TenureRuntime runtime = TenureRuntime.start();
  private final ExecutorService workers = Executors.newCachedThreadPool(Demo::workerThread);
  private final PickupTimes pickups = new PickupTimes(System::nanoTime);
  private final ItemCounts items = new ItemCounts();
  private final DemoClusters clusters;
  private final AdminServer admin;
  private final Consumer consumer;

  private Demo(
      DemoOptions options, DemoRun run, Paragraphs paragraphs, PrintStream out, int columns) {
    this.options = options;
    this.run = run;
    this.paragraphs = paragraphs;
    this.out = out;
    this.columns = columns;
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

  /**
   * Opens clusters, page and consumers. Fails with one sentence when one of them cannot be opened.
   */
  static Demo open(DemoOptions options, PrintStream out, int columns) {
    options.report().ifPresent(Report::requireWritable);
    AdminPort.requireFree(options.port(), AdminOptions.defaults().address());
    Paragraphs paragraphs = Paragraphs.load();
    int items = options.items().orElse(Math.max(paragraphs.count(), options.tenants()));
    DemoRun run = new DemoRun(options.tenants(), items, options.abortedShare());
    return new Demo(options, run, paragraphs, out, columns);
  }

  private Consumer consumer(Deployment deployment) {
    Handlers handlers =
        Handlers.builder().on(DemoSchema.INDEX_NOTE, new NoteHandler(deployment, pickups)).build();
    String id = "demo-" + ProcessHandle.current().pid();
    return Consumer.builder(
            deployment, handlers, ConsumerOptions.defaults(id).withItemLease(ITEM_LEASE))
        .clock(runtime.clock())
        .random(runtime.random())
        .executor(runtime.transactions())
        .workerExecutor(workers)
        .timer(runtime.timer())
        .listener(items)
        .build();
  }

  /** The address of the admin page. */
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
    Progress progress = new Progress(out, columns, System::nanoTime);
    Optional<String> gaveUp =
        new Course(run, producers, items, pickups, this::pointers, progress).awaitQuiet();
    gaveUp.ifPresent(why -> endWork(producers));
    Verification verification = verify(progress);
    progress.end();
    return new Report(
        verification, gaveUp, pickups.millis(0.5), pickups.millis(0.99), pickups.count());
  }

  /** Nothing is to move behind the verdict. */
  private void endWork(Producers producers) {
    producers.stop();
    join(consumer.stop(STOP_DEADLINE));
  }

  private Verification verify(Progress progress) {
    Verifier verifier = new Verifier(clusters.deployment(), run, paragraphs);
    CompletableFuture<Verification> verification = verifier.verify();
    progress.phase("verifying", run.tenants());
    while (!Course.isDone(verification)) {
      progress.show(verifier.looked(), verifier.looked(), "");
    }
    return join(verification);
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

  private long pointers() {
    return clusters.deployment().clusters().stream()
        .mapToLong(cluster -> join(new ClusterInspector(cluster).summary()).pointers())
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
