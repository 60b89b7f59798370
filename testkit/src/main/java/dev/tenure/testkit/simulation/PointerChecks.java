package dev.tenure.testkit.simulation;

import static dev.tenure.testkit.simulation.InvariantViolation.require;

import dev.tenure.queue.proto.QueueItem;
import dev.tenure.testkit.simulation.DatabaseState.PointerState;
import dev.tenure.testkit.simulation.DatabaseState.TenantState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Every zone with something to run has a pointer, and somebody looks into it in time. */
final class PointerChecks {
  /** How long a pointer may sleep past an item that its producer did not nudge it for. */
  private static final Duration GRACE = Duration.ofSeconds(6);

  private static final long VERSIONS_PER_MILLI = 1_000;

  private final Supplier<Duration> clockAheadMax;

  /**
   * @param clockAheadMax how far the fastest clock of any process so far is ahead
   */
  PointerChecks(Supplier<Duration> clockAheadMax) {
    this.clockAheadMax = clockAheadMax;
  }

  void check(DatabaseState state) {
    state.pointers().forEach(PointerChecks::checkEntries);
    earliestRunnable(state).forEach((zone, runnable) -> checkWoken(state, zone, runnable));
  }

  private static void checkEntries(ZoneKey zone, PointerState state) {
    require(
        state.exists() == state.pointer().isPresent(),
        "%s: existence entry %s, pointer %s"
            .formatted(zone, state.exists(), state.pointer().isPresent()));
    require(
        state.exists() || !state.asleep(), zone + " has an asleep entry but no existence entry");
  }

  /** When the first item of each zone can be run that anybody can run at all. */
  private static Map<ZoneKey, Instant> earliestRunnable(DatabaseState state) {
    Map<ZoneKey, Instant> earliest = new TreeMap<>();
    for (TenantState tenant : state.tenants().values()) {
      tenant
          .items()
          .forEach(
              (key, item) -> {
                if (isRunnable(tenant, item)) {
                  earliest.merge(key.zoneKey(), runnableAt(state, item), PointerChecks::earlier);
                }
              });
    }
    return earliest;
  }

  /** Whether a consumer may run the item some time without anybody's help. */
  static boolean isRunnable(TenantState tenant, QueueItem item) {
    return !tenant.pausedZones().contains(item.getZone())
        && !item.getType().equals(WorkKind.STRANGE.type().name());
  }

  /** Its vesting time, and the end of its lease by version as well. */
  private static Instant runnableAt(DatabaseState state, QueueItem item) {
    Instant vesting = Instant.ofEpochMilli(item.getVestingMillis());
    if (item.getLeaseId().isEmpty()) {
      return vesting;
    }
    long leaseEnd = item.getLeaseVersion() + item.getLeaseMillis() * VERSIONS_PER_MILLI;
    Instant over = state.now().plus(leaseEnd - state.version(), ChronoUnit.MICROS);
    return later(vesting, over);
  }

  private void checkWoken(DatabaseState state, ZoneKey zone, Instant runnable) {
    PointerState pointer = state.pointers().get(zone);
    if (pointer == null || !pointer.exists()) {
      throw new InvariantViolation(zone + " has items and no pointer");
    }
    Instant limit = later(runnable, state.now()).plus(GRACE).plus(clockAheadMax.get());
    Optional<Instant> wakes =
        Stream.concat(
                pointer.pointer().stream()
                    .map(item -> Instant.ofEpochMilli(item.getVestingMillis())),
                pointer.nudges().stream())
            .min(Instant::compareTo);
    require(
        wakes.isPresent() && !wakes.get().isAfter(limit),
        "%s has an item that can run at %s, now is %s, and nobody looks before %s"
            .formatted(zone, runnable, state.now(), wakes));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
