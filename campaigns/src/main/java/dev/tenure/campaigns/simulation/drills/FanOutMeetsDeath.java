package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.local.FanOutHandler;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.ClusterTransaction;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.LocalItem;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.fanout.FanOut;
import dev.tenure.queue.fanout.FanOutStatus;
import dev.tenure.testkit.engine.FaultRates;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A local item is fanned out while processes die, a cluster hangs, the list of clusters grows, a
 * process does not know all of it, and the fan-out is begun again. In the end each cluster of the
 * list has run the item, and its effects are there once.
 */
final class FanOutMeetsDeath implements Drill {
  private static final String ID = "fanned-out";
  private static final List<Integer> OLD = List.of(0, 1);
  private static final List<String> ALL = List.of("cluster-0", "cluster-1", "cluster-2");

  /** Leases of the dead, the greatest pause of a fan-out and the time that others are given. */
  private static final Duration BOUND = Duration.ofMinutes(2);

  private int members;

  @Override
  public int clusters() {
    return ALL.size();
  }

  @Override
  public void run(Bench bench) {
    Deployment observer = bench.member("observer").connected();
    Deployment old = bench.scheduler.join(bench.member("older").connect(OLD));
    bench.scheduler.join(old.agree());
    for (QueueCluster cluster : observer.clusters()) {
      bench.scheduler.join(cluster.createTenant(tenantOf(cluster.name())));
    }
    bench.faults.use(FaultRates.usual());
    bench.faults.set(true);
    Member unable = consumer(bench, OLD);
    Member doomed = consumer(bench, bench.random.nextBoolean() ? OLD : List.of(0, 1, 2));
    boolean grownBefore = bench.random.nextBoolean();
    CompletableFuture<?> change = new CompletableFuture<>();
    if (grownBefore) {
      repair(bench, observer, change);
    }
    surelyBegin(bench, old);
    int changeAfter = grownBefore ? -1 : bench.between(0, 4);
    for (int round = 0; round < 5; round++) {
      if (round == changeAfter) {
        change = observer.changeClusters(1, ALL);
      }
      bench.scheduler.runFor(bench.millis(0, 400));
      switch (bench.between(0, 5)) {
        case 0 -> doomed.process.crash();
        case 1 -> begin(bench, observer);
        case 2 -> begin(bench, old);
        case 3 -> unable.link(bench.between(0, 1)).begin();
        default -> {}
      }
    }
    if (!grownBefore) {
      repair(bench, observer, change);
    }
    bench.scheduler.runFor(bench.millis(0, 3_000));
    var unusedAble = consumer(bench, List.of(0, 1, 2));
    for (int number : OLD) {
      unable.link(number).end();
    }
    bench.faults.set(false);
    if (!grownBefore) {
      begin(bench, observer);
    }
    FanOut fanOut = new FanOut(observer);
    bench.await(BOUND, () -> isOver(status(bench, fanOut)), () -> status(bench, fanOut) + "");
    for (QueueCluster cluster : observer.clusters()) {
      long times = effects(bench, cluster);
      require(times == 1, () -> times + " effects on " + cluster.name());
    }
  }

  /** Ends the change of the list, which a fault may have interrupted. */
  private static void repair(Bench bench, Deployment observer, CompletableFuture<?> change) {
    bench.scheduler.runFor(Duration.ofSeconds(1));
    if (!change.isDone() || change.isCompletedExceptionally()) {
      bench.faults.set(false);
      bench.scheduler.join(observer.changeClusters(1, ALL));
      bench.faults.set(true);
    }
  }

  private static TenantId tenantOf(String cluster) {
    return new TenantId("mail", cluster);
  }

  private static void begin(Bench bench, Deployment deployment) {
    var unused = new FanOut(deployment).start(NewItem.of(Work.TYPE, ID).withId(ID));
    bench.scheduler.runFor(bench.millis(0, 50));
  }

  /** Begins it until that is acknowledged: from then on nobody need begin it again. */
  private static void surelyBegin(Bench bench, Deployment deployment) {
    CompletableFuture<?> begun;
    do {
      begun = new FanOut(deployment).start(NewItem.of(Work.TYPE, ID).withId(ID));
      bench.scheduler.runUntil(begun);
    } while (begun.isCompletedExceptionally());
  }

  private Member consumer(Bench bench, List<Integer> clusters) {
    String id = bench.between(0, 9) + "-consumer-" + members++;
    Member member = bench.member(id);
    Deployment deployment = bench.scheduler.join(member.connect(clusters));
    Handlers handlers =
        Handlers.builder()
            .on(FanOut.TYPE, new FanOutHandler(deployment))
            .on(
                Work.TYPE,
                (text, context) ->
                    CompletableFuture.completedFuture(
                        Outcome.doneOnCluster(FanOutMeetsDeath::count)))
            .build();
    ConsumerOptions options =
        ConsumerOptions.defaults(id).withItemLease(Duration.ofSeconds(3)).withManagers(2);
    var unused = member.consume(deployment, handlers, options);
    return member;
  }

  private static CompletableFuture<Void> count(ClusterTransaction cluster) {
    return cluster
        .tenant(tenantOf(cluster.name()))
        .thenCompose(
            tx ->
                tx.store()
                    .load("SimulatedEffect", Tuple.from(ID))
                    .thenCompose(
                        found ->
                            tx.store()
                                .save(
                                    SimulatedEffect.newBuilder()
                                        .setNumber(ID)
                                        .setTimes(
                                            found
                                                    .map(
                                                        each ->
                                                            ((SimulatedEffect) each.message())
                                                                .getTimes())
                                                    .orElse(0L)
                                                + 1)
                                        .build())))
        .thenApply(saved -> null);
  }

  private static FanOutStatus status(Bench bench, FanOut fanOut) {
    return bench.scheduler.join(fanOut.status(ID));
  }

  private static boolean isOver(FanOutStatus status) {
    return status.pending().isEmpty()
        && status.clusters().stream()
            .allMatch(each -> each.state().filter(LocalItem.State.DONE::equals).isPresent());
  }

  private static long effects(Bench bench, QueueCluster cluster) {
    return bench.<Long>stored(
        cluster,
        tenantOf(cluster.name()),
        tx ->
            tx.store()
                .load("SimulatedEffect", Tuple.from(ID))
                .thenApply(
                    found ->
                        found
                            .map(each -> ((SimulatedEffect) each.message()).getTimes())
                            .orElse(0L)));
  }
}
