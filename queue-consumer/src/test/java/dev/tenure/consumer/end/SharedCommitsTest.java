package dev.tenure.consumer.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.Tuning;
import dev.tenure.consumer.fixture.Counters;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many ends share a transaction, and how often one is tried. */
@Timeout(600)
final class SharedCommitsTest {
  private static final String ID = "shared";
  private static final String COUNTER = "shared effects";

  private final Fleet fleet = Fleet.start();
  private final Journal journal = new Journal();
  private final List<CompletableFuture<Outcome>> results = new ArrayList<>();

  /** How many counters each commit changed that changed any. */
  private final List<Long> effects = new ArrayList<>();

  private int commits;

  @AfterEach
  void close() {
    fleet.close();
  }

  private static boolean contains(byte[] key, String text) {
    return new String(key, StandardCharsets.ISO_8859_1).contains(text);
  }

  /** Whether it removes items. */
  private static boolean ends(CommitRequest request) {
    return request.mutations().stream()
        .anyMatch(
            mutation ->
                mutation instanceof Mutation.ClearRange range && contains(range.begin(), ID));
  }

  private CommitFault counted(CommitRequest request) {
    long added =
        request.mutations().stream()
            .filter(
                mutation ->
                    mutation instanceof Mutation.Atomic atomic && contains(atomic.key(), COUNTER))
            .count();
    if (added > 0) {
      effects.add(added);
    }
    commits += ends(request) ? 1 : 0;
    return CommitFault.NONE;
  }

  /** Items whose handlers wait for {@link #results}. */
  private Consumer held(Fleet.Site process, int items, Tuning tuning) {
    process.withTenant(Fleet.AHAB);
    for (int i = 0; i < items; i++) {
      process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "letter").withId(ID + i));
    }
    Consumer consumer =
        process.start(
            ConsumerOptions.defaults("c").withWorkers(64).withTuning(tuning),
            Handlers.builder()
                .on(
                    Fleet.SEND.withPolicy(WorkPolicy.defaults().withAttemptsMax(1)),
                    (payload, context) -> {
                      CompletableFuture<Outcome> result = new CompletableFuture<>();
                      results.add(result);
                      return result;
                    })
                .build(),
            journal);
    fleet.time.pass(Duration.ofMillis(500));
    assertEquals(items, results.size());
    fleet.faults.plant(this::counted);
    return consumer;
  }

  private Consumer held(int items) {
    return held(fleet.process("one"), items, Tuning.defaults());
  }

  private void completeAll(Outcome outcome) {
    results.forEach(result -> result.complete(outcome));
  }

  @Test
  void effectsThatTakeNoTimeShareATransaction() {
    Consumer consumer = held(20);
    completeAll(Outcome.done(Counters.add(COUNTER)));
    fleet.time.pass(Duration.ofMillis(50));
    assertEquals(20, consumer.status().items().completed());
    assertTrue(effects.size() <= 2, effects + " effects in transactions");
  }

  @Test
  void noMoreEffectsShareATransactionThanTheOptionSays() {
    held(fleet.process("one"), 20, Tuning.defaults().withEffectsMax(5));
    for (int i = 0; i < 20; i++) {
      results.get(i).complete(Outcome.done(Counters.add(COUNTER + i)));
    }
    fleet.time.pass(Duration.ofMillis(50));
    assertEquals(List.of(5L, 5L, 5L, 5L), effects);
  }

  @Test
  void effectsOfATransactionAreAppliedOneAfterAnother() {
    int[] under = new int[2];
    Consumer consumer = held(5);
    completeAll(
        Outcome.done(
            transaction -> {
              under[1] = Math.max(under[1], ++under[0]);
              return fleet
                  .takes(Duration.ofMillis(10), Outcome.done())
                  .thenAccept(done -> under[0]--);
            }));
    fleet.time.pass(Duration.ofMillis(500));
    assertEquals(5, consumer.status().items().completed());
    assertEquals(1, under[1]);
  }

  @Test
  void endsThatComeWhileATransactionIsOnItsWayShareTheNextOne() {
    Consumer consumer = held(11);
    fleet.faults.slow(SharedCommitsTest::ends, Duration.ofMillis(100));
    for (CompletableFuture<Outcome> result : results) {
      result.complete(Outcome.done());
      fleet.time.pass(Duration.ofMillis(1));
    }
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(11, consumer.status().items().completed());
    assertEquals(2, commits);
  }

  @Test
  void endsThatAreWrittenAreNotWrittenAgain() {
    held(2);
    completeAll(Outcome.done());
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(2, journal.completed.size());
    assertEquals(1, fleet.meters.count(RecordCounter.TRANSACTIONS_OPENED, "complete"));
  }

  @Test
  void aHalfThatIsPutOffDoesNotKeepTheOtherHalf() {
    Consumer consumer = held(4);
    fleet.faults.plant(
        request -> {
          if (!ends(request)) {
            return CommitFault.NONE;
          }
          commits++;
          return commits <= 5
              ? CommitFault.NOT_COMMITTED
              : commits <= 10 ? CommitFault.TRANSACTION_TOO_OLD : CommitFault.NONE;
        });
    completeAll(Outcome.done());
    fleet.time.pass(Duration.ofSeconds(3));
    assertEquals(4, consumer.status().items().completed());
    assertEquals(12, commits);
  }

  @Test
  void aTransactionWithoutEffectsThatWasTooOldIsRepeatedAtOnce() {
    Consumer consumer = held(2);
    fleet.faults.plant(
        request ->
            ends(request) && commits++ == 0 ? CommitFault.TRANSACTION_TOO_OLD : CommitFault.NONE);
    completeAll(Outcome.done());
    fleet.time.pass(Duration.ofMillis(40));
    assertEquals(2, consumer.status().items().completed());
  }

  @Test
  void effectsThatWereTooOldTwiceInTransactionsOfTheirOwnHaveFailed() {
    Consumer consumer = held(1);
    fleet.faults.plant(
        request -> {
          int before = effects.size();
          counted(request);
          return effects.size() > before ? CommitFault.TRANSACTION_TOO_OLD : CommitFault.NONE;
        });
    completeAll(Outcome.done(Counters.add(COUNTER)));
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(1, consumer.status().items().deadLettered());
    assertEquals(2, effects.size());
  }

  /** Only the next attempt of the transaction could tell, and it finds the item gone. */
  @Test
  void withoutCommitMarkersAnItemFoundGoneAfterAnUnknownCommitCountsAsCompleted() {
    Consumer consumer = held(fleet.processWithoutCommitMarkers("one"), 1, Tuning.defaults());
    fleet.faults.plant(
        request ->
            ends(request) && commits++ == 0
                ? CommitFault.UNKNOWN_RESULT_APPLIED
                : CommitFault.NONE);
    completeAll(Outcome.done());
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(1, consumer.status().items().completed());
    assertEquals(0, consumer.status().items().gone());
  }

  @Test
  void withoutCommitMarkersAnItemFoundGoneAtTheFirstAttemptIsGone() {
    Fleet.Site process = fleet.processWithoutCommitMarkers("one");
    Consumer consumer = held(process, 1, Tuning.defaults());
    process.run(Fleet.AHAB, transaction -> transaction.zone().cancel(ID + 0));
    completeAll(Outcome.done());
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(0, consumer.status().items().completed());
    assertEquals(1, consumer.status().items().gone());
  }
}
