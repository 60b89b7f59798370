package dev.tenure.examples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.WorkContext;
import dev.tenure.examples.proto.NoteStats;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.cluster.TenantTransaction;
import dev.tenure.testkit.cluster.SimulatedCluster;
import dev.tenure.testkit.engine.SimulatedEngine;
import dev.tenure.testkit.junit.SimulatedTest;
import java.time.Duration;
import java.util.StringTokenizer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What docs/handlers.md shows. */
final class HandlerGuideTest {
  private static final int NOTES = 10;

  private static final WorkType<String> COUNT =
      WorkType.of("count", PayloadCodecs.text())
          .withPolicy(
              WorkPolicy.defaults()
                  .withInlineRetries(1)
                  .withBackoff(Duration.ofMillis(200), Duration.ofMinutes(1))
                  .withAttemptsMax(10)
                  .withAgeMax(Duration.ofDays(1))
                  .withPermanentErrors(NumberFormatException.class)
                  .withExecutionBound(Duration.ofSeconds(30))
                  .withConcurrency(4));

  private static final WorkType<String> PRAISE = WorkType.of("praise", PayloadCodecs.text());

  private static CompletionStage<Outcome> count(String text, WorkContext context) {
    if (text.isBlank()) {
      throw new PermanentException("there is nothing to count");
    }
    long words = new StringTokenizer(text).countTokens();
    NewItem next = context.child(NewItem.of(PRAISE, "words: " + words));
    return CompletableFuture.completedFuture(
        Outcome.done(
            tx ->
                add(tx, words)
                    .thenCompose(added -> tx.zone().enqueue(next))
                    .thenApply(enqueued -> null)));
  }

  private static CompletableFuture<Void> add(TenantTransaction tx, long words) {
    return stats(tx)
        .thenCompose(
            before ->
                tx.store()
                    .save(
                        before.toBuilder()
                            .setNotes(before.getNotes() + 1)
                            .setWords(before.getWords() + words)
                            .build()))
        .thenApply(saved -> null);
  }

  private static CompletableFuture<NoteStats> stats(TenantTransaction tx) {
    return tx.store()
        .load("NoteStats", GuideSchema.STATS_KEY)
        .thenApply(
            found ->
                found
                    .map(stored -> (NoteStats) stored.message())
                    .orElse(NoteStats.getDefaultInstance()));
  }

  private static Handlers handlers() {
    return Handlers.builder()
        .on(COUNT, HandlerGuideTest::count)
        .on(PRAISE, (text, context) -> CompletableFuture.completedFuture(Outcome.done()))
        .build();
  }

  @SimulatedTest(seeds = 5)
  void everyWordIsCountedOnceWhateverHappens(SimulatedEngine engine) {
    SimulatedCluster cluster = SimulatedCluster.open(engine, GuideSchema.metaData());
    cluster.createTenant(GuideSchema.READER);
    for (int number = 0; number < NOTES; number++) {
      cluster.run(
          GuideSchema.READER, tx -> tx.zone().enqueue(NewItem.of(COUNT, "call me Ishmael")));
    }
    cluster.startConsumer("first", deployment -> handlers());
    cluster.startConsumer("second", deployment -> handlers());
    cluster.runWithFaults(Duration.ofSeconds(30));
    cluster.drain(Duration.ofMinutes(10));
    NoteStats stats = cluster.run(GuideSchema.READER, HandlerGuideTest::stats);
    assertEquals(NOTES, stats.getNotes());
    assertEquals(3 * NOTES, stats.getWords());
  }

  @SimulatedTest(seeds = 1)
  void whatNoRetryCanHelpIsSetAside(SimulatedEngine engine) {
    SimulatedCluster cluster = SimulatedCluster.open(engine, GuideSchema.metaData());
    cluster.createTenant(GuideSchema.READER);
    cluster.run(GuideSchema.READER, tx -> tx.zone().enqueue(NewItem.of(COUNT, " ").withId("a")));
    cluster.startConsumer("first", deployment -> handlers());
    cluster.drain(Duration.ofMinutes(1));
    String reason =
        cluster.run(
            GuideSchema.READER,
            tx -> tx.zone().findDeadLetter("a").thenApply(found -> found.orElseThrow().reason()));
    assertTrue(reason.contains("there is nothing to count"), reason);
  }
}
