package dev.tenure.consumer.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.apple.foundationdb.FDBException;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Effects;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.embedded.commit.CommitRequest;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.embedded.commit.Mutation;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.record.error.RecordLayerException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What an error of a transaction with effects does to its items, and to nobody else. */
@Timeout(600)
@Tag("late")
final class EffectsFailuresTest {
  private static final WorkPolicy POLICY =
      WorkPolicy.defaults()
          .withAttemptsMax(3)
          .withBackoff(Duration.ofMillis(100), Duration.ofMillis(100));

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process =
      fleet.process("one").withTenant(Fleet.AHAB).withTenant(Fleet.QUEEQUEG);
  private final Journal journal = new Journal();
  private int runs;

  @AfterEach
  void close() {
    fleet.close();
  }

  /** Items named bad have the given effects, all others count. */
  private Consumer start(Effects bad) {
    ItemHandler<String> handler =
        (payload, context) ->
            CompletableFuture.completedFuture(
                Outcome.done(payload.equals("bad") ? bad : Counters.add("good")));
    return process.start(
        ConsumerOptions.defaults("c"),
        Handlers.builder().on(Fleet.SEND.withPolicy(POLICY), handler).build(),
        journal);
  }

  private Effects taking(Duration duration) {
    return transaction -> {
      runs++;
      return fleet
          .takes(duration, Outcome.done())
          .thenCompose(done -> Counters.add("slow").apply(transaction));
    };
  }

  private String sendBad() {
    return process.send(Fleet.AHAB, "bad");
  }

  private String badWithId(String id) {
    return process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "bad").withId(id));
  }

  private void sendGood(int items) {
    for (int i = 0; i < items; i++) {
      process.send(Fleet.QUEEQUEG, "good");
    }
  }

  private void runUntilCompleted(Consumer consumer, Duration within, long items) {
    fleet.time.runUntil(within, () -> consumer.status().items().completed() == items);
  }

  @Test
  void slowEffectsOfOneTenantDoNotShareATransactionThatGrowsTooOld() {
    sendBad();
    sendBad();
    Consumer consumer = start(taking(Duration.ofMillis(2_600)));
    fleet.time.pass(Duration.ofMillis(500));
    sendGood(100);
    runUntilCompleted(consumer, Duration.ofSeconds(1), 100);
    runUntilCompleted(consumer, Duration.ofSeconds(10), 102);
    assertEquals(2, process.counter(Fleet.AHAB, "slow"));
    assertEquals(0, consumer.status().items().failed());
    assertTrue(runs <= 4, runs + " runs of two items' effects");
  }

  @Test
  void aTransactionTakesNoMoreEffectsThanItHasTimeFor() {
    for (int i = 0; i < 20; i++) {
      sendBad();
    }
    Consumer consumer = start(taking(Duration.ofMillis(600)));
    runUntilCompleted(consumer, Duration.ofSeconds(20), 20);
    assertEquals(20, process.counter(Fleet.AHAB, "slow"));
    assertEquals(20, runs);
    assertEquals(0, consumer.status().items().failed());
  }

  private static Arguments returned(int code, int runsOfAnAttempt) {
    return Arguments.of(code, runsOfAnAttempt);
  }

  private static Stream<Arguments> returnedCodes() {
    return Stream.of(
        returned(1007, 2),
        returned(1020, 11),
        returned(1009, 10),
        returned(1021, 10),
        returned(1031, 10),
        returned(2101, 1));
  }

  /** Made up by the effects, or of a transaction that they ran themselves. */
  @ParameterizedTest
  @MethodSource("returnedCodes")
  void anErrorThatEffectsReturnIsTheirs(int code, int runsOfAnAttempt) {
    Consumer consumer =
        start(
            transaction -> {
              runs++;
              return CompletableFuture.failedFuture(new FDBException("planted", code));
            });
    String bad = sendBad();
    fleet.time.pass(Duration.ofSeconds(5));
    sendGood(100);
    runUntilCompleted(consumer, Duration.ofSeconds(1), 100);
    fleet.time.pass(Duration.ofSeconds(25));
    DeadLetter letter = process.deadLetter(Fleet.AHAB, bad).orElseThrow();
    assertEquals(3, letter.failures().size());
    assertTrue(letter.reason().contains(code + ""), letter.reason());
    assertEquals(3 * runsOfAnAttempt, runs);
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
  }

  @ParameterizedTest
  @MethodSource("returnedCodes")
  void inCompanyAnErrorThatEffectsReturnHoldsUpNobody(int code, int unused) {
    for (int i = 0; i < 20; i++) {
      String id =
          i % 5 == 4
              ? badWithId("bad " + i)
              : process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "good"));
      assertTrue(id.length() > 0);
    }
    Consumer consumer =
        start(transaction -> CompletableFuture.failedFuture(new FDBException("planted", code)));
    runUntilCompleted(consumer, Duration.ofSeconds(1), 16);
    fleet.time.pass(Duration.ofMinutes(2));
    assertEquals(4, consumer.status().items().deadLettered());
    assertEquals(16, process.counter(Fleet.AHAB, "good"));
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
  }

  @ParameterizedTest
  @EnumSource(
      value = CommitFault.class,
      names = {"NOT_COMMITTED", "TRANSACTION_TOO_OLD", "UNKNOWN_RESULT_NOT_APPLIED"})
  void withoutEffectsNoErrorOfTheDatabaseCounts(CommitFault fault) {
    CompletableFuture<Outcome> result = new CompletableFuture<>();
    Consumer consumer = process.start("c", (payload, context) -> result, journal);
    process.send(Fleet.AHAB, "letter");
    process.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(1));
    fleet.faults.plant(request -> fault);
    result.complete(Outcome.done());
    fleet.time.pass(Duration.ofSeconds(10));
    fleet.faults.none();
    fleet.time.pass(Duration.ofSeconds(3));
    assertEquals(2, consumer.status().items().completed());
    assertEquals(0, consumer.status().items().failed());
  }

  private static boolean isOfEffects(CommitRequest request) {
    return request.mutations().stream()
        .anyMatch(
            mutation ->
                mutation instanceof Mutation.Atomic atomic
                    && new String(atomic.key(), StandardCharsets.UTF_8).contains("bad"));
  }

  @ParameterizedTest
  @EnumSource(
      value = CommitFault.class,
      names = {"NOT_COMMITTED", "TRANSACTION_TOO_OLD"})
  void aCommitThatFailsForOneItemAloneCountsAgainstIt(CommitFault fault) {
    fleet.faults.plant(request -> isOfEffects(request) ? fault : CommitFault.NONE);
    Consumer consumer = start(Counters.add("bad"));
    String bad = sendBad();
    sendGood(100);
    runUntilCompleted(consumer, Duration.ofSeconds(2), 100);
    fleet.time.pass(Duration.ofSeconds(20));
    assertEquals(3, process.deadLetter(Fleet.AHAB, bad).orElseThrow().failures().size());
    assertEquals(0, process.counter(Fleet.AHAB, "bad"));
  }

  @ParameterizedTest
  @EnumSource(
      value = CommitFault.class,
      names = {"NOT_COMMITTED", "TRANSACTION_TOO_OLD"})
  void inCompanyOneSuchItemHoldsUpNobody(CommitFault fault) {
    fleet.faults.plant(request -> isOfEffects(request) ? fault : CommitFault.NONE);
    for (int i = 0; i < 10; i++) {
      process.send(Fleet.AHAB, "good");
    }
    String bad = sendBad();
    for (int i = 0; i < 10; i++) {
      process.send(Fleet.AHAB, "good");
    }
    Consumer consumer = start(Counters.add("bad"));
    runUntilCompleted(consumer, Duration.ofSeconds(5), 20);
    fleet.time.pass(Duration.ofSeconds(20));
    assertEquals(20, process.counter(Fleet.AHAB, "good"));
    assertEquals(20, consumer.status().items().completed());
    assertEquals(3, process.deadLetter(Fleet.AHAB, bad).orElseThrow().failures().size());
  }

  @ParameterizedTest
  @EnumSource(
      value = CommitFault.class,
      names = {"TRANSACTION_TOO_OLD", "UNKNOWN_RESULT_NOT_APPLIED"})
  void whatFailsForEverybodyCountsAgainstNobody(CommitFault fault) {
    CompletableFuture<Outcome> result = new CompletableFuture<>();
    Consumer consumer = process.start("c", (payload, context) -> result, journal);
    process.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(1));
    fleet.faults.plant(request -> fault);
    result.complete(Outcome.done(Counters.add("effects")));
    fleet.time.pass(Duration.ofSeconds(10));
    fleet.faults.none();
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(1, process.counter(Fleet.AHAB, "effects"));
    assertEquals(1, consumer.status().items().completed());
    assertEquals(0, consumer.status().items().failed());
  }

  @Test
  void aDuplicateFoundAtTheCommitIsAFailedAttempt() {
    sendGood(5);
    String bad = badWithId("bad");
    for (int i = 0; i < 5; i++) {
      process.send(Fleet.AHAB, "good");
    }
    Consumer consumer =
        start(
            transaction -> {
              transaction
                  .context()
                  .addCommitCheck(
                      () ->
                          CompletableFuture.failedFuture(
                              new RecordLayerException(
                                  RecordLayerException.Code.UNIQUENESS_VIOLATION,
                                  "a planted duplicate")));
              return CompletableFuture.completedFuture(null);
            });
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(10, consumer.status().items().completed());
    DeadLetter letter = process.deadLetter(Fleet.AHAB, bad).orElseThrow();
    assertEquals(3, letter.failures().size());
    assertTrue(letter.reason().contains("a planted duplicate"), letter.reason());
  }

  /** The answer to the completion's commit never comes. */
  @Test
  void aCommitThatIsNeverAnsweredGivesItsSlotsBack() {
    Consumer consumer = start(Counters.add("bad"));
    fleet.faults.slow(EffectsFailuresTest::isOfEffects, Duration.ofDays(1));
    sendBad();
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(1, consumer.status().load().ending());
    fleet.time.pass(Duration.ofSeconds(40));
    fleet.faults.none();
    fleet.time.pass(Duration.ofMinutes(1));
    assertEquals(1, process.counter(Fleet.AHAB, "bad"));
    assertEquals(0, process.left(Fleet.AHAB));
    assertTrue(consumer.status().load().isAtRest(), consumer.status().load() + "");
  }
}
