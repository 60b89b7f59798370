package dev.tenure.queue.cluster;

import com.apple.foundationdb.Database;
import dev.tenure.embedded.EmbeddedDatabase;
import dev.tenure.embedded.EmbeddedEnvironment;
import dev.tenure.late.time.ManualClock;
import dev.tenure.late.time.VirtualTime;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.TestCluster;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/** Clusters in memory, any of which can hang, on one thread and a timer that the test moves. */
final class ClusterFixture implements AutoCloseable {
  final VirtualTime timer = new VirtualTime();
  private final ManualClock clock = new ManualClock();
  private final TreeMap<String, Hanging> clusters = new TreeMap<>();
  private final List<Database> engines = new ArrayList<>();

  ClusterFixture(String... names) {
    for (String name : names) {
      Database engine =
          EmbeddedDatabase.memory(
              EmbeddedEnvironment.builder()
                  .clock(clock)
                  .random(new Random(7))
                  .executor(Runnable::run)
                  .commitExecutor(Runnable::run)
                  .timer(new VirtualTime())
                  .build());
      engines.add(engine);
      clusters.put(name, new Hanging(engine));
    }
  }

  Hanging hanging(String name) {
    return Objects.requireNonNull(clusters.get(name), name);
  }

  /** What one process sees of a cluster, its continuations on an executor of its own. */
  CompletableFuture<QueueCluster> open(String name, Executor executor) {
    RecordDatabase database =
        RecordDatabase.builder(hanging(name).toldBy(executor))
            .clock(clock)
            .random(new Random(8))
            .executor(executor)
            .timer(timer)
            .build();
    return QueueCluster.open(
        database, ClusterOptions.named(name), TenantSchemas.same(TestCluster.metaData()));
  }

  QueueCluster open(String name) {
    return await(open(name, Runnable::run));
  }

  /** One process that knows these clusters. */
  Deployment deployment(String... names) {
    return Deployment.of(List.of(names).stream().map(this::open).toList());
  }

  /** Moves the time until the future is done. */
  <T> T await(CompletableFuture<T> future) {
    run(future);
    return future.join();
  }

  private void run(CompletableFuture<?> future) {
    while (!future.isDone()) {
      if (!timer.step()) {
        throw new AssertionError("nothing is under way, and the future is not done");
      }
    }
  }

  /** As {@link #await}, of a future that fails. */
  Throwable failure(CompletableFuture<?> future) {
    run(future);
    try {
      Object value = future.join();
      throw new AssertionError("ended with " + value);
    } catch (CompletionException e) {
      return FdbErrorPredicates.unwrap(e);
    }
  }

  /** What an error says. */
  static String message(Throwable error) {
    return String.valueOf(error.getMessage());
  }

  /** How long something takes. */
  Duration time(Runnable work) {
    Duration before = timer.elapsed();
    work.run();
    return timer.elapsed().minus(before);
  }

  /** The first tenant that is so. */
  static TenantId tenant(Predicate<TenantId> wanted) {
    for (int i = 0; i < 1_000; i++) {
      TenantId tenant = new TenantId("mail", "user-" + i);
      if (wanted.test(tenant)) {
        return tenant;
      }
    }
    throw new AssertionError("no tenant is so");
  }

  @Override
  public void close() {
    engines.forEach(Database::close);
  }
}
