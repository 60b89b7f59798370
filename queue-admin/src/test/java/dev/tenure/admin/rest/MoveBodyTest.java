package dev.tenure.admin.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.move.MoveReason;
import dev.tenure.queue.move.MoveRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A move as JSON. */
final class MoveBodyTest {
  private static final Instant ASKED = Instant.parse("2026-11-01T10:00:00Z");

  private static String problem(Duration after) {
    MoveRequest request =
        MoveRequest.open(
            new TenantId("notes", "alice"), "east", "west", MoveReason.of("ann", ""), ASKED);
    return MoveBody.of(request, Optional.empty(), ASKED.plus(after)).problem();
  }

  @Test
  void problemSaysSinceWhenNobodyWorksOnTheMove() {
    assertEquals("", problem(Duration.ofSeconds(59)));
    assertEquals(
        "no worker has taken this request up since 2026-11-01T10:00:00Z; this is done by the next"
            + " process with tenure.moves.enabled that knows clusters east and west and has room"
            + " by tenure.moves.at-once",
        problem(Duration.ofMinutes(2)));
  }
}
