package dev.tenure.consumer.end;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.consumer.Outcome;
import dev.tenure.consumer.fixture.Fleet;
import dev.tenure.consumer.service.Consumer;
import dev.tenure.queue.redrive.Redrive;
import dev.tenure.queue.redrive.RedriveAction;
import dev.tenure.queue.redrive.RedriveLimits;
import dev.tenure.queue.redrive.RedriveReport;
import dev.tenure.queue.redrive.RedriveRequest;
import dev.tenure.record.async.Pace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedrivePaceTest {
  private static final int LETTERS = 60;

  private final Fleet fleet = Fleet.start();
  private final Fleet.Site process = fleet.process("one").withTenant(Fleet.AHAB);
  private final Redrive redrive = new Redrive(process.cluster(), Fleet.AHAB);
  private final RedriveRequest all = RedriveRequest.ofZone("default", RedriveAction.REDRIVE);

  @BeforeEach
  void letEverythingDie() {
    for (int i = 0; i < LETTERS; i++) {
      process.send(Fleet.AHAB, "letter");
    }
    Consumer consumer =
        process.start(
            "c",
            (payload, context) ->
                CompletableFuture.completedFuture(new Outcome.DeadLetter("refused")));
    fleet.time.runUntil(
        Duration.ofMinutes(1), () -> consumer.status().items().deadLettered() == LETTERS);
    fleet.time.join(consumer.stop(Duration.ZERO));
  }

  @AfterEach
  void close() {
    fleet.close();
  }

  private static RedriveLimits tenASecond() {
    return RedriveLimits.defaults().withPace(Pace.perSecond(10));
  }

  @Test
  void aRunIsNoFasterThanItsPace() {
    Instant begun = fleet.time.instant();
    List<RedriveReport> told = new ArrayList<>();
    RedriveReport report = fleet.time.join(redrive.run(all.withLimits(tenASecond()), told::add));
    assertEquals(LETTERS, report.changed());
    Duration took = Duration.between(begun, fleet.time.instant());
    assertFalse(took.compareTo(Duration.ofMillis(5_900)) < 0, took::toString);
    assertTrue(took.compareTo(Duration.ofSeconds(7)) < 0, took::toString);
    assertEquals(10, told.get(0).changed());
  }

  @Test
  void aRunThatMayTakeNoLongerGoesOnFromItsContinuation() {
    RedriveLimits limits = tenASecond().withTimeMax(Duration.ofSeconds(2));
    RedriveReport first = fleet.time.join(redrive.run(all.withLimits(limits)));
    assertEquals(20, first.changed());
    assertEquals(LETTERS - 20, first.left());
    RedriveReport rest = fleet.time.join(redrive.run(all.from(first.continuation())));
    assertEquals(new RedriveReport(LETTERS - 20, 0, 0, 0, Optional.empty()), rest);
    assertEquals(LETTERS, process.left(Fleet.AHAB));
  }
}
