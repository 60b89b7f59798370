package dev.tenure.consumer.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemErrorHandler;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.PermanentException;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.zone.DeadLetter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an error handler may choose for an item whose attempt threw. */
final class ItemErrorHandlerTest {
  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final List<String> asked = new ArrayList<>();

  @AfterEach
  void close() {
    fleet.close();
  }

  private void consume(ItemErrorHandler errors, ItemHandler<String> handler) {
    Consumer.builder(
            process.deployment(),
            Handlers.builder()
                .on(Fleet.SEND.withPolicy(WorkPolicy.defaults().withAttemptsMax(3)), handler)
                .build(),
            ConsumerOptions.defaults("c"))
        .errorHandler(
            (error, item, tenant) -> {
              asked.add(error.getMessage() + " of " + tenant);
              return errors.onError(error, item, tenant);
            })
        .build()
        .start();
  }

  private static CompletableFuture<Outcome> fails(String message) {
    return CompletableFuture.failedFuture(new IllegalStateException(message));
  }

  private void run(Duration duration) {
    fleet.time.pass(duration);
  }

  @Test
  void aDeadLetterIsSetAsideAtOnceWithItsReasonAndTheStackTrace() {
    consume(
        (error, item, tenant) -> Optional.of(Outcome.deadLetter("the address is unknown")),
        (payload, context) -> fails("550"));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(5));
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertEquals("the address is unknown", letter.reason());
    assertTrue(
        letter.failures().get(0).stackTrace().orElseThrow().text().contains("550"),
        "the stack trace is kept");
    assertEquals(List.of("550 of " + Fleet.AHAB), asked);
  }

  @Test
  void aRetryWaitsAsChosenAndCountsTheAttemptEvenOfAPermanentError() {
    consume(
        (error, item, tenant) -> Optional.of(Outcome.retryAfter(Duration.ofHours(1), "closed")),
        (payload, context) ->
            CompletableFuture.failedFuture(new PermanentException("the office is closed")));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofMinutes(50));
    WorkItem item = process.find(Fleet.AHAB, id).orElseThrow();
    assertEquals(1, item.attempts());
    run(Duration.ofHours(3));
    assertEquals("closed", process.deadLetter(Fleet.AHAB, id).orElseThrow().reason());
    assertEquals(3, asked.size());
  }

  @Test
  void aSnoozeWaitsAsChosenAndCountsTheAttempt() {
    consume(
        (error, item, tenant) -> Optional.of(Outcome.snooze(Duration.ofHours(1))),
        (payload, context) -> fails("busy"));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofMinutes(50));
    assertEquals(1, process.find(Fleet.AHAB, id).orElseThrow().attempts());
    run(Duration.ofHours(3));
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertTrue(letter.reason().contains("busy"), letter.reason());
    assertEquals(3, letter.failures().size());
    assertEquals(3, asked.size());
  }

  @Test
  void doneAndDiscardRemoveTheItem() {
    consume(
        (error, item, tenant) ->
            Optional.of(
                "sent before".equals(error.getMessage())
                    ? Outcome.done()
                    : Outcome.discard("not wanted")),
        (payload, context) -> fails(payload));
    String sent = process.send(Fleet.AHAB, "sent before");
    String other = process.send(Fleet.AHAB, "other");
    run(Duration.ofSeconds(5));
    assertEquals(0, process.left(Fleet.AHAB));
    assertEquals(Optional.empty(), process.deadLetter(Fleet.AHAB, sent));
    assertEquals(Optional.empty(), process.deadLetter(Fleet.AHAB, other));
  }

  @Test
  void effectsThatFailAreAskedForToo() {
    consume(
        (error, item, tenant) -> Optional.of(Outcome.deadLetter("by the error handler")),
        (payload, context) ->
            CompletableFuture.completedFuture(
                Outcome.done(
                    tx ->
                        CompletableFuture.failedFuture(
                            new IllegalStateException("the effects failed")))));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofSeconds(30));
    assertEquals(List.of("the effects failed of " + Fleet.AHAB), asked);
    assertEquals("by the error handler", process.deadLetter(Fleet.AHAB, id).orElseThrow().reason());
  }

  @Test
  void thePolicyDecidesWhenTheErrorHandlerDoesNotOrCannot() {
    List<Optional<Outcome>> answers =
        List.of(Optional.empty(), Optional.of(Outcome.done(tx -> new CompletableFuture<>())));
    consume(
        (error, item, tenant) -> {
          if (asked.size() > answers.size()) {
            throw new IllegalStateException("the error handler is broken");
          }
          return answers.get(asked.size() - 1);
        },
        (payload, context) -> fails("refused"));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofMinutes(5));
    assertEquals(3, asked.size());
    assertEquals(3, process.deadLetter(Fleet.AHAB, id).orElseThrow().failures().size());
  }
}
