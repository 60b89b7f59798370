package dev.tenure.consumer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.ConsumerStatus;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.PayloadCodecs;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.WorkType;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import dev.tenure.queue.zone.DequeueRequest;
import dev.tenure.queue.zone.ZoneOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An item that kills its process, again and again, is given up like one that fails. */
@Tag("late")
final class VanishedAttemptsTest {
  private static final Duration LEASE = Duration.ofSeconds(1);
  private static final WorkPolicy POLICY =
      WorkPolicy.defaults().withBackoff(Duration.ofMillis(100), Duration.ofMillis(100));

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final Journal journal = new Journal();
  private int consumers;
  private int calls;

  @AfterEach
  void close() {
    fleet.close();
  }

  private Consumer consume(WorkPolicy policy, ItemHandler<String> handler) {
    return process.start(
        ConsumerOptions.defaults("c" + consumers++).withItemLease(LEASE),
        Handlers.builder().on(Fleet.SEND.withPolicy(policy), handler).build(),
        journal);
  }

  private Consumer consume(WorkPolicy policy) {
    return consume(
        policy,
        (payload, context) -> {
          calls++;
          return CompletableFuture.completedFuture(Outcome.done());
        });
  }

  /** So many consumers in a row start what is due and are dead before they are done. */
  private void vanish(int times, WorkPolicy policy) {
    for (int i = 0; i < times; i++) {
      Consumer dying =
          consume(
              policy,
              (payload, context) -> {
                calls++;
                return new CompletableFuture<>();
              });
      fleet.time.pass(LEASE.dividedBy(4));
      dying.halt();
      fleet.time.pass(LEASE.multipliedBy(2));
    }
  }

  private void run() {
    fleet.time.pass(Duration.ofSeconds(10));
  }

  @Test
  void anItemWhoseHoldersVanishIsSetAsideAtTheLimitAndNotStartedAgain() {
    String id = process.send(Fleet.AHAB, "letter");
    vanish(10, POLICY);
    assertEquals(10, calls);
    assertTrue(process.deadLetter(Fleet.AHAB, id).isEmpty());

    Consumer consumer = consume(POLICY);
    run();
    assertEquals(10, calls);
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertEquals(DeadLetterKind.FAILED, letter.kind());
    assertEquals(
        "10 of 10 attempts were never heard of again, the limit is 10 (vanishedMax): each time the"
            + " consumer died or lost its lease",
        letter.reason());
    assertEquals(List.of(), letter.failures());
    assertEquals(10, letter.item().vanished());
    assertEquals(List.of(letter.reason()), journal.deadLetters);
    assertEquals(List.of(), journal.failures);
    assertEquals(1, consumer.status().items().deadLettered());
    assertEquals(0, consumer.status().items().started());
    assertEquals(0, consumer.status().items().failed());
    assertEquals(new ConsumerStatus.Load(0, 0, 0, 0, 0), consumer.status().load());
  }

  @Test
  void anItemWhoseHoldersVanishIsNotEvenDecoded() {
    WorkType<byte[]> raw = WorkType.of(Fleet.SEND.name(), PayloadCodecs.bytes());
    String id = process.enqueue(Fleet.AHAB, NewItem.of(raw, new byte[] {(byte) 0xff, (byte) 0xfe}));
    for (int i = 0; i < 2; i++) {
      process.run(
          Fleet.AHAB,
          transaction -> transaction.zone().dequeue(DequeueRequest.of(1, LEASE, "dying")));
      fleet.time.pass(LEASE.multipliedBy(2));
    }
    consume(POLICY.withVanishedMax(2));
    run();
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertEquals(DeadLetterKind.FAILED, letter.kind(), letter.reason());
  }

  @Test
  void anItemBelowTheLimitIsStarted() {
    process.send(Fleet.AHAB, "letter");
    vanish(9, POLICY);
    Consumer consumer = consume(POLICY);
    run();
    assertEquals(10, calls);
    assertEquals(1, consumer.status().items().completed());
  }

  @Test
  void anItemWhoseHoldersVanishIsDroppedIfThePolicySaysSo() {
    WorkPolicy policy = POLICY.withVanishedMax(2).withExhausted(WorkPolicy.Exhausted.DISCARD);
    String id = process.send(Fleet.AHAB, "letter");
    vanish(2, policy);
    Consumer consumer = consume(policy);
    run();
    assertEquals(2, calls);
    assertTrue(process.find(Fleet.AHAB, id).isEmpty());
    assertTrue(process.deadLetter(Fleet.AHAB, id).isEmpty());
    assertEquals(1, consumer.status().items().discarded());
    assertTrue(journal.discarded.get(0).startsWith("2 of 2 attempts"), journal.discarded + "");
  }

  @Test
  void whatWasSnoozedFailedReleasedOrExtendedHasNotVanished() {
    WorkPolicy policy = POLICY.withVanishedMax(1);
    ItemHandler<String> handler =
        (payload, context) ->
            switch (++calls) {
              case 1 -> CompletableFuture.completedFuture(Outcome.snooze(LEASE));
              case 2 -> CompletableFuture.failedFuture(new IllegalStateException("planted"));
              case 3 -> new CompletableFuture<>();
              case 4 -> fleet.takes(LEASE.multipliedBy(5), Outcome.snooze(LEASE));
              default -> CompletableFuture.completedFuture(Outcome.done());
            };
    process.send(Fleet.AHAB, "letter");
    Consumer stopped = consume(policy, handler);
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(3, calls);
    fleet.time.join(stopped.stop(Duration.ofMillis(400)));
    assertEquals(1, stopped.status().items().released());

    Consumer consumer = consume(policy, handler);
    run();
    assertEquals(5, calls);
    assertEquals(1, consumer.status().items().completed());
    assertEquals(List.of(), journal.deadLetters);
  }

  @Test
  void attemptsThatVanishedAreAttempts() {
    WorkPolicy policy = POLICY.withAttemptsMax(3);
    String id = process.send(Fleet.AHAB, "letter");
    vanish(1, policy);
    ItemHandler<String> failing =
        (payload, context) ->
            ++calls == 2
                ? CompletableFuture.failedFuture(new IllegalStateException("planted"))
                : new CompletableFuture<>();
    Consumer dying = consume(policy, failing);
    fleet.time.pass(Duration.ofSeconds(3));
    assertEquals(3, calls);
    dying.halt();
    consume(policy);
    run();
    assertEquals(3, calls);
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertEquals(
        "3 attempts, of which 1 failed and 2 were never heard of again, the limit is 3"
            + " (attemptsMax): each time the consumer died or lost its lease",
        letter.reason());
    assertEquals(1, letter.failures().size());
  }

  @Test
  void aFailureAfterAttemptsThatVanishedMayBeTheLast() {
    WorkPolicy policy = POLICY.withAttemptsMax(3);
    String id = process.send(Fleet.AHAB, "letter");
    vanish(2, policy);
    Consumer failing =
        consume(
            policy,
            (payload, context) ->
                CompletableFuture.failedFuture(new IllegalStateException("planted")));
    run();
    assertEquals(1, failing.status().items().started());
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertTrue(letter.reason().contains("planted"), letter.reason());
  }

  @Test
  void withoutALimitOfAttemptsThoseThatVanishedHaveTheirOwn() {
    WorkPolicy policy = POLICY.withAttemptsMax(0).withVanishedMax(2);
    String id = process.send(Fleet.AHAB, "letter");
    vanish(2, policy);
    consume(policy);
    run();
    assertTrue(
        process.deadLetter(Fleet.AHAB, id).orElseThrow().reason().startsWith("2 of 2 attempts"));
  }

  /** The process is held up from the commit of its visit until after the lease. */
  @Test
  void aLeaseThatEndsBeforeItsHandlerBeginsIsGivenBackAndNotCounted() {
    Consumer consumer = consume(POLICY.withAttemptsMax(1));
    run();
    fleet.faults.slow(request -> true, LEASE.multipliedBy(2));
    String id = process.send(Fleet.AHAB, "letter");
    fleet.time.pass(LEASE.multipliedBy(3));
    fleet.faults.none();
    run();
    assertEquals(1, consumer.status().items().completed());
    assertTrue(process.deadLetter(Fleet.AHAB, id).isEmpty());
    assertTrue(consumer.status().items().released() > 0, consumer.status().items() + "");
    assertEquals(0, consumer.status().leases().lost());
  }

  @Test
  void aRedrivenItemBeginsItsCountAnew() {
    WorkPolicy policy = POLICY.withVanishedMax(2);
    String id = process.send(Fleet.AHAB, "letter");
    vanish(2, policy);
    fleet.time.join(settingAside(policy, id).stop(Duration.ZERO));

    assertEquals(
        ZoneOutcome.DONE, process.run(Fleet.AHAB, transaction -> transaction.zone().redrive(id)));
    vanish(1, policy);
    assertEquals(3, calls);
    Consumer consumer = consume(policy);
    run();
    assertEquals(4, calls);
    assertEquals(1, consumer.status().items().completed());
  }

  private Consumer settingAside(WorkPolicy policy, String id) {
    Consumer consumer = consume(policy);
    run();
    assertTrue(process.deadLetter(Fleet.AHAB, id).isPresent());
    return consumer;
  }

  @Test
  void withoutALimitAnItemIsStartedForEver() {
    WorkPolicy policy = POLICY.withVanishedMax(0);
    process.send(Fleet.AHAB, "letter");
    vanish(12, policy);
    Consumer consumer = consume(policy);
    run();
    assertEquals(13, calls);
    assertEquals(1, consumer.status().items().completed());
  }
}
