package dev.tenure.consumer.upkeep;

import dev.tenure.consumer.environment.Environment;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.external.PointerRepair;
import dev.tenure.queue.external.store.ExternalStores;
import java.time.Duration;

/**
 * Has the zones of external stores searched for items without a pointer, again and again. With n
 * live consumers each searches n times less often. Thread-safe.
 */
public final class PointerRepairs {
  private final Environment environment;
  private final ExternalStores stores;
  private final PointerRepair repair;
  private volatile int live = 1;

  public PointerRepairs(Environment environment, Deployment deployment) {
    this.environment = environment;
    this.stores = deployment.clusters().get(0).options().externalStores();
    this.repair = new PointerRepair(deployment);
  }

  /** Begins; does nothing without external stores. */
  public void start() {
    if (!stores.stores().isEmpty()) {
      later();
    }
  }

  /** Notes how many consumers are live. */
  public void live(int consumers) {
    live = Math.max(1, consumers);
  }

  private void later() {
    Duration interval = stores.repairedEvery().multipliedBy(live);
    environment.time().after(environment.random().jitter(interval, 0.5, 1), this::run);
  }

  private void run() {
    if (!environment.lifeCycle().running()) {
      return;
    }
    environment.whenDone(
        environment.begin(repair::run),
        environment.executor(),
        (report, error) -> {
          if (error != null) {
            environment.report("looking for items without a pointer", "external stores", error);
          }
          later();
        });
  }
}
