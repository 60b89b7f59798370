package dev.tenure.campaigns.simulation.drills;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.Deployment;
import dev.tenure.queue.explain.Cause;
import dev.tenure.queue.explain.Explainer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** An item waits for a reason that the drill knows: {@code why} gives this reason and no other. */
final class WhyItWaits implements Drill {
  private static final Duration HEARD = Duration.ofSeconds(12);
  private static final Duration BOUND = Duration.ofSeconds(15);
  private static final TenantId TENANT = Work.tenant(0);
  private static final int NEWER = 2;

  @Override
  public void run(Bench bench) {
    Member producer = bench.member("producer");
    Deployment deployment = producer.connectedWith(TENANT);
    bench.delay(Duration.ofMillis(20));
    for (int number = 0; number < bench.between(1, 2); number++) {
      Member member = bench.member("older-" + number);
      var unused =
          member.consume(
              new Work(), Duration.ofMillis(1), ConsumerOptions.defaults("older-" + number));
    }
    bench.scheduler.runFor(HEARD);
    switch (bench.between(0, 3)) {
      case 0 -> newerPayload(bench, producer, deployment);
      case 1 -> {
        WorkType<String> strange = WorkType.of("strange", PayloadCodecs.text());
        place(bench, producer, deployment, NewItem.of(strange, "strange"), "strange");
        requireCause(bench, deployment, "strange", Cause.NoConsumer.class);
      }
      case 2 -> {
        bench.scheduler.join(pause(deployment));
        place(bench, producer, deployment, Work.item("paused"), "paused");
        requireCause(bench, deployment, "paused", Cause.Paused.class);
      }
      default -> {
        NewItem delayed = Work.item("delayed").withDelay(Duration.ofMinutes(2));
        place(bench, producer, deployment, delayed, "delayed");
        requireCause(bench, deployment, "delayed", Cause.NotVested.class);
      }
    }
  }

  /** Nobody reads it, and this is the cause; then somebody does, and it is done. */
  private static void newerPayload(Bench bench, Member producer, Deployment deployment) {
    WorkType<String> type =
        WorkType.of(Work.TYPE.name(), PayloadCodecs.text())
            .withSchemaVersion(NEWER)
            .withUpgrader(1, payload -> payload);
    place(bench, producer, deployment, NewItem.of(type, "newer"), "newer");
    requireCause(bench, deployment, "newer", Cause.VersionUnread.class);
    Work work = new Work();
    Member member = bench.member("newer");
    Handlers handlers =
        Handlers.builder()
            .on(
                type,
                (id, context) -> {
                  work.begin(id, bench.now());
                  return CompletableFuture.completedFuture(Outcome.done());
                })
            .build();
    var unused = member.consume(member.connected(), handlers, ConsumerOptions.defaults("newer"));
    bench.await(BOUND, () -> work.hasBegun("newer"), () -> "nobody takes the newer payload");
  }

  private static void place(
      Bench bench, Member producer, Deployment deployment, NewItem item, String id) {
    producer.place(deployment, TENANT, Work.ZONE, item.withId(id));
    bench.scheduler.runFor(bench.millis(1_000, 8_000));
  }

  private static CompletableFuture<?> pause(Deployment deployment) {
    return deployment.run(
        TENANT, tx -> tx.zone(Work.ZONE).changeSettings(before -> before.withPaused(true)));
  }

  /** Nor any other cause that would lead somebody astray; when its pointer vests is no matter. */
  private static void requireCause(
      Bench bench, Deployment deployment, String id, Class<? extends Cause> expected) {
    Explainer explainer = new Explainer(deployment.clusters().get(0));
    List<Cause> causes = bench.scheduler.join(explainer.why(TENANT, Work.ZONE, id)).causes();
    List<Cause> decisive =
        causes.stream().filter(cause -> !(cause instanceof Cause.PointerLater)).toList();
    require(
        decisive.size() == 1 && expected.isInstance(decisive.get(0)),
        () -> "why " + id + " waits: not only " + expected.getSimpleName() + ", but " + causes);
  }
}
