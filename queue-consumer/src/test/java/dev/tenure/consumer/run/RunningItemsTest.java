package dev.tenure.consumer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.WorkContext;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.consumer.top.TopTenants;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RunningItemsTest {
  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final Journal journal = new Journal();
  private Consumer consumer;

  @BeforeEach
  void none() {
    consumer = process.start("unused", (payload, context) -> done(Outcome.done()));
    fleet.time.join(consumer.stop(Duration.ZERO));
  }

  @AfterEach
  void close() {
    fleet.close();
  }

  private static CompletableFuture<Outcome> done(Outcome outcome) {
    return CompletableFuture.completedFuture(outcome);
  }

  private static CompletableFuture<Outcome> failed(Throwable error) {
    return CompletableFuture.failedFuture(error);
  }

  private void consume(WorkPolicy policy, ItemHandler<String> handler) {
    consumer =
        process.start(
            ConsumerOptions.defaults("c"),
            Handlers.builder().on(Fleet.SEND.withPolicy(policy), handler).build(),
            journal);
  }

  private void consume(ItemHandler<String> handler) {
    consume(Fleet.SEND.policy(), handler);
  }

  private static WorkPolicy attempts(int most) {
    return WorkPolicy.defaults().withAttemptsMax(most);
  }

  private void run(Duration duration) {
    fleet.time.pass(duration);
  }

  private ConsumerStatus.Items items() {
    return consumer.status().items();
  }

  @Tag("punctual") // expects times to the millisecond
  @Test
  void aHandlerSeesItsItem() {
    List<String> seen = new ArrayList<>();
    consume(
        (payload, context) -> {
          seen.add(payload);
          seen.add(context.tenant() + " " + context.zone() + " " + context.cluster());
          seen.add(context.attempt() + " " + context.cancelled() + " " + context.attributes());
          seen.add(context.item().id() + " " + context.item().type());
          seen.add(Duration.between(fleet.time.instant(), context.leaseUntil()).toString());
          return done(Outcome.done());
        });
    process.enqueue(
        Fleet.AHAB,
        NewItem.of(Fleet.SEND, "Call me").withId("i").withAttributes(Map.of("trace", "7")));
    run(Duration.ofSeconds(1));
    assertEquals(
        List.of("Call me", "mail/ahab default a", "1 false {trace=7}", "i send", "PT30S"), seen);
    assertEquals(Duration.ZERO, journal.runs.get(0));
  }

  @Test
  void theTenantOfAnItemThatBeginsIsCounted() {
    consume((payload, context) -> done(Outcome.done()));
    process.send(Fleet.AHAB, "letter");
    process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(1));
    assertEquals(
        List.of(new TopTenants.Share(Fleet.AHAB, 2, 0)), consumer.status().top().byStarts());
  }

  @Tag("punctual") // expects times to the millisecond
  @Test
  void aFailedAttemptIsRetriedLaterAndLater() {
    int[] attempts = new int[1];
    List<Integer> numbers = new ArrayList<>();
    consume(
        (payload, context) -> {
          numbers.add(context.attempt());
          return ++attempts[0] <= 4
              ? failed(new IllegalStateException("planted " + attempts[0]))
              : done(Outcome.done());
        });
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(30));
    assertEquals(1, items().completed());
    assertEquals(4, items().failed());
    assertEquals(4, items().requeued());
    assertEquals(List.of(1, 2, 3, 4, 5), numbers);
    assertTrue(process.find(Fleet.AHAB, id).isEmpty());
    for (int i = 0; i < 4; i++) {
      long plain = 1_000L << i;
      long delay = journal.requeues.get(i).toMillis();
      assertTrue(delay >= plain * 3 / 4 && delay <= plain * 5 / 4, journal.requeues + "");
      assertTrue(journal.failures.get(i).contains("planted " + (i + 1)), journal.failures + "");
    }
    assertTrue(journal.longestWait().toMillis() <= 2, journal.waits + "");
  }

  @Test
  void failuresGoIntoTheItemsHistory() {
    consume(attempts(3), (payload, context) -> failed(new IllegalStateException("planted")));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofMinutes(1));
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertEquals(DeadLetterKind.FAILED, letter.kind());
    assertEquals(3, letter.failures().size());
    assertTrue(letter.failures().get(0).error().contains("IllegalStateException: planted at "));
    assertEquals("c", letter.failures().get(0).consumer());
    assertEquals(1, items().deadLettered());
    assertEquals(3, items().failed());
    assertEquals(2, items().requeued());
    assertEquals(1, journal.deadLetters.size());
  }

  @Test
  void anExhaustedItemIsDroppedIfThePolicySaysSo() {
    consume(
        attempts(2).withExhausted(WorkPolicy.Exhausted.DISCARD),
        (payload, context) -> failed(new IllegalStateException("planted")));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofMinutes(1));
    assertTrue(process.find(Fleet.AHAB, id).isEmpty());
    assertTrue(process.deadLetter(Fleet.AHAB, id).isEmpty());
    assertEquals(1, items().discarded());
    assertTrue(journal.discarded.get(0).contains("planted"));
  }

  @Test
  void aPermanentErrorIsNotRetried() {
    int[] calls = new int[1];
    consume(
        attempts(10).withInlineRetries(3),
        (payload, context) -> {
          calls[0]++;
          throw new PermanentException("no such address");
        });
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofMinutes(1));
    assertEquals(1, calls[0]);
    assertTrue(
        process.deadLetter(Fleet.AHAB, id).orElseThrow().reason().contains("no such address"));
  }

  @Test
  void inLineRetriesComeAtOnceAndCountAsOneAttempt() {
    List<Integer> numbers = new ArrayList<>();
    consume(
        attempts(2).withInlineRetries(2),
        (payload, context) -> {
          numbers.add(context.attempt());
          return numbers.size() < 5
              ? failed(new IllegalStateException("planted"))
              : done(Outcome.done());
        });
    process.send(Fleet.AHAB, "letter");
    run(Duration.ofMillis(500));
    assertEquals(List.of(1, 1, 1), numbers);
    run(Duration.ofSeconds(5));
    assertEquals(List.of(1, 1, 1, 2, 2), numbers);
    assertEquals(1, items().failed());
    assertEquals(2, items().started());
    assertEquals(1, items().completed());
  }

  @Test
  void whateverAHandlerDoesWrongIsAFailedAttempt() {
    consume(
        attempts(1),
        (payload, context) ->
            switch (payload) {
              case "throws" -> throw new IllegalArgumentException("thrown");
              case "error" -> throw new AssertionError("an error");
              case "no stage" -> noStage();
              case "no outcome" -> noOutcome();
              default ->
                  fleet
                      .takes(Duration.ofMillis(50), Outcome.done())
                      .thenApply(
                          outcome -> {
                            throw new IllegalStateException("later");
                          });
            });
    for (String wrong : List.of("throws", "error", "no stage", "no outcome", "later")) {
      process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, wrong).withId(wrong));
    }
    run(Duration.ofSeconds(1));
    reason("throws", "IllegalArgumentException: thrown");
    reason("error", "AssertionError: an error");
    reason("no stage", "the handler returned no stage");
    reason("no outcome", "the handler returned no outcome");
    reason("later", "IllegalStateException: later");
    assertEquals(0, consumer.status().load().items());
    assertEquals(0, consumer.status().load().running());
  }

  @SuppressWarnings("NullAway") // what a careless handler does
  private static CompletableFuture<Outcome> noStage() {
    return null;
  }

  @SuppressWarnings("NullAway") // what a careless handler does
  private static CompletableFuture<Outcome> noOutcome() {
    return CompletableFuture.completedFuture(null);
  }

  private void reason(String id, String part) {
    String reason = process.deadLetter(Fleet.AHAB, id).orElseThrow().reason();
    assertTrue(reason.contains(part), reason);
  }

  @Test
  void retryAfterIsAFailedAttemptWithADelayOfItsOwn() {
    int[] calls = new int[1];
    consume(
        (payload, context) ->
            done(
                ++calls[0] == 1
                    ? Outcome.retryAfter(Duration.ofSeconds(7), "busy")
                    : Outcome.done()));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(6));
    assertEquals(1, process.find(Fleet.AHAB, id).orElseThrow().errors());
    run(Duration.ofSeconds(2));
    assertEquals(1, items().completed());
    assertEquals(List.of("busy"), journal.failures);
    assertEquals(List.of(Duration.ofSeconds(7)), journal.requeues);
  }

  @Test
  void retryAfterEndsWithTheLastAttempt() {
    consume(
        attempts(2), (payload, context) -> done(Outcome.retryAfter(Duration.ofSeconds(1), "busy")));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(5));
    assertEquals("busy", process.deadLetter(Fleet.AHAB, id).orElseThrow().reason());
  }

  @Test
  void aSnoozeCountsNothing() {
    int[] calls = new int[1];
    consume(
        attempts(1),
        (payload, context) ->
            done(++calls[0] <= 3 ? Outcome.snooze(Duration.ofSeconds(2)) : Outcome.done()));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(1));
    WorkItem snoozing = process.find(Fleet.AHAB, id).orElseThrow();
    assertEquals(0, snoozing.errors());
    assertTrue(snoozing.lease().isEmpty());
    run(Duration.ofSeconds(6));
    assertEquals(1, items().completed());
    assertEquals(3, items().snoozed());
    assertEquals(0, items().failed());
  }

  @Test
  void anItemIsDiscardedOrSetAsideAsItsHandlerSays() {
    consume(
        (payload, context) ->
            done(
                payload.equals("discard")
                    ? Outcome.discard("not wanted")
                    : Outcome.deadLetter("look at this")));
    process.send(Fleet.AHAB, "discard");
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(1));
    assertEquals(0, process.left(Fleet.AHAB));
    assertEquals(List.of("not wanted"), journal.discarded);
    assertEquals("look at this", process.deadLetter(Fleet.AHAB, id).orElseThrow().reason());
    assertEquals(List.of("look at this"), journal.deadLetters);
  }

  @Test
  void anAttemptThatRunsLongerThanItsBoundIsCancelledAndHasFailed() {
    List<WorkContext> contexts = new ArrayList<>();
    CompletableFuture<Outcome> never = new CompletableFuture<>();
    consume(
        attempts(1).withExecutionBound(Duration.ofSeconds(90)),
        (payload, context) -> {
          contexts.add(context);
          return never;
        });
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(89));
    assertFalse(contexts.get(0).cancelled());
    assertTrue(consumer.status().leases().extended() >= 5, "the lease was kept");
    run(Duration.ofSeconds(2));
    assertTrue(contexts.get(0).cancelled());
    assertTrue(contexts.get(0).cancellation().isDone());
    assertTrue(
        process
            .deadLetter(Fleet.AHAB, id)
            .orElseThrow()
            .reason()
            .contains("ran longer than its bound of PT1M30S"));
    never.complete(Outcome.snooze(Duration.ofDays(1)));
    run(Duration.ofSeconds(1));
    assertEquals(0, items().snoozed());
    assertEquals(0, consumer.status().load().running());
  }

  @Test
  void aLongHandlerKeepsItsItem() {
    consume((payload, context) -> fleet.takes(Duration.ofMinutes(4), Outcome.done()));
    Consumer other =
        fleet.process("two").start("other", (payload, context) -> done(Outcome.done()), journal);
    process.send(Fleet.AHAB, "letter");
    run(Duration.ofMinutes(5));
    assertEquals(1, items().completed() + other.status().items().completed());
    assertEquals(1, journal.started.size());
    assertEquals(0, consumer.status().leases().lost());
  }

  @Test
  void anItemCancelledByOthersCancelsItsHandlerAndChangesNothing() {
    List<WorkContext> contexts = new ArrayList<>();
    CompletableFuture<Outcome> result = new CompletableFuture<>();
    consume(
        (payload, context) -> {
          contexts.add(context);
          return result;
        });
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(1));
    process.run(Fleet.AHAB, transaction -> transaction.zone().cancel(id));
    run(Duration.ofSeconds(15));
    assertTrue(contexts.get(0).cancelled());
    assertEquals(List.of(id), journal.lost);
    result.complete(Outcome.done(Counters.add("effects")));
    run(Duration.ofSeconds(5));
    assertEquals(0, process.counter(Fleet.AHAB, "effects"));
    assertEquals(0, items().completed());
    assertEquals(0, consumer.status().load().items());
    assertEquals(0, consumer.status().load().running());
  }

  @Test
  void blockingWorkRunsOnTheWorkerExecutor() {
    List<String> seen = new ArrayList<>();
    consume(
        ItemHandler.blocking(
            (payload, context) -> {
              seen.add(payload);
              if (payload.equals("bad")) {
                throw new java.io.IOException("checked");
              }
              return Outcome.done();
            }));
    process.send(Fleet.AHAB, "good");
    process.send(Fleet.AHAB, "bad");
    run(Duration.ofMillis(500));
    assertEquals(List.of("good", "bad"), seen);
    assertEquals(1, items().completed());
    assertTrue(journal.failures.get(0).contains("java.io.IOException: checked"));
  }

  @Test
  void blockingWorkWithoutAWorkerExecutorFailsWithAReason() {
    consumer =
        Consumer.builder(
                process.deployment(),
                Handlers.builder()
                    .on(
                        Fleet.SEND.withPolicy(attempts(1)),
                        ItemHandler.blocking((payload, context) -> Outcome.done()))
                    .build(),
                ConsumerOptions.defaults("c"))
            .build();
    consumer.start();
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(1));
    assertTrue(
        process
            .deadLetter(Fleet.AHAB, id)
            .orElseThrow()
            .reason()
            .contains("without a worker executor"));
  }

  @Test
  void aListenerThatThrowsChangesNothing() {
    ConsumerListener bad =
        new ConsumerListener() {
          @Override
          public void itemStarted(
              WorkItem item, dev.tenure.queue.TenantId tenant, Duration sinceVested) {
            throw new IllegalStateException("planted");
          }

          @Override
          public void itemCompleted(WorkItem item, dev.tenure.queue.TenantId tenant, Duration ran) {
            throw new IllegalStateException("planted");
          }
        };
    consumer = process.start("c", (payload, context) -> done(Outcome.done()), bad);
    for (int i = 0; i < 10; i++) {
      process.send(Fleet.AHAB, "letter");
    }
    run(Duration.ofSeconds(1));
    assertEquals(10, items().completed());
    assertEquals(0, consumer.status().load().items());
  }
}
