package dev.tenure.consumer.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.ConsumerStatus.Phase;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.WorkContext;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.record.async.AsyncLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoppingTest {
  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final Journal journal = new Journal();

  @AfterEach
  void close() {
    fleet.close();
  }

  private Consumer consume(int workers, ItemHandler<String> handler) {
    return process.start(
        ConsumerOptions.defaults("c").withWorkers(workers),
        Handlers.builder().on(Fleet.SEND, handler).build(),
        journal);
  }

  private List<String> send(int items) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      ids.add(process.send(Fleet.AHAB, "letter " + i));
    }
    return ids;
  }

  private void run(Duration duration) {
    fleet.time.pass(duration);
  }

  private List<WorkItem> items(List<String> ids) {
    return ids.stream().flatMap(id -> process.find(Fleet.AHAB, id).stream()).toList();
  }

  @Test
  void whatRunsMayFinish() {
    Consumer consumer =
        consume(4, (payload, context) -> fleet.takes(Duration.ofSeconds(3), Outcome.done()));
    send(4);
    run(Duration.ofSeconds(1));
    CompletableFuture<Void> stopped = consumer.stop(Duration.ofSeconds(10));
    run(Duration.ofMillis(1_900));
    assertFalse(stopped.isDone());
    assertEquals(Phase.STOPPING, consumer.status().phase());
    run(Duration.ofMillis(200));
    assertTrue(stopped.isDone());
    assertEquals(Phase.STOPPED, consumer.status().phase());
    assertEquals(4, consumer.status().items().completed());
    assertEquals(0, process.left(Fleet.AHAB));
  }

  @Test
  void whatWasNotBegunIsGivenBackAtOnce() {
    // Short items first, so that some are leased ahead of the workers.
    Consumer consumer =
        consume(
            8,
            (payload, context) ->
                fleet.takes(Duration.ofMillis(payload.length() > 9 ? 5_000 : 5), Outcome.done()));
    send(10);
    run(Duration.ofMillis(300));
    for (int i = 0; i < 300; i++) {
      process.send(Fleet.AHAB, "short");
    }
    run(Duration.ofMillis(300));
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      ids.add(process.send(Fleet.AHAB, "a long letter"));
    }
    run(Duration.ofMillis(200));
    assertTrue(
        consumer.status().load().items() > 8,
        "some items wait: " + consumer.status().load() + consumer.status().items());
    CompletableFuture<Void> stopped = consumer.stop(Duration.ofSeconds(30));
    run(Duration.ofMillis(50));
    long leased = items(ids).stream().filter(item -> item.leasedAt(fleet.time.instant())).count();
    assertEquals(8, leased);
    run(Duration.ofSeconds(6));
    assertTrue(stopped.isDone());
    assertTrue(consumer.status().items().released() > 0);
    assertEquals(0, consumer.status().items().failed());
    assertTrue(items(ids).stream().allMatch(item -> item.errors() == 0));
  }

  /** A consumer that is told to stop while a visit that takes four items is being committed. */
  private Consumer visiting(List<String> ids) {
    Consumer consumer = consume(8, (payload, context) -> new CompletableFuture<>());
    run(Duration.ofSeconds(1));
    fleet.faults.slow(request -> true, Duration.ofMillis(200));
    process.run(
        Fleet.AHAB,
        transaction ->
            AsyncLoop.all(
                IntStream.range(0, 4)
                    .mapToObj(i -> transaction.zone().enqueue(NewItem.of(Fleet.SEND, "letter")))
                    .map(enqueued -> enqueued.thenAccept(result -> ids.add(result.id())))
                    .toList()));
    run(Duration.ofMillis(20));
    assertEquals(1, consumer.status().load().pointers());
    assertEquals(0, consumer.status().load().items());
    fleet.faults.none();
    return consumer;
  }

  @Test
  void whatAVisitUnderWayTakesIsGivenBackAtOnce() {
    List<String> ids = new ArrayList<>();
    Consumer consumer = visiting(ids);
    CompletableFuture<Void> stopped = consumer.stop(Duration.ofSeconds(30));
    run(Duration.ofSeconds(1));
    assertEquals(4, consumer.status().visits().itemsTaken());
    assertEquals(4, consumer.status().items().released());
    assertTrue(stopped.isDone());
    assertEquals(4, items(ids).size());
    assertTrue(
        items(ids).stream().noneMatch(item -> item.leasedAt(fleet.time.instant())), ids + "");
    assertTrue(items(ids).stream().allMatch(item -> item.attempts() == 0), ids + "");
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
  }

  @Test
  void aReleaseThatTheDatabaseRefusesIsRetriedUntilTheDeadline() {
    List<String> ids = new ArrayList<>();
    Consumer consumer = visiting(ids);
    fleet.faults.plant(request -> CommitFault.TRANSACTION_TOO_OLD);
    CompletableFuture<Void> stopped = consumer.stop(Duration.ofSeconds(30));
    run(Duration.ofSeconds(5));
    assertFalse(stopped.isDone());
    fleet.faults.none();
    run(Duration.ofSeconds(2));
    assertTrue(stopped.isDone());
    assertEquals(4, consumer.status().items().released());
    assertTrue(
        items(ids).stream().noneMatch(item -> item.leasedAt(fleet.time.instant())), ids + "");
  }

  @Test
  void whatDoesNotFinishIsCancelledAndGivenBackWithoutAFailure() {
    List<WorkContext> contexts = new ArrayList<>();
    Consumer consumer =
        consume(
            2,
            (payload, context) -> {
              contexts.add(context);
              return payload.endsWith("0")
                  ? context
                      .cancellation()
                      .thenApply(
                          cancelled -> {
                            throw new CancellationException("gave up");
                          })
                  : new CompletableFuture<>();
            });
    List<String> ids = send(2);
    run(Duration.ofSeconds(1));
    CompletableFuture<Void> stopped = consumer.stop(Duration.ofSeconds(8));
    run(Duration.ofMillis(5_900));
    assertFalse(contexts.get(0).cancelled());
    run(Duration.ofMillis(200));
    assertTrue(contexts.get(0).cancelled());
    assertTrue(contexts.get(1).cancelled());
    assertEquals(1, consumer.status().items().released(), "that gave up");
    run(Duration.ofSeconds(2));
    assertTrue(stopped.isDone());
    assertEquals(2, consumer.status().items().released());
    assertEquals(0, consumer.status().items().failed());
    for (WorkItem item : items(ids)) {
      assertFalse(item.leasedAt(fleet.time.instant()));
      assertEquals(0, item.errors());
    }
    assertEquals(2, items(ids).size());
  }

  @Test
  void aHandlerThatFinishesWhenAskedToGiveUpHasDoneItsWork() {
    Consumer consumer =
        consume(1, (payload, context) -> context.cancellation().thenApply(asked -> Outcome.done()));
    send(1);
    run(Duration.ofSeconds(1));
    fleet.time.join(consumer.stop(Duration.ofSeconds(4)));
    assertEquals(1, consumer.status().items().completed());
    assertEquals(0, process.left(Fleet.AHAB));
  }

  @Test
  void aStoppedConsumerIsSilent() {
    Consumer consumer =
        consume(4, (payload, context) -> fleet.takes(Duration.ofMillis(1), Outcome.done()));
    send(4);
    run(Duration.ofSeconds(1));
    fleet.time.join(consumer.stop(Duration.ofSeconds(5)));
    ConsumerStatus before = consumer.status();
    send(10);
    run(Duration.ofMinutes(5));
    ConsumerStatus after = consumer.status();
    assertEquals(before.visits(), after.visits());
    assertEquals(before.items(), after.items());
    assertEquals(before.leases(), after.leases());
    assertEquals(before.load(), after.load());
    assertEquals(10, process.left(Fleet.AHAB));
  }

  @Test
  void aStoppedConsumerIsNoLongerAmongTheLive() {
    Consumer consumer = consume(4, (payload, context) -> new CompletableFuture<>());
    run(Duration.ofSeconds(1));
    assertEquals(List.of("c"), live());
    fleet.time.join(consumer.stop(Duration.ofSeconds(5)));
    assertEquals(List.of(), live());
  }

  private List<String> live() {
    return fleet.time.join(process.cluster().consumers().live()).stream()
        .map(ConsumerInfo::id)
        .toList();
  }

  @Test
  void afterACrashOthersTakeOverWhenTheLeaseEnds() {
    List<WorkContext> contexts = new ArrayList<>();
    Consumer crashing =
        consume(
            4,
            (payload, context) -> {
              contexts.add(context);
              return fleet.takes(Duration.ofSeconds(10), Outcome.done(Counters.add("effects")));
            });
    send(3);
    run(Duration.ofSeconds(1));
    assertEquals(3, contexts.size());
    crashing.halt();
    assertTrue(contexts.get(0).cancelled());
    Consumer other =
        fleet
            .process("two")
            .start(
                "other",
                (payload, context) ->
                    CompletableFuture.completedFuture(Outcome.done(Counters.add("effects"))));
    run(Duration.ofSeconds(27));
    assertEquals(0, other.status().items().started());
    run(Duration.ofSeconds(5));
    assertEquals(3, other.status().items().completed());
    assertEquals(3, process.counter(Fleet.AHAB, "effects"));
    assertEquals(0, crashing.status().items().completed());
    assertEquals(Phase.HALTED, crashing.status().phase());
  }

  @Test
  void anEndThatIsBeingCommittedSurvivesTheStop() {
    CompletableFuture<Outcome> result = new CompletableFuture<>();
    Consumer consumer = consume(1, (payload, context) -> result);
    send(1);
    run(Duration.ofSeconds(1));
    result.complete(Outcome.done(Counters.add("effects")));
    fleet.time.join(consumer.stop(Duration.ofSeconds(5)));
    assertEquals(1, process.counter(Fleet.AHAB, "effects"));
    assertEquals(1, consumer.status().items().completed());
  }

  @Test
  void aConsumerIsStartedOnceAndStoppedOnce() {
    Consumer consumer = consume(1, (payload, context) -> new CompletableFuture<>());
    assertThrows(IllegalStateException.class, consumer::start);
    CompletableFuture<Void> first = consumer.stop(Duration.ofSeconds(1));
    CompletableFuture<Void> second = consumer.stop(Duration.ofSeconds(1));
    run(Duration.ofSeconds(1));
    assertTrue(first.isDone() && second.isDone());
    assertThrows(IllegalStateException.class, consumer::start);
  }

  @Test
  void aConsumerThatWasNeverStartedStopsAtOnce() {
    Consumer consumer =
        Consumer.builder(
                process.deployment(),
                Handlers.builder()
                    .on(Fleet.SEND, (payload, context) -> new CompletableFuture<>())
                    .build(),
                ConsumerOptions.defaults("c"))
            .build();
    assertTrue(consumer.stop(Duration.ZERO).isDone());
    assertEquals(Phase.STOPPED, consumer.status().phase());
  }

  @Test
  void aDeadlineOutOfRangeIsRefusedWithItsLimit() {
    Consumer consumer = consume(1, (payload, context) -> new CompletableFuture<>());
    assertEquals(
        "stop deadline is PT-0.001S, it must be PT0S to PT24H",
        assertThrows(IllegalArgumentException.class, () -> consumer.stop(Duration.ofMillis(-1)))
            .getMessage());
  }
}
