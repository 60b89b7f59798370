package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.queue.QueueException;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterOptions;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.record.error.FdbErrorPredicates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A cluster hangs for one process: opening it and transactions on it end in time, and tenants on
 * the other cluster are served though the one that hangs is asked first.
 */
final class HungOpening implements Drill {
  private static final int TENANTS = 8;
  private static final Duration SLACK = Duration.ofSeconds(1);

  /** A preferred cluster is waited for so long before the others are asked as well. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final Duration TIMEOUT = ClusterOptions.TRANSACTION_TIMEOUT_DEFAULT;

  @Override
  public int clusters() {
    return 2;
  }

  @Override
  public void run(Bench bench) {
    Member member = bench.member("member");
    Deployment deployment = member.connected();
    for (int number = 0; number < TENANTS; number++) {
      bench.scheduler.join(deployment.clusters().get(number % 2).createTenant(Work.tenant(number)));
    }
    bench.delay(Duration.ofMillis(20));
    int hung = bench.between(0, 1);
    CompletableFuture<?> last = enqueue(deployment, hung, "before");
    bench.scheduler.runFor(bench.millis(0, 30));
    member.link(hung).begin();
    awaitFailure(bench, last, "a transaction under way", true);
    awaitFailure(bench, member.open(hung), "opening", false);
    awaitFailure(bench, enqueue(deployment, hung, "during"), "a transaction", false);
    for (int number = 1 - hung; number < TENANTS; number += 2) {
      TenantId tenant = Work.tenant(number);
      String id = "other-" + number;
      CompletableFuture<?> run =
          deployment.run(tenant, tx -> tx.zone(Work.ZONE).enqueue(Work.item(id)));
      awaitSuccess(bench, run, "a transaction on " + tenant);
      awaitSuccess(bench, deployment.locate(tenant), "looking for " + tenant);
    }
    member.link(hung).end();
    bench.scheduler.join(enqueue(deployment, hung, "after"));
  }

  private static CompletableFuture<?> enqueue(Deployment deployment, int number, String id) {
    return deployment.run(Work.tenant(number), tx -> tx.zone(Work.ZONE).enqueue(Work.item(id)));
  }

  private static void awaitSuccess(Bench bench, CompletableFuture<?> call, String what) {
    bench.await(
        PATIENCE.plus(SLACK), call::isDone, () -> what + " on the other cluster is not over");
    call.join();
  }

  private static void awaitFailure(
      Bench bench, CompletableFuture<?> call, String what, boolean maySucceed) {
    Instant begun = bench.now();
    bench.await(
        TIMEOUT.plus(SLACK),
        call::isDone,
        () -> what + " on a cluster that hangs, begun at " + begun + ", is not over");
    List<Throwable> met =
        call.handle((value, error) -> error == null ? List.<Throwable>of() : List.of(error)).join();
    require(maySucceed || !met.isEmpty(), what + " on a cluster that hangs succeeded");
    for (Throwable error : met) {
      require(
          FdbErrorPredicates.unwrap(error) instanceof QueueException told
              && told.code() == QueueException.Code.CLUSTER_UNAVAILABLE,
          () -> what + " on a cluster that hangs failed with " + error);
    }
  }
}
