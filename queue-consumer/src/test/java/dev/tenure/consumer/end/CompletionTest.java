package dev.tenure.consumer.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Effects;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Counters;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.embedded.commit.FaultInjector.CommitFault;
import dev.tenure.queue.NewItem;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("late")
class CompletionTest {
  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final Journal journal = new Journal();

  @AfterEach
  void close() {
    fleet.close();
  }

  private static CompletableFuture<Outcome> done(Effects effects) {
    return CompletableFuture.completedFuture(Outcome.done(effects));
  }

  private Consumer consume(ItemHandler<String> handler) {
    return process.start("c", handler, journal);
  }

  private void send(int items) {
    for (int i = 0; i < items; i++) {
      process.send(Fleet.AHAB, "letter " + i);
    }
  }

  @Test
  void effectsCommitWithTheCompletion() {
    send(100);
    Consumer consumer = consume((payload, context) -> done(Counters.add("effects")));
    fleet.time.pass(Duration.ofSeconds(2));
    assertEquals(100, consumer.status().items().completed());
    assertEquals(100, process.counter(Fleet.AHAB, "effects"));
    assertEquals(0, process.left(Fleet.AHAB));
  }

  @Test
  void effectsThatReadWhatOthersWriteSeeOneAnother() {
    send(100);
    consume((payload, context) -> done(Counters.readAndAdd("effects")));
    fleet.time.pass(Duration.ofSeconds(2));
    assertEquals(100, process.counter(Fleet.AHAB, "effects"));
  }

  /**
   * On a cluster whose commits took long, ends conflicted with their own extensions for minutes.
   */
  @Test
  void anExtensionDoesNotMeetTheCommitOfTheSameItem() {
    AtomicInteger runs = new AtomicInteger();
    Consumer consumer = endSlowly(Duration.ofMillis(1_200), runs);
    fleet.time.pass(Duration.ofSeconds(10));
    assertEquals(1, consumer.status().items().completed());
    assertEquals(1, runs.get());
  }

  @Test
  void theLeaseOfAnEndThatTakesVeryLongIsExtended() {
    Consumer consumer = endSlowly(Duration.ofMillis(1_900), new AtomicInteger());
    fleet.time.pass(Duration.ofMillis(2_100));
    assertEquals(1, consumer.status().leases().extended());
    assertEquals(0, consumer.status().leases().lost());
  }

  /**
   * One item leased for 2 s, with effects that take a time and count how often they are applied.
   */
  private Consumer endSlowly(Duration duration, AtomicInteger runs) {
    Effects effects =
        transaction -> {
          runs.incrementAndGet();
          return fleet.takes(duration, Outcome.done()).thenApply(outcome -> null);
        };
    send(1);
    return process.start(
        ConsumerOptions.defaults("c").withItemLease(Duration.ofSeconds(2)),
        Handlers.builder().on(Fleet.SEND, (payload, context) -> done(effects)).build(),
        journal);
  }

  @Test
  void effectsMayEnqueueMoreWork() {
    Handlers handlers =
        Handlers.builder()
            .on(
                Fleet.SEND,
                (payload, context) ->
                    done(
                        transaction ->
                            transaction
                                .zone("prints")
                                .enqueue(NewItem.of(Fleet.PRINT, payload))
                                .thenApply(result -> null)))
            .on(Fleet.PRINT, (payload, context) -> done(Counters.add("printed")))
            .build();
    process.start(ConsumerOptions.defaults("c"), handlers, journal);
    send(20);
    fleet.time.pass(Duration.ofSeconds(5));
    assertEquals(20, process.counter(Fleet.AHAB, "printed"));
  }

  @Test
  void effectsHappenOnceThoughCommitsConflictAndTheirResultsAreUnknown() {
    int[] commits = new int[1];
    CommitFault[] faults = CommitFault.values();
    fleet.faults.plant(
        request -> ++commits[0] % 3 == 0 ? faults[commits[0] / 3 % faults.length] : faults[0]);
    for (int i = 0; i < 60; i++) {
      process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "letter").withId("item " + i));
    }
    Consumer consumer = consume((payload, context) -> done(Counters.add("effects")));
    fleet.time.pass(Duration.ofSeconds(20));
    fleet.faults.none();
    fleet.time.pass(Duration.ofMinutes(2));
    assertEquals(0, process.left(Fleet.AHAB));
    assertEquals(60, process.counter(Fleet.AHAB, "effects"));
    assertEquals(60, consumer.status().items().completed());
  }

  @Test
  void effectsThatFailConcernTheirItemAlone() {
    send(9);
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "bad").withId("bad"));
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "throws").withId("throws"));
    send(9);
    WorkPolicy policy = WorkPolicy.defaults().withAttemptsMax(1);
    process.start(
        ConsumerOptions.defaults("c"),
        Handlers.builder()
            .on(
                Fleet.SEND.withPolicy(policy),
                (payload, context) ->
                    switch (payload) {
                      case "bad" ->
                          done(
                              transaction ->
                                  Counters.add("effects")
                                      .apply(transaction)
                                      .thenCompose(
                                          added ->
                                              CompletableFuture.failedFuture(
                                                  new IllegalStateException("bad effects"))));
                      case "throws" ->
                          done(
                              transaction -> {
                                throw new IllegalStateException("thrown effects");
                              });
                      default -> done(Counters.add("effects"));
                    })
            .build(),
        journal);
    fleet.time.pass(Duration.ofSeconds(2));
    assertEquals(18, process.counter(Fleet.AHAB, "effects"));
    assertEquals(18, journal.completed.size());
    assertTrue(
        process.deadLetter(Fleet.AHAB, "bad").orElseThrow().reason().contains("bad effects"));
    assertTrue(
        process.deadLetter(Fleet.AHAB, "throws").orElseThrow().reason().contains("thrown effects"));
    assertEquals(0, process.left(Fleet.AHAB));
  }

  @Test
  void effectsThatNeverFinishAreGivenUp() {
    send(3);
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "stuck").withId("stuck"));
    Consumer consumer =
        consume(
            (payload, context) ->
                done(
                    payload.equals("stuck")
                        ? transaction -> new CompletableFuture<>()
                        : Counters.add("effects")));
    fleet.time.pass(Duration.ofSeconds(20));
    assertEquals(3, process.counter(Fleet.AHAB, "effects"));
    assertEquals(3, consumer.status().items().completed());
    assertTrue(journal.failures.get(0).contains("took longer than PT4S"), journal.failures + "");
  }

  @Test
  void theEffectsOfALostLeaseAreLeftOutAndTheOthersCommit() {
    List<CompletableFuture<Outcome>> results = new ArrayList<>();
    Consumer consumer =
        consume(
            (payload, context) -> {
              CompletableFuture<Outcome> result = new CompletableFuture<>();
              results.add(result);
              return result;
            });
    send(4);
    String id = process.send(Fleet.AHAB, "cancelled");
    fleet.time.pass(Duration.ofSeconds(1));
    process.run(Fleet.AHAB, transaction -> transaction.zone().cancel(id));
    results.forEach(result -> result.complete(Outcome.done(Counters.add("effects"))));
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(4, process.counter(Fleet.AHAB, "effects"));
    assertEquals(4, consumer.status().items().completed());
    assertEquals(1, consumer.status().items().gone());
    assertEquals(0, consumer.status().load().items());
  }

  @Tag("punctual") // the cancel must come between two attempts of the completion
  @Test
  void anItemCancelledWhileItsCompletionConflictsIsGoneAndNotCompleted() {
    CompletableFuture<Outcome> result = new CompletableFuture<>();
    Consumer consumer = consume((payload, context) -> result);
    String id = process.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(1));
    int[] commits = new int[1];
    fleet.faults.plant(request -> commits[0]++ == 0 ? CommitFault.NOT_COMMITTED : CommitFault.NONE);
    result.complete(Outcome.done());
    fleet.time.pass(Duration.ZERO);
    process.run(Fleet.AHAB, transaction -> transaction.zone().cancel(id));
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(0, consumer.status().items().completed());
    assertEquals(1, consumer.status().items().gone());
    assertTrue(journal.completed.isEmpty());
  }

  @Test
  void localItemsCannotHaveEffects() {
    consume((payload, context) -> done(Counters.add("effects")));
    fleet.time.join(
        process
            .cluster()
            .topLevel()
            .runLocal(0, zone -> zone.enqueue(NewItem.of(Fleet.SEND, "sweep"))));
    fleet.time.pass(Duration.ofSeconds(1));
    assertEquals(1, journal.deadLetters.size());
    assertTrue(journal.deadLetters.get(0).contains("local items belong to no tenant"));
  }

  @Tag("punctual") // all items must end at one time
  @Test
  void completionsOfManyTenantsShareTransactions() {
    for (int i = 0; i < 30; i++) {
      TenantId tenant = new TenantId("mail", "user " + i);
      process.withTenant(tenant);
      process.send(tenant, "letter");
    }
    CompletableFuture<Outcome> together = new CompletableFuture<>();
    Consumer consumer = consume((payload, context) -> together);
    fleet.time.pass(Duration.ofSeconds(1));
    int[] commits = new int[1];
    fleet.faults.plant(
        request -> {
          commits[0]++;
          return CommitFault.NONE;
        });
    together.complete(Outcome.done());
    fleet.time.pass(Duration.ofMillis(10));
    assertEquals(30, consumer.status().items().completed());
    assertTrue(commits[0] <= 3, commits[0] + " commits for 30 completions");
  }

  @Test
  void whileTheDatabaseRefusesCompletionsAreRetriedAsLongAsTheLeaseLasts() {
    CompletableFuture<Outcome> result = new CompletableFuture<>();
    Consumer consumer = consume((payload, context) -> result);
    process.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(1));
    fleet.faults.plant(request -> CommitFault.TRANSACTION_TOO_OLD);
    result.complete(Outcome.done(Counters.add("effects")));
    fleet.time.pass(Duration.ofSeconds(10));
    assertEquals(0, consumer.status().items().completed());
    assertEquals(1, consumer.status().load().ending());
    fleet.faults.none();
    fleet.time.pass(Duration.ofSeconds(3));
    assertEquals(1, consumer.status().items().completed());
    assertEquals(1, process.counter(Fleet.AHAB, "effects"));
  }

  @Test
  void aDatabaseThatNeverRecoversLosesTheLeaseAndNothingElse() {
    CompletableFuture<Outcome> result = new CompletableFuture<>();
    Consumer consumer = consume((payload, context) -> result);
    process.send(Fleet.AHAB, "letter");
    fleet.time.pass(Duration.ofSeconds(1));
    fleet.faults.plant(request -> CommitFault.TRANSACTION_TOO_OLD);
    result.complete(Outcome.done(Counters.add("effects")));
    fleet.time.pass(Duration.ofMinutes(1));
    assertEquals(1, consumer.status().leases().lost());
    assertEquals(0, consumer.status().load().items());
    fleet.faults.none();
    fleet.time.pass(Duration.ofMinutes(1));
    assertEquals(1, process.counter(Fleet.AHAB, "effects"));
    assertEquals(1, consumer.status().items().completed());
  }

  @Test
  void whileTheDatabaseRefusesCompletionsNothingMoreIsLeased() {
    CompletableFuture<Outcome> result = new CompletableFuture<>();
    Consumer consumer =
        consume(
            (payload, context) ->
                payload.equals("first")
                    ? result
                    : CompletableFuture.completedFuture(Outcome.done()));
    process.send(Fleet.AHAB, "first");
    fleet.time.pass(Duration.ofSeconds(1));
    fleet.faults.plant(request -> CommitFault.TRANSACTION_TOO_OLD);
    result.complete(Outcome.done(Counters.add("effects")));
    fleet.time.pass(Duration.ofSeconds(2));
    fleet.faults.none();
    send(5);
    fleet.faults.plant(request -> CommitFault.TRANSACTION_TOO_OLD);
    long visits = consumer.status().visits().visits();
    fleet.time.pass(Duration.ofSeconds(10));
    assertEquals(visits, consumer.status().visits().visits());
    assertEquals(1, consumer.status().items().started());
    assertEquals(0, consumer.status().items().failed());
    fleet.faults.none();
    fleet.time.pass(Duration.ofSeconds(2));
    assertEquals(6, consumer.status().items().completed());
    assertEquals(1, process.counter(Fleet.AHAB, "effects"));
  }

  @Test
  void effectsThatAreTooMuchForOneTransactionAreAFailedAttempt() {
    byte[] large = new byte[90_000];
    send(3);
    process.enqueue(Fleet.AHAB, NewItem.of(Fleet.SEND, "huge").withId("huge"));
    Consumer consumer =
        consume(
            (payload, context) ->
                done(
                    transaction -> {
                      for (int i = 0; i < (payload.equals("huge") ? 130 : 1); i++) {
                        byte[] key = ("large/" + payload + i).getBytes(StandardCharsets.UTF_8);
                        transaction.context().set(key, large);
                      }
                      return Counters.add("effects").apply(transaction);
                    }));
    fleet.time.pass(Duration.ofMillis(700));
    assertEquals(3, process.counter(Fleet.AHAB, "effects"));
    assertEquals(3, consumer.status().items().completed());
    assertEquals(1, consumer.status().items().requeued());
    assertTrue(journal.failures.get(0).contains("2101"), journal.failures + "");
  }
}
