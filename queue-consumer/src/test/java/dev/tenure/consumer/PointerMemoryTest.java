package dev.tenure.consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.pointer.PointerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PointerMemoryTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Candidate.Key ZONE =
      new Candidate.Key.OfZone(
          "cluster", new PointerRef(7, new TenantId("mail", "ahab"), "default", 0));
  private static final VisitReport FULL = new VisitReport(false, false, Set.of(), true, false);

  private static PointerMemory memory(boolean shared) {
    return new PointerMemory(
        ConsumerOptions.defaults("c"), (cluster, types) -> false, cluster -> shared);
  }

  @Test
  void aZoneThatIsFullHereIsLeftToOthersForAMomentOnceItsPointerVests() {
    PointerMemory memory = memory(true);
    Instant now = NOW;
    for (int i = 0; i < 10; i++) {
      Instant vests = now.plus(memory.obstacleDelay(ZONE, true));
      memory.visited(ZONE, FULL, false, now);
      assertEquals(vests.plusMillis(50), memory.leftUntil(ZONE));
      now = memory.leftUntil(ZONE);
    }
    assertTrue(now.isAfter(NOW.plus(Duration.ofSeconds(5))), "pointers rest longer each time");
    memory.visited(ZONE, VisitReport.uneventful(), false, now);
    assertEquals(Instant.MIN, memory.leftUntil(ZONE));
  }

  @Test
  void whoIsAloneLeavesNothing() {
    PointerMemory memory = memory(false);
    memory.visited(ZONE, FULL, false, NOW);
    assertEquals(Instant.MIN, memory.leftUntil(ZONE));
  }
}
