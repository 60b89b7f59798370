package dev.tenure.examples.recipes;

import dev.tenure.queue.TenantId;
import dev.tenure.record.database.RecordDatabase;
import dev.tenure.record.database.RunOptions;
import dev.tenure.record.metadata.RecordMetaData;
import dev.tenure.record.store.RecordStore;
import dev.tenure.testkit.cluster.SimulatedCluster;
import dev.tenure.testkit.engine.SimulatedEngine;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** One tenant's store on a cluster in memory, in which a recipe is run. */
record RecipeStore(SimulatedEngine engine, SimulatedCluster cluster) {
  static final TenantId TENANT = new TenantId("recipes", "reader");

  /** So many that the last of all bodies that conflict is served as well. */
  private static final int ATTEMPTS_MAX = 200;

  static RecipeStore open(SimulatedEngine engine, RecordMetaData metaData) {
    SimulatedCluster cluster = SimulatedCluster.open(engine, metaData);
    cluster.createTenant(TENANT);
    return new RecipeStore(engine, cluster);
  }

  /** Runs a body in a transaction and waits for its commit. */
  <T> T run(Function<RecordStore, ? extends CompletionStage<T>> body) {
    RecordDatabase database = cluster.deployment().clusters().get(0).database();
    return database.join(cluster.deployment().run(TENANT, tx -> body.apply(tx.store())));
  }

  /** As {@link #run}, of a body that gives a number. */
  long number(Function<RecordStore, ? extends CompletionStage<Long>> body) {
    return run(body);
  }

  /** As {@link #run}, of a body that answers yes or no. */
  boolean holds(Function<RecordStore, ? extends CompletionStage<Boolean>> body) {
    return run(body);
  }

  /** Starts a transaction for each body before it waits for any; how often one had to run again. */
  int retriesOf(List<Function<RecordStore, CompletableFuture<?>>> bodies) {
    AtomicInteger retries = new AtomicInteger();
    RunOptions options =
        RunOptions.defaults()
            .withAttemptsMax(ATTEMPTS_MAX)
            .withRetryListener(retry -> retries.incrementAndGet());
    List<CompletableFuture<Void>> running =
        bodies.stream()
            .map(
                body ->
                    cluster
                        .deployment()
                        .run(options, TENANT, tx -> body.apply(tx.store()).thenAccept(done -> {})))
            .toList();
    running.forEach(engine.scheduler()::join);
    return retries.get();
  }
}
