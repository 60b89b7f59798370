package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.query.Predicates.equal;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.proto.QueueItem;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneSettings;
import dev.tenure.record.async.AsyncLoop;
import dev.tenure.record.query.RecordQuery;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * One operator pauses and resumes a zone while another one changes how long it remembers ids, and
 * visits are under way: no change is lost, and nothing is leased after a pause has committed.
 */
final class SettingsMeet implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final int PAUSES = 6;
  private static final int HELD_MILLIS_MAX = 400;

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(TENANT);
    Deployment first = bench.member("first operator").connected();
    Deployment second = bench.member("second operator").connected();
    Member member = bench.member("consumer");
    var unused =
        member.consume(
            new Work(),
            Duration.ofMillis(5),
            ConsumerOptions.defaults("consumer").withItemLease(Duration.ofSeconds(5)));
    bench.faults.holding(
        request -> bench.random.nextInt(3) == 0 ? bench.millis(1, HELD_MILLIS_MAX) : Duration.ZERO);
    bench.faults.set(true);
    for (int number = 0; number < PAUSES; number++) {
      place(bench, producer, deployment, "before-" + number);
      var unusedChange = remember(second, bench.between(1, 600));
      bench.scheduler.runFor(bench.millis(0, 100));
      bench.scheduler.join(change(first, before -> before.withPaused(true)));
      Map<String, String> leases = leases(bench, deployment);
      place(bench, producer, deployment, "during-" + number);
      var unusedMore = remember(second, bench.between(1, 600));
      bench.scheduler.runFor(bench.millis(200, 1_500));
      requirePaused(bench, deployment, true);
      requireNoneNew(leases, leases(bench, deployment));
      bench.scheduler.join(change(first, before -> before.withPaused(false)));
      requirePaused(bench, deployment, false);
    }
  }

  private static void place(Bench bench, Member producer, Deployment deployment, String name) {
    for (int number = 0; number < 4; number++) {
      var unused = producer.placing(deployment, TENANT, Work.ZONE, Work.item(name + "-" + number));
      bench.scheduler.runFor(bench.millis(0, 30));
    }
  }

  private static CompletableFuture<?> remember(Deployment operator, int seconds) {
    Duration wanted = Duration.ofSeconds(seconds);
    return change(operator, before -> before.withDedupFor(wanted));
  }

  private static CompletableFuture<?> change(
      Deployment operator, UnaryOperator<ZoneSettings> change) {
    return operator.run(TENANT, tx -> tx.zone(Work.ZONE).changeSettings(change));
  }

  private static void requirePaused(Bench bench, Deployment deployment, boolean expected) {
    ZoneSettings stored =
        bench.stored(home(deployment), TENANT, tx -> tx.zone(Work.ZONE).settings());
    require(
        stored.paused() == expected,
        () -> (expected ? "a pause" : "a resume") + " is lost beside another change: " + stored);
  }

  private static QueueCluster home(Deployment deployment) {
    return deployment.clusters().get(0);
  }

  /** The lease of each item that has one. */
  private static Map<String, String> leases(Bench bench, Deployment deployment) {
    return bench.stored(
        home(deployment),
        TENANT,
        tx -> {
          QueueZone zone = tx.zone(Work.ZONE);
          Map<String, String> leases = new HashMap<>();
          RecordQuery all = RecordQuery.of("QueueItem").where(equal(field("zone"), Work.ZONE));
          return tx.store()
              .query(all)
              .map(found -> ((QueueItem) found.message()).getId())
              .asList()
              .thenCompose(
                  ids ->
                      AsyncLoop.forEach(
                          ids, each -> zone.find(each).thenAccept(it -> note(leases, it))))
              .thenApply(done -> leases);
        });
  }

  private static void note(Map<String, String> leases, Optional<WorkItem> found) {
    found.ifPresent(
        item -> item.lease().ifPresent(lease -> leases.put(item.id(), lease.id().hex())));
  }

  private static void requireNoneNew(Map<String, String> before, Map<String, String> after) {
    after.forEach(
        (id, lease) ->
            require(
                lease.equals(before.get(id)), id + " was leased after its zone had been paused"));
  }
}
