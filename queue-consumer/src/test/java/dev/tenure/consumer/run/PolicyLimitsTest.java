package dev.tenure.consumer.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.ConsumerOptions;
import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.ItemHandler;
import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.fixture.Journal;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.DeadLetterKind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a type's policy gives an item up. */
final class PolicyLimitsTest {
  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);

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

  private Consumer consume(WorkPolicy policy, ItemHandler<String> handler) {
    return process.start(
        ConsumerOptions.defaults("c"),
        Handlers.builder().on(Fleet.SEND.withPolicy(policy), handler).build(),
        new Journal());
  }

  private void run(Duration duration) {
    fleet.time.pass(duration);
  }

  @Test
  void anItemPastItsTypesAgeIsSetAsideByItsNextFailure() {
    consume(
        WorkPolicy.defaults()
            .withAttemptsMax(0)
            .withAgeMax(Duration.ofMinutes(10))
            .withBackoff(Duration.ofMinutes(4), Duration.ofMinutes(4)),
        (payload, context) -> failed(new IllegalStateException("planted")));
    String id = process.send(Fleet.AHAB, "letter");
    run(Duration.ofMinutes(30));
    DeadLetter letter = process.deadLetter(Fleet.AHAB, id).orElseThrow();
    assertEquals(DeadLetterKind.FAILED, letter.kind());
    assertTrue(letter.reason().startsWith("older than PT10M: "), letter.reason());
    assertTrue(letter.reason().contains("planted"), letter.reason());
    assertTrue(letter.failures().size() >= 3 && letter.failures().size() <= 5, letter.toString());
  }

  @Test
  void anItemPastItsTypesAgeThatSucceedsIsDone() {
    Consumer consumer =
        consume(
            WorkPolicy.defaults().withAgeMax(Duration.ofMinutes(1)),
            (payload, context) ->
                done(
                    fleet.time.instant().isBefore(context.item().enqueuedAt().plusSeconds(600))
                        ? Outcome.snooze(Duration.ofMinutes(3))
                        : Outcome.done()));
    process.send(Fleet.AHAB, "letter");
    run(Duration.ofMinutes(20));
    assertEquals(1, consumer.status().items().completed());
    assertEquals(0, consumer.status().items().deadLettered());
  }

  @Test
  void anErrorThatTheTypeCallsPermanentIsNotRetried() {
    int[] calls = new int[1];
    Consumer consumer =
        consume(
            WorkPolicy.defaults()
                .withInlineRetries(3)
                .withBackoff(Duration.ofSeconds(10), Duration.ofMinutes(1))
                .withPermanentErrors(IllegalArgumentException.class),
            (payload, context) -> {
              calls[0]++;
              return failed(
                  payload.equals("bad")
                      ? new NumberFormatException("planted")
                      : new IllegalStateException("transient"));
            });
    String bad = process.send(Fleet.AHAB, "bad");
    run(Duration.ofMillis(900));
    assertEquals(1, calls[0]);
    assertEquals(DeadLetterKind.FAILED, process.deadLetter(Fleet.AHAB, bad).orElseThrow().kind());
    process.send(Fleet.AHAB, "good");
    run(Duration.ofMillis(900));
    assertEquals(5, calls[0]);
    assertEquals(1, consumer.status().items().deadLettered());
    assertEquals(1, consumer.status().items().requeued());
  }
}
