package dev.tenure.queue.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tenure.queue.Lease;
import dev.tenure.queue.LeaseId;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.WorkItem;
import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.cluster.ConsumerRegistry;
import dev.tenure.queue.inspect.ItemState;
import dev.tenure.queue.inspect.ItemView;
import dev.tenure.queue.pointer.PointerRef;
import dev.tenure.queue.pointer.PointerSight;
import dev.tenure.queue.pointer.PointerState;
import dev.tenure.queue.zone.ZoneSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What cannot be brought about in a cluster under a test's clock, or only by a defect. */
final class CausesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final long GRANTED = 5_000_000;
  private static final long OVER = GRANTED + 30_000_000;

  private static List<Cause> causes(
      Optional<Lease> lease, long readVersion, Instant pointer, Optional<Instant> nudge) {
    return causes(
        item(lease, 1),
        readVersion,
        pointer,
        nudge,
        List.of(new ConsumerInfo("c", NOW, NOW, Set.of("send"))));
  }

  private static WorkItem item(Optional<Lease> lease, int schemaVersion) {
    return new WorkItem(
        "z",
        "a",
        "send",
        schemaVersion,
        8,
        NOW,
        lease,
        Optional.of("holder"),
        1,
        0,
        0,
        NOW,
        0,
        Optional.empty(),
        Optional.empty());
  }

  private static List<Cause> causes(
      WorkItem item,
      long readVersion,
      Instant pointer,
      Optional<Instant> nudge,
      List<ConsumerInfo> known) {
    PointerRef ref = new PointerRef(1, new TenantId("mail", "ahab"), "z", 0);
    return Causes.of(
        new Sight(
            new Sight.Moment(readVersion, readVersion, NOW),
            Optional.of(new ItemView(item, ItemState.READY, List.of(), Optional.empty())),
            Optional.empty(),
            ZoneSettings.defaults(),
            false,
            new PointerSight(
                true, Optional.of(new PointerState(ref, pointer, NOW, true, 0)), nudge),
            known,
            Optional.empty()));
  }

  private static List<Cause> leased(long readVersion) {
    LeaseId id = new LeaseId("00112233445566778899aabbccddeeff");
    return causes(
        Optional.of(new Lease(id, NOW, LEASE, GRANTED)), readVersion, NOW, Optional.empty());
  }

  private static List<Cause> pointer(Duration later, Optional<Instant> nudge) {
    return causes(Optional.empty(), OVER, NOW.plus(later), nudge);
  }

  @Test
  void aLeaseOverByTimeButNotByVersionSaysWhenItMayBeTakenOver() {
    assertEquals(
        List.of(new Cause.LeaseNotOver("holder", NOW, NOW.plusMillis(2_001))),
        leased(OVER - 2_000_000));
    assertEquals(
        List.of(new Cause.LeaseNotOver("holder", NOW, NOW.plusMillis(1))), leased(OVER - 1));
    assertEquals(List.of(new Cause.Nothing()), leased(OVER));
  }

  private static ConsumerInfo reads(String id, Instant heartbeat, int version, String... full) {
    return new ConsumerInfo(
        id, NOW, heartbeat, new TreeMap<>(Map.of("send", version)), Set.of(full));
  }

  private static List<Cause> ofVersion(int schemaVersion, ConsumerInfo... known) {
    WorkItem item = item(Optional.empty(), schemaVersion);
    return causes(item, OVER, NOW, Optional.empty(), List.of(known));
  }

  @Test
  void aPayloadVersionThatNoLiveConsumerReadsSaysWhichTheyRead() {
    assertEquals(
        List.of(new Cause.VersionUnread("send", 3, 2, List.of("one", "two"), Optional.empty())),
        ofVersion(
            3,
            reads("one", NOW, 1),
            reads("two", NOW, 2),
            new ConsumerInfo("other", NOW, NOW, Set.of("print"))));
    assertEquals(List.of(new Cause.Nothing()), ofVersion(2, reads("one", NOW, 2)));
  }

  @Test
  void aPayloadVersionThatADeadConsumerReadSaysWhenThatWasHeard() {
    Instant dead = NOW.minus(ConsumerRegistry.LIVE).minusMillis(1);
    assertEquals(
        List.of(new Cause.VersionUnread("send", 2, 1, List.of("one"), Optional.of(dead))),
        ofVersion(2, reads("one", NOW, 1), reads("dead", dead, 2)));
    assertEquals(
        List.of(new Cause.NoConsumer("send", List.of(), 0, Optional.of(dead))),
        ofVersion(2, reads("dead", dead, 2)));
  }

  @Test
  void onlyConsumersThatReadThePayloadVersionCountAsThrottled() {
    assertEquals(
        List.of(new Cause.Throttled("send", List.of("new"), NOW)),
        ofVersion(2, reads("new", NOW, 2, "send"), reads("old", NOW, 1)));
    assertEquals(
        List.of(new Cause.Nothing()),
        ofVersion(2, reads("new", NOW, 2), reads("old", NOW, 1, "send")));
    assertEquals(
        List.of(new Cause.VersionUnread("send", 2, 1, List.of("old"), Optional.empty())),
        ofVersion(2, reads("old", NOW, 1, "send")));
  }

  @Test
  void aPointerBeyondAnyRestIsADefect() {
    Duration most = Duration.ofMinutes(5).plusSeconds(6);
    assertEquals(
        List.of(new Cause.PointerLater(NOW.plus(most), true, 0, false)),
        pointer(most, Optional.empty()));
    Duration more = most.plusMillis(1);
    assertEquals(
        List.of(new Cause.PointerLater(NOW.plus(more), true, 0, true)),
        pointer(more, Optional.empty()));
  }

  @Test
  void anEarlierNudgeCountsBeforeThePointer() {
    Duration hour = Duration.ofHours(1);
    assertEquals(List.of(new Cause.Nothing()), pointer(hour, Optional.of(NOW)));
    assertEquals(
        List.of(new Cause.PointerLater(NOW.plusSeconds(3), true, 0, false)),
        pointer(hour, Optional.of(NOW.plusSeconds(3))));
    assertEquals(
        List.of(new Cause.PointerLater(NOW.plusSeconds(1), true, 0, false)),
        pointer(Duration.ofSeconds(1), Optional.of(NOW.plusSeconds(3))));
  }
}
