package dev.tenure.consumer.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.record.meter.RecordCounter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of one item: how it is written when the database refuses it, and what is told of it. */
@Timeout(600)
final class EndsTest {
  private static final String ID = "ending";
  private static final Duration LEASE = Duration.ofSeconds(2);

  private final Fleet fleet = Fleet.start();
  private final Journal journal = new Journal();
  private final CompletableFuture<Outcome> result = new CompletableFuture<>();
  private Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private WorkPolicy policy = WorkPolicy.defaults();
  private Tuning tuning = Tuning.defaults();
  private int commits;

  @AfterEach
  void close() {
    fleet.close();
  }

  /** The first item has the {@link #result}, all others are done at once. */
  private Consumer start() {
    Consumer consumer =
        process.start(
            ConsumerOptions.defaults("c").withItemLease(LEASE).withTuning(tuning),
            Handlers.builder()
                .on(
                    Fleet.SEND.withPolicy(policy),
                    (payload, context) ->
                        payload.equals("first")
                            ? result
                            : CompletableFuture.completedFuture(Outcome.done()))
                .build(),
            journal);
    fleet.time.pass(Duration.ofSeconds(1));
    return consumer;
  }

  private Consumer startWithItem() {
    Consumer consumer = start();
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "first").withId(ID));
    return begun(consumer);
  }

  private Consumer startWithLocalItem() {
    Consumer consumer = start();
    fleet.time.join(
        process
            .cluster()
            .topLevel()
            .runLocal(0, zone -> zone.enqueue(NewItem.of(Fleet.SEND, "first").withId(ID))));
    return begun(consumer);
  }

  private Consumer begun(Consumer consumer) {
    fleet.time.runUntil(Duration.ofMillis(500), () -> journal.started.size() == 1);
    return consumer;
  }

  /** Whether it removes the item; an extension writes it anew. */
  private static boolean ends(CommitRequest request) {
    return request.mutations().stream()
            .anyMatch(
                mutation ->
                    mutation instanceof Mutation.ClearRange range && contains(range.begin()))
        && request.mutations().stream()
            .noneMatch(mutation -> mutation instanceof Mutation.Set set && contains(set.key()));
  }

  private static boolean contains(byte[] key) {
    return new String(key, StandardCharsets.ISO_8859_1).contains(ID);
  }

  private void refuseEnds(CommitFault fault) {
    fleet.faults.plant(
        request -> {
          boolean ends = ends(request);
          commits += ends ? 1 : 0;
          return ends ? fault : CommitFault.NONE;
        });
  }

  @Test
  void theLeaseOfAnItemWhoseEndIsPutOffIsExtendedAtHalfItsTime() {
    Consumer consumer = startWithItem();
    refuseEnds(CommitFault.TRANSACTION_TOO_OLD);
    // Half the lease is over while the end waits for its next run.
    fleet.time.pass(Duration.ofMillis(300));
    result.complete(Outcome.done());
    fleet.time.pass(Duration.ofMillis(1_200));
    assertEquals(1, consumer.status().leases().extended());
    assertWrittenOnceTheDatabaseIsWell(consumer);
  }

  @Test
  void theEndOfALocalItemIsWrittenOnceTheDatabaseIsWell() {
    Consumer consumer = startWithLocalItem();
    refuseEnds(CommitFault.TRANSACTION_TOO_OLD);
    result.complete(Outcome.done());
    fleet.time.pass(Duration.ofSeconds(30));
    assertWrittenOnceTheDatabaseIsWell(consumer);
  }

  private void assertWrittenOnceTheDatabaseIsWell(Consumer consumer) {
    assertEquals(0, consumer.status().items().completed());
    fleet.faults.none();
    fleet.time.pass(Duration.ofSeconds(3));
    assertEquals(1, consumer.status().items().completed());
    assertEquals(0, consumer.status().leases().lost());
    assertTrue(consumer.status().load().isAtRest());
  }

  @Test
  void anExtensionDoesNotMeetTheCommitOfALocalItem() {
    Consumer consumer = startWithLocalItem();
    fleet.faults.slow(EndsTest::ends, Duration.ofMillis(1_200));
    result.complete(Outcome.done());
    fleet.time.pass(Duration.ofMillis(1_250));
    assertEquals(0, consumer.status().leases().extended());
    assertEquals(1, consumer.status().items().completed());
  }

  @Test
  void nothingIsLeasedAsSoonAsAnEndWasRefused() {
    Consumer consumer = startWithItem();
    refuseEnds(CommitFault.TRANSACTION_TOO_OLD);
    result.complete(Outcome.done());
    fleet.time.runUntil(Duration.ofSeconds(1), () -> commits == 5);
    process.send(Fleet.AHAB, "second");
    fleet.time.pass(Duration.ofMillis(30));
    assertEquals(5, commits);
    assertEquals(1, consumer.status().items().started());
    fleet.faults.none();
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(2, consumer.status().items().completed());
  }

  /** Without commit markers nobody knows what became of a commit whose answer was lost. */
  @Test
  void anItemFoundGoneAfterARunWhoseCommitIsUnknownCountsAsCompleted() {
    process = fleet.processWithoutCommitMarkers("without commit markers").withTenant(Fleet.AHAB);
    assertGoneAfterFailedRun(CommitFault.UNKNOWN_RESULT_NOT_APPLIED, 1, 0);
  }

  @Test
  void anItemFoundGoneAfterARunThatConflictedIsGone() {
    process = fleet.processWithoutCommitMarkers("without commit markers").withTenant(Fleet.AHAB);
    assertGoneAfterFailedRun(CommitFault.NOT_COMMITTED, 0, 1);
  }

  /** Seed 1020586 of the world queues: two consumers were told that they had ended the item. */
  @Test
  void anItemThatAnotherConsumerEndedAfterARunWhoseCommitIsUnknownIsGone() {
    process = fleet.processWithoutCommitMarkers("without commit markers").withTenant(Fleet.AHAB);
    Consumer consumer = startWithItem();
    refuseEnds(CommitFault.UNKNOWN_RESULT_NOT_APPLIED);
    result.complete(Outcome.done());
    fleet.time.runUntil(Duration.ofSeconds(1), () -> commits == 5);
    fleet.faults.none();
    process.executor().stallFor(Duration.ofSeconds(20));
    Journal others = new Journal();
    fleet
        .process("two")
        .start(
            "other",
            (payload, context) -> CompletableFuture.completedFuture(Outcome.done()),
            others);
    fleet.time.pass(Duration.ofSeconds(21));
    assertEquals(1, others.completed.size());
    assertEquals(0, journal.completed.size());
    assertEquals(1, consumer.status().items().gone());
  }

  private void assertGoneAfterFailedRun(CommitFault fault, int completed, int gone) {
    Consumer consumer = startWithItem();
    refuseEnds(fault);
    result.complete(Outcome.done());
    fleet.time.runUntil(Duration.ofSeconds(1), () -> commits == 5);
    fleet.faults.none();
    process.run(Fleet.AHAB, transaction -> transaction.zone().cancel(ID));
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(completed, consumer.status().items().completed());
    assertEquals(gone, consumer.status().items().gone());
  }

  private int runsOfFailingEffects(CompletableFuture<Void> failure) {
    policy = policy.withAttemptsMax(1);
    tuning = tuning.withEffectsBound(Duration.ofMillis(100));
    int[] runs = new int[1];
    Consumer consumer = startWithItem();
    result.complete(
        Outcome.done(
            transaction -> {
              runs[0]++;
              return failure;
            }));
    fleet.time.pass(Duration.ofSeconds(2));
    assertEquals(1, consumer.status().items().deadLettered());
    return runs[0];
  }

  @Test
  void effectsThatFailAreRunOnce() {
    assertEquals(1, runsOfFailingEffects(CompletableFuture.failedFuture(new Error("planted"))));
  }

  @Test
  void effectsThatTakeTooLongAreRunTwice() {
    assertEquals(2, runsOfFailingEffects(new CompletableFuture<>()));
  }

  @Test
  void theLeaseOfAnItemThatHasEndedIsNotLookedAtAgain() {
    startWithItem();
    result.complete(Outcome.done());
    fleet.time.pass(Duration.ofMinutes(1));
    assertEquals(1, journal.completed.size());
    assertEquals(0, fleet.meters.count(RecordCounter.TRANSACTIONS_OPENED, "extend-lease"));
  }

  @Test
  void aListenerIsToldHowLongAnItemWaited() {
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "first").withId(ID));
    fleet.time.pass(Duration.ofSeconds(5));
    start();
    assertEquals(5, journal.longestWait().toSeconds());
  }

  @Test
  void aListenerIsToldHowLongAHandlerRan() {
    startWithItem();
    fleet.time.pass(Duration.ofSeconds(5));
    result.complete(Outcome.done());
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(List.of(Duration.ofSeconds(5)), journal.runs);
  }

  @Test
  void aListenerIsToldOfASnooze() {
    startWithItem();
    result.complete(Outcome.snooze(Duration.ofMinutes(3)));
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(List.of(Duration.ofMinutes(3)), journal.requeues);
  }

  @Test
  void anEndThatComesAfterAnotherTookTheItemLosesIt() {
    Consumer consumer = startWithItem();
    process.executor().stallFor(Duration.ofSeconds(20));
    result.complete(Outcome.done());
    fleet
        .process("two")
        .start("other", (payload, context) -> new CompletableFuture<>(), new Journal());
    fleet.time.pass(Duration.ofSeconds(21));
    assertEquals(List.of(ID), journal.lost);
    assertEquals(1, consumer.status().leases().lost());
    assertEquals(0, consumer.status().items().gone());
    assertTrue(consumer.status().load().isAtRest());
  }

  @Test
  void anItemIsRunOnceMoreThoughTheLimitOfItsAttemptsWasLowered() {
    policy = policy.withBackoff(Duration.ofMillis(100), Duration.ofMillis(100));
    result.completeExceptionally(new IllegalStateException("planted"));
    Consumer first = startWithItem();
    fleet.time.runUntil(Duration.ofSeconds(5), () -> first.status().items().failed() >= 3);
    first.halt();
    policy = policy.withAttemptsMax(2);
    Consumer second = start();
    fleet.time.pass(Duration.ofSeconds(10));
    assertEquals(1, second.status().items().started());
    assertEquals(1, second.status().items().deadLettered());
  }
}
