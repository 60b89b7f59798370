package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.Selection;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.pointer.PointerLeasing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * Consumers with options that nobody would choose together, each within its limits, some of them
 * without the items' type. Every item begins within the bound of the promise: item lease + 6 s +
 * twice the stated skew.
 */
final class OddOptions implements Drill {
  private static final int TENANTS = 3;
  private static final int ITEMS = 16;
  private static final int TAKES_MILLIS_MAX = 20;
  private static final WorkType<String> OTHER_TYPE = WorkType.of("other", PayloadCodecs.text());

  private final Map<String, Instant> due = new TreeMap<>();
  private final List<Consumer> consumers = new ArrayList<>();

  @Override
  public void run(Bench bench) {
    bench.tell(
        each ->
            each.withShards(bench.oneOf(1, 1, 2, 4))
                .withMinInactive(bench.oneOf(Duration.ofMillis(500), Duration.ofSeconds(20)))
                .withLeasing(bench.oneOf(PointerLeasing.values())));
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(Work.tenant(0));
    for (int number = 1; number < TENANTS; number++) {
      bench.scheduler.join(deployment.createTenant(Work.tenant(number)));
    }
    Work work = new Work();
    Duration lease = bench.oneOf(Duration.ofMillis(200), Duration.ofSeconds(2));
    int unable = bench.between(0, 6);
    for (int number = 0; number < unable; number++) {
      consumers.add(consume(bench, otherHandlers(), "unable-" + number, lease));
    }
    int able = bench.between(1, 3);
    for (int number = 0; number < able; number++) {
      consumers.add(consume(bench, handlers(bench, work), "able-" + number, lease));
    }
    bench.scheduler.runFor(bench.millis(0, 12_000));
    bench.delay(bench.oneOf(Duration.ofMillis(1), Duration.ofMillis(10)));
    Duration bound = ConsumerOptions.defaults("any").withItemLease(lease).beginsWithin();
    for (int number = 0; number < ITEMS; number++) {
      String id = "item-" + number;
      TenantId tenant = Work.tenant(bench.between(0, TENANTS - 1));
      Duration delay = bench.between(0, 4) == 0 ? bench.millis(1, 9_000) : Duration.ZERO;
      String zone = "zone-" + bench.between(0, 2);
      producer.place(deployment, tenant, zone, Work.item(id).withDelay(delay));
      due.put(id, bench.now().plus(delay));
      check(bench, work, bound, bench.millis(0, bench.oneOf(50, 3_000)));
    }
    while (!due.isEmpty()) {
      check(bench, work, bound, Duration.ofSeconds(1));
    }
    bench.await(
        lease.plusSeconds(10),
        () -> consumers.stream().allMatch(each -> each.status().load().isAtRest()),
        () -> "not at rest: " + loads());
  }

  private void check(Bench bench, Work work, Duration bound, Duration duration) {
    Instant until = bench.now().plus(duration);
    while (bench.now().isBefore(until)) {
      bench.scheduler.runFor(Duration.ofMillis(100));
      due.keySet().removeIf(work::hasBegun);
      due.forEach(
          (id, since) ->
              require(
                  !bench.now().isAfter(since.plus(bound)),
                  () -> id + " has waited since " + since + " beside " + loads()));
    }
  }

  private String loads() {
    return consumers.stream().map(each -> each.status().load()).toList().toString();
  }

  private static Consumer consume(Bench bench, Handlers handlers, String name, Duration lease) {
    Member member = bench.member(name);
    String id = bench.between(0, 9) + "-" + name;
    ConsumerOptions options = options(bench, id).withItemLease(lease);
    bench.scheduler.note(options.toString());
    return member.consume(member.connected(), handlers, options);
  }

  private static ConsumerOptions options(Bench bench, String id) {
    int dequeueMax = bench.oneOf(1, 2, 8, 100);
    Tuning tuning =
        Tuning.defaults()
            .withWaitingMax(bench.oneOf(0, 1, 512))
            .withEndingMax(bench.oneOf(1, 4_096))
            .withCompletionsMax(bench.oneOf(1, 256))
            .withPeekKept(
                bench.oneOf(Duration.ZERO, Duration.ofMillis(250), Duration.ofSeconds(10)))
            .withStaleness(
                bench.oneOf(Duration.ZERO, Duration.ofMillis(100), Duration.ofSeconds(5)))
            .withRankDelay(
                bench.oneOf(Duration.ZERO, Duration.ofMillis(20), Duration.ofSeconds(10)))
            .withSequentialLease(bench.oneOf(Duration.ofSeconds(1), Duration.ofMinutes(10)))
            .withDivided(bench.random.nextBoolean());
    return ConsumerOptions.defaults(id)
        .withSelection(
            bench.oneOf(
                new Selection.Fixed(0.001), new Selection.Fixed(0.02), new Selection.Fixed(1)))
        .withPeekMax(bench.oneOf(1, 50, 20_000))
        .withSelectionMax(bench.oneOf(1, 2_000))
        .withDequeueMaxAlone(128)
        .withDequeueMax(dequeueMax)
        .withDequeueBytesMax(bench.oneOf(1L, 1_000_000L))
        .withManagers(bench.oneOf(1, 2, 16))
        .withWorkers(bench.oneOf(1, 2, 64))
        .withPollInterval(
            bench.oneOf(Duration.ofMillis(200), Duration.ofSeconds(5), Duration.ofHours(1)))
        .withHeartbeat(
            bench.oneOf(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofSeconds(10)))
        .withTuning(tuning);
  }

  private static Handlers handlers(Bench bench, Work work) {
    int concurrency = bench.oneOf(1, 2, 100);
    return Handlers.builder()
        .on(
            Work.TYPE.withPolicy(Work.TYPE.policy().withConcurrency(concurrency)),
            (id, context) -> {
              work.begin(id, bench.now());
              CompletableFuture<Void> over = new CompletableFuture<>();
              bench.after(bench.millis(0, TAKES_MILLIS_MAX), () -> over.complete(null));
              return over.thenApply(done -> Outcome.done());
            })
        .build();
  }

  private static Handlers otherHandlers() {
    return Handlers.builder()
        .on(OTHER_TYPE, (text, context) -> CompletableFuture.completedFuture(Outcome.done()))
        .build();
  }
}
