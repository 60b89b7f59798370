package dev.tenure.spring.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.consumer.Handlers;
import dev.tenure.consumer.Outcome;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.WorkPolicy;
import dev.tenure.queue.pointer.VisitResult;
import dev.tenure.spring.Notes;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class ConsumerMetersTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();

  private ConsumerMeters meters(int attemptsMax) {
    WorkPolicy policy = WorkPolicy.defaults().withAttemptsMax(attemptsMax);
    return new ConsumerMeters(
        registry,
        Handlers.builder()
            .on(
                Notes.NOTE.withPolicy(policy),
                (text, work) -> CompletableFuture.completedFuture(Outcome.done()))
            .build());
  }

  private static WorkItem item(String type, int attempts) {
    return new WorkItem(
        "default",
        "id",
        type,
        1,
        0,
        Instant.EPOCH,
        Optional.empty(),
        Optional.empty(),
        0,
        attempts,
        0,
        Instant.EPOCH,
        0,
        Optional.empty(),
        Optional.empty());
  }

  private double beyondAttempts() {
    return registry.get("tenure.items.beyond.attempts").tag("type", "note").counter().count();
  }

  @Test
  void anItemBegunAfterAllItsAttemptsIsCounted() {
    ConsumerMeters meters = meters(3);
    meters.itemStarted(item("note", 2), Notes.ALICE, Duration.ZERO);
    meters.itemStarted(item("letter", 5), Notes.ALICE, Duration.ZERO);
    assertThat(beyondAttempts()).isZero();
    meters.itemStarted(item("note", 3), Notes.ALICE, Duration.ZERO);
    assertThat(beyondAttempts()).isEqualTo(1);
  }

  @Test
  void anItemThatMayBeTriedForEverIsNotCounted() {
    meters(0).itemStarted(item("note", 1_000), Notes.ALICE, Duration.ZERO);
    assertThat(beyondAttempts()).isZero();
  }

  @Test
  void visitsThatWereUnableAreNotTakenForFailed() {
    meters(3).visit(new VisitResult.Unable(new IllegalStateException("no schema")));
    assertThat(registry.get("tenure.visits").tag("result", "unable").counter().count())
        .isEqualTo(1);
  }
}
