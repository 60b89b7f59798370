package dev.tenure.campaigns.simulation.state;

import com.google.protobuf.ByteString;
import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.proto.SimulatedEffect;
import dev.tenure.campaigns.simulation.proto.SimulatedOrder;
import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** States of one tenant with one item, for tests of the checks. */
final class StateSamples {
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  static final long VERSION = 1_000_000;
  static final TenantId TENANT = new TenantId("mail", "user-0");
  static final ZoneKey ZONE = new ZoneKey(TENANT, "default");
  static final ItemKey ITEM = new ItemKey(TENANT, "default", "item");

  private StateSamples() {}

  static QueueItem.Builder item(Instant vesting, WorkKind kind) {
    return QueueItem.newBuilder()
        .setZone("default")
        .setId("item")
        .setType(kind.type().name())
        .setVestingMillis(vesting.toEpochMilli());
  }

  static QueueItem leased(String lease, long version, long millis) {
    return item(NOW, WorkKind.EFFECT)
        .setLeaseId(ByteString.copyFromUtf8(lease))
        .setLeaseVersion(version)
        .setLeaseMillis(millis)
        .build();
  }

  static SimulatedOrder.Builder order(WorkKind kind) {
    return SimulatedOrder.newBuilder()
        .setNumber("o")
        .setZone("default")
        .setItem("item")
        .setType(kind.type().name());
  }

  static QueueItem pointer(Instant vesting) {
    return QueueItem.newBuilder()
        .setZone("shard-0")
        .setVestingMillis(vesting.toEpochMilli())
        .build();
  }

  static PointerState entries(boolean exists, boolean asleep, Optional<QueueItem> pointer) {
    return new PointerState(
        exists ? Optional.of(0L) : Optional.empty(),
        asleep ? Optional.of(new DatabaseState.Asleep(0, false)) : Optional.empty(),
        pointer,
        List.of());
  }

  static SimulatedEffect effect(String lease) {
    return SimulatedEffect.newBuilder()
        .setNumber("o")
        .setTimes(1)
        .setLeaseId(ByteString.copyFromUtf8(lease))
        .build();
  }
}
