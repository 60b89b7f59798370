package dev.tenure.queue.zone;

import static dev.tenure.queue.TestCluster.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.LeaseId;
import dev.tenure.queue.TestCluster;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a dead letter and a history tell, and reasons that are missing or too long. */
final class ReasonsOfFailureTest {
  private static final String TWO_CHARS = "\uD83D\uDCEE";

  private TestCluster test;
  private LeaseId lease;

  @BeforeEach
  void start() {
    test = TestCluster.start();
    test.run(tx -> tx.zone().enqueue(item("x").withId("a")));
    lease =
        test.run(tx -> tx.zone().dequeue(DequeueRequest.of(1, Duration.ofSeconds(30), "c")))
            .get(0)
            .lease()
            .id();
  }

  @AfterEach
  void stop() {
    test.close();
  }

  /** The call is refused by that name, and its transaction, which commits, has written nothing. */
  private void assertRefused(String parameter, Function<QueueZone, CompletableFuture<?>> call) {
    try (TestCluster.Open open = test.open()) {
      NullPointerException error =
          assertThrows(NullPointerException.class, () -> call.apply(open.tx().zone()));
      assertEquals(parameter, error.getMessage());
      open.commit();
    }
    assertEquals(
        Optional.of(lease),
        test.run(tx -> tx.zone().find("a")).orElseThrow().lease().map(held -> held.id()));
    assertTrue(test.run(tx -> tx.zone().findDeadLetter("a")).isEmpty());
  }

  @Test
  @SuppressWarnings({"NullAway", "NullOptional"}) // what callers without the check pass
  void aDeadLetterWithoutReasonIsRefusedByName() {
    assertRefused(
        "reason",
        zone -> zone.moveToDeadLetter("a", lease, DeadLetterKind.FAILED, null, Optional.empty()));
    assertRefused("kind", zone -> zone.moveToDeadLetter("a", lease, null, "r", Optional.empty()));
    assertRefused(
        "failure", zone -> zone.moveToDeadLetter("a", lease, DeadLetterKind.FAILED, "r", null));
    assertRefused(
        "lease",
        zone -> zone.moveToDeadLetter("a", null, DeadLetterKind.FAILED, "r", Optional.empty()));
  }

  @Test
  @SuppressWarnings({"NullAway", "NullOptional"})
  void aRequeueWithoutFailureOrLeaseIsRefusedByName() {
    assertRefused("failure", zone -> zone.requeue("a", lease, Duration.ZERO, null));
    assertRefused("lease", zone -> zone.requeue("a", null, Duration.ZERO, Optional.empty()));
  }

  @Test
  @SuppressWarnings("NullAway")
  void aFailureWithoutErrorOrConsumerIsRefusedByName() {
    assertEquals(
        "error",
        assertThrows(NullPointerException.class, () -> new Failure(null, "c")).getMessage());
    assertEquals(
        "consumer",
        assertThrows(NullPointerException.class, () -> new Failure("no", null)).getMessage());
  }

  @Test
  void aReasonTooLongIsCut() {
    String longest = "x".repeat(2_000);
    assertEquals(longest, new Failure(longest, "c").error());
    assertEquals("x".repeat(1_999) + "…", new Failure(longest + "x", "c").error());
    String reason = longest + "yz";
    test.run(
        tx ->
            tx.zone()
                .moveToDeadLetter("a", lease, DeadLetterKind.FAILED, reason, Optional.empty()));
    assertEquals(
        "x".repeat(1_999) + "…",
        test.run(tx -> tx.zone().findDeadLetter("a")).orElseThrow().reason());
  }

  @Test
  void aReasonIsNotCutWithinACharacter() {
    String even = TWO_CHARS.repeat(1_000) + "y";
    assertEquals(TWO_CHARS.repeat(999) + "…", new Failure(even, "c").error());
    String odd = "x" + TWO_CHARS.repeat(1_000);
    assertEquals("x" + TWO_CHARS.repeat(999) + "…", new Failure(odd, "c").error());
  }
}
