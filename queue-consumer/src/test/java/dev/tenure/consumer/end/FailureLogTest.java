package dev.tenure.consumer.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerListener;
import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.LoggedLines;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.FailedAttempt;
import dev.tenure.queue.zone.StackTrace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a handler throws is in the log, told to the listener, and kept with its item. */
@Timeout(600)
final class FailureLogTest {
  private final LoggedLines log = new LoggedLines("dev.tenure.consumer.FailureLog");
  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final List<Optional<Throwable>> thrown = new ArrayList<>();

  @AfterEach
  void close() {
    fleet.close();
    log.close();
  }

  private void start(ItemHandler<String> handler) {
    WorkPolicy policy =
        WorkPolicy.defaults()
            .withAttemptsMax(3)
            .withBackoff(Duration.ofSeconds(1), Duration.ofSeconds(1))
            .withExecutionBound(Duration.ofSeconds(5));
    process.start(
        ConsumerOptions.defaults("c"),
        Handlers.builder().on(Fleet.SEND.withPolicy(policy), handler).build(),
        new ConsumerListener() {
          @Override
          public void itemFailed(
              WorkItem item, TenantId tenant, String error, Optional<Throwable> why) {
            thrown.add(why);
          }
        });
  }

  private String send() {
    return process.send(Fleet.AHAB, "letter");
  }

  private DeadLetter deadLetter(String id) {
    fleet.time.runUntil(
        Duration.ofMinutes(1), () -> process.deadLetter(Fleet.AHAB, id).isPresent());
    return process.deadLetter(Fleet.AHAB, id).orElseThrow();
  }

  private static Outcome refuse() {
    throw new IllegalStateException("refused by 550");
  }

  @Test
  void theFirstFailureIsLoggedWithItsStackTrace() {
    start(ItemHandler.blocking((payload, context) -> refuse()));
    String id = send();
    deadLetter(id);
    assertEquals(1, log.lines().size(), log.lines().toString());
    String line = log.lines().get(0);
    assertTrue(line.startsWith("consumer c: attempt 1 of item " + id + ", type send"), line);
    assertTrue(line.contains("java.lang.IllegalStateException: refused by 550\n\tat "), line);
    assertTrue(line.contains("FailureLogTest.refuse(FailureLogTest.java:"), line);
    assertFalse(line.contains("AttemptRunner"), line);
  }

  @Test
  void thoseOfTheNextMinuteAreCounted() {
    start(ItemHandler.blocking((payload, context) -> refuse()));
    deadLetter(send());
    deadLetter(send());
    fleet.time.pass(Duration.ofMinutes(2));
    deadLetter(send());
    assertEquals(2, log.lines().size(), log.lines().toString());
    String line = log.lines().get(1);
    assertTrue(line.contains("failed (5 like it were not logged): java.lang.Ill"), line);
  }

  @Test
  void anotherPlaceIsAnotherKindOfFailure() {
    start(
        ItemHandler.blocking(
            (payload, context) -> {
              if (context.attempt() == 2) {
                throw new IllegalStateException("elsewhere");
              }
              return refuse();
            }));
    deadLetter(send());
    assertEquals(2, log.lines().size(), log.lines().toString());
  }

  @Test
  void kindsWithoutEndShareALine() {
    start(
        ItemHandler.blocking(
            (payload, context) -> {
              IllegalStateException error = new IllegalStateException("no");
              error.setStackTrace(
                  new StackTraceElement[] {
                    new StackTraceElement("a.B", "m" + context.item().id(), "B.java", 1)
                  });
              throw new PermanentException("no", error);
            }));
    int items = FailureLog.KINDS_MAX + 50;
    for (int i = 0; i < items; i++) {
      send();
    }
    fleet.time.runUntil(Duration.ofSeconds(50), () -> thrown.size() == items);
    assertEquals(FailureLog.KINDS_MAX + 1, log.lines().size());
  }

  @Test
  void theListenerIsGivenTheException() {
    IllegalStateException refused = new IllegalStateException("refused by 550");
    start(
        (payload, context) -> {
          throw refused;
        });
    deadLetter(send());
    assertEquals(3, thrown.size());
    assertSame(refused, thrown.get(0).orElseThrow());
  }

  @Test
  void whatAHandlerSaysIsNoExceptionAndNotLogged() {
    start(ItemHandler.blocking((payload, context) -> Outcome.deadLetter("unwanted")));
    DeadLetter letter = deadLetter(send());
    assertEquals(List.of(Optional.empty()), thrown);
    assertEquals(List.of(), log.lines());
    assertEquals(Optional.empty(), letter.failures().get(0).stackTrace());
  }

  @Test
  void theStackTraceOfTheLastFailureIsKeptWithTheDeadLetter() {
    start(ItemHandler.blocking((payload, context) -> refuse()));
    List<FailedAttempt> failures = deadLetter(send()).failures();
    assertEquals(3, failures.size());
    assertEquals(Optional.empty(), failures.get(0).stackTrace());
    assertEquals(Optional.empty(), failures.get(1).stackTrace());
    String text = failures.get(2).stackTrace().map(StackTrace::text).orElse("");
    assertTrue(text.contains("FailureLogTest.refuse(FailureLogTest.java:"), text);
  }

  @Test
  void anExceptionOfTheEffectsIsLoggedAndKept() {
    start(ItemHandler.blocking((payload, context) -> Outcome.done(tx -> failing())));
    List<FailedAttempt> failures = deadLetter(send()).failures();
    String text = failures.get(2).stackTrace().map(StackTrace::text).orElse("");
    assertTrue(text.contains("FailureLogTest.failing(FailureLogTest.java:"), text);
    assertEquals(1, log.lines().size(), log.lines().toString());
    assertEquals(3, thrown.size());
  }

  private static CompletionStage<Void> failing() {
    throw new IllegalStateException("the effects");
  }

  @Test
  void aHandlerThatRanTooLongIsLoggedAndHasNoStackTrace() {
    start((payload, context) -> new CompletableFuture<>());
    DeadLetter letter = deadLetter(send());
    assertEquals(Optional.empty(), letter.failures().get(2).stackTrace());
    assertEquals(1, log.lines().size(), log.lines().toString());
    assertTrue(log.lines().get(0).contains("longer than its bound of PT5S"), log.lines().get(0));
  }
}
