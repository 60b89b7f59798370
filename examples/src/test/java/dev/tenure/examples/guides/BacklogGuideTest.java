package dev.tenure.examples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.QueueCluster;
import dev.tenure.queue.explain.Cause;
import dev.tenure.queue.explain.Explainer;
import dev.tenure.queue.explain.Explanation;
import dev.tenure.queue.redrive.LetterFilter;
import dev.tenure.queue.redrive.Redrive;
import dev.tenure.queue.redrive.RedriveAction;
import dev.tenure.queue.redrive.RedriveLimits;
import dev.tenure.queue.redrive.RedrivePreview;
import dev.tenure.queue.redrive.RedriveReport;
import dev.tenure.queue.redrive.RedriveRequest;
import dev.tenure.record.async.Pace;
import dev.tenure.testkit.cluster.SimulatedCluster;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** What docs/operating-a-backlog.md shows. */
final class BacklogGuideTest {
  private static final WorkType<String> SEND = WorkType.of("send", PayloadCodecs.text());
  private static final int LETTERS = 5;

  private static CompletableFuture<Explanation> why(QueueCluster cluster, String id) {
    return new Explainer(cluster).why(GuideSchema.READER, "mail", id);
  }

  private static RedriveRequest timedOut() {
    return RedriveRequest.ofZone("mail", RedriveAction.REDRIVE)
        .withFilter(LetterFilter.all().withType("send").withReasonContaining("timed out"))
        .withLimits(RedriveLimits.defaults().withPace(Pace.perSecond(50)));
  }

  private static CompletableFuture<RedrivePreview> dryRun(QueueCluster cluster) {
    return new Redrive(cluster, GuideSchema.READER).preview(timedOut());
  }

  private static CompletableFuture<RedriveReport> redrive(QueueCluster cluster) {
    return new Redrive(cluster, GuideSchema.READER).run(timedOut());
  }

  @SimulatedTest(seeds = 1)
  void anItemThatNobodyRunsSaysSo(SimulatedEngine engine) {
    SimulatedCluster cluster = opened(engine);
    enqueue(cluster, "a");
    Explanation explanation = join(engine, why(cluster.deployment().clusters().get(0), "a"));
    assertInstanceOf(Cause.NoConsumer.class, explanation.causes().get(0));
  }

  @SimulatedTest(seeds = 1)
  void deadLettersAreCountedFirstAndThenRedriven(SimulatedEngine engine) {
    SimulatedCluster cluster = opened(engine);
    for (int i = 0; i < LETTERS; i++) {
      enqueue(cluster, "letter-" + i);
    }
    cluster.startConsumer("first", deployment -> settingAside());
    cluster.drain(Duration.ofMinutes(1));
    QueueCluster where = cluster.deployment().clusters().get(0);
    assertEquals(LETTERS, join(engine, dryRun(where)).matching());
    assertEquals(LETTERS, join(engine, redrive(where)).changed());
  }

  private static Handlers settingAside() {
    return Handlers.builder()
        .on(
            SEND,
            (text, context) ->
                CompletableFuture.completedFuture(Outcome.deadLetter("the server timed out")))
        .build();
  }

  private static void enqueue(SimulatedCluster cluster, String id) {
    cluster.run(
        GuideSchema.READER, tx -> tx.zone("mail").enqueue(NewItem.of(SEND, "hello").withId(id)));
  }

  private static SimulatedCluster opened(SimulatedEngine engine) {
    SimulatedCluster cluster = SimulatedCluster.open(engine, GuideSchema.metaData());
    cluster.createTenant(GuideSchema.READER);
    return cluster;
  }

  private static <T> T join(SimulatedEngine engine, CompletableFuture<T> future) {
    return engine.scheduler().join(future);
  }
}
