package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.report.Edge;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.redrive.LetterFilter;
import dev.tenure.queue.redrive.Redrive;
import dev.tenure.queue.redrive.RedriveAction;
import dev.tenure.queue.redrive.RedriveReport;
import dev.tenure.queue.redrive.RedriveRequest;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.QueueZone;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Dead letters of one cause are deleted or redriven in bulk by an operator whose cluster answers
 * slowly. Meanwhile another operator redrives some of them, and they die anew of another cause:
 * those letters are not meant by the first operator, and stay.
 */
final class RedriveMeetsDeath implements Drill {
  private static final TenantId TENANT = Work.tenant(0);
  private static final int ITEMS = 24;
  private static final String FIRST = "of the first cause";
  private static final String SECOND = "of the second cause";
  private static final Duration BOUND = Duration.ofSeconds(15);

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(TENANT);
    Member member = bench.member("consumer");
    Map<String, Integer> runs = new TreeMap<>();
    var unused =
        member.consume(member.connected(), dying(runs), ConsumerOptions.defaults("consumer"));
    for (int number = 0; number < ITEMS; number++) {
      producer.place(deployment, TENANT, Work.ZONE, Work.item(id(number)));
    }
    QueueCluster home = deployment.clusters().get(0);
    bench.await(BOUND, () -> letters(bench, home).size() == ITEMS, () -> "not all have died");
    bench.delay(Duration.ofMillis(10));
    boolean deletes = bench.random.nextBoolean();
    Member slow = bench.member("slow operator");
    QueueCluster slowly = slow.connected().clusters().get(0);
    CompletableFuture<RedriveReport> bulk =
        new Redrive(slowly, TENANT)
            .run(
                RedriveRequest.ofZone(
                        Work.ZONE, deletes ? RedriveAction.DELETE : RedriveAction.REDRIVE)
                    .withFilter(LetterFilter.all().withReasonContaining(FIRST)));
    Set<String> redriven = meddle(bench, deployment, slow, bulk);
    slow.link(0).end();
    RedriveReport report = bench.scheduler.join(bulk);
    bench.edges.add(Edge.REDRIVEN_IN_BULK, report.changed());
    bench.scheduler.runFor(BOUND);
    Map<String, DeadLetter> left = letters(bench, home);
    for (String id : redriven) {
      require(
          left.containsKey(id) && left.get(id).reason().contains(SECOND),
          () -> id + " died anew, and its letter was taken for that of its first death");
      require(runs.getOrDefault(id, 0) == 2, () -> id + " ran " + runs.get(id) + " times, not 2");
    }
  }

  private static String id(int number) {
    return "item-" + number;
  }

  /** Redrives letters one by one while the other operator's answers come now and then. */
  private static Set<String> meddle(
      Bench bench, Deployment deployment, Member slow, CompletableFuture<?> bulk) {
    Set<String> redriven = new TreeSet<>();
    List<CompletableFuture<?>> calls = new ArrayList<>();
    int first = bench.between(0, ITEMS - 1);
    for (int number = 0; number < ITEMS && !bulk.isDone(); number++) {
      String id = id((first + number) % ITEMS);
      calls.add(
          deployment
              .run(TENANT, tx -> redriveOfFirstCause(tx.zone(Work.ZONE), id))
              .thenAccept(
                  outcome -> {
                    if (outcome == ZoneOutcome.DONE) {
                      redriven.add(id);
                    }
                  }));
      slow.link(0).begin();
      bench.scheduler.runFor(bench.millis(50, 400));
      slow.link(0).end();
      bench.scheduler.runFor(bench.millis(0, 3));
    }
    calls.forEach(bench.scheduler::join);
    return redriven;
  }

  /** Leaves a letter alone that the other operator has redriven, and that has died anew. */
  private static CompletableFuture<ZoneOutcome> redriveOfFirstCause(QueueZone zone, String id) {
    return zone.findDeadLetter(id)
        .thenCompose(
            found ->
                found.filter(letter -> letter.reason().contains(FIRST)).isPresent()
                    ? zone.redrive(id)
                    : CompletableFuture.completedFuture(ZoneOutcome.ITEM_GONE));
  }

  private static Handlers dying(Map<String, Integer> runs) {
    return Handlers.builder()
        .on(
            Work.TYPE,
            (id, context) -> {
              int run = runs.merge(id, 1, Integer::sum);
              String reason = run == 1 ? FIRST : SECOND;
              return CompletableFuture.completedFuture(Outcome.deadLetter(reason));
            })
        .build();
  }

  private static Map<String, DeadLetter> letters(Bench bench, QueueCluster home) {
    Map<String, DeadLetter> letters = new TreeMap<>();
    for (int number = 0; number < ITEMS; number++) {
      String id = id(number);
      Optional<DeadLetter> found =
          bench.stored(home, TENANT, tx -> tx.zone(Work.ZONE).findDeadLetterBySnapshot(id));
      found.ifPresent(letter -> letters.put(id, letter));
    }
    return letters;
  }
}
