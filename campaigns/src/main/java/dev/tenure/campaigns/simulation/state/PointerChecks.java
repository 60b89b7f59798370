package dev.tenure.campaigns.simulation.state;

import static dev.tenure.campaigns.simulation.report.InvariantViolation.require;

import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.state.DatabaseState.Asleep;
import dev.tenure.campaigns.simulation.state.DatabaseState.PointerState;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.consumer.WorkContext;
import dev.tenure.queue.TenantId;
import dev.tenure.queue.proto.QueueItem;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Checks that every zone with runnable items has a pointer and is visited in time. */
public final class PointerChecks {
  /** How long a pointer may sleep past an item that its producer did not nudge it for. */
  private static final Duration GRACE = Duration.ofSeconds(6);

  /** How long a visit may take that leased the pointer in a transaction before. */
  private static final Duration POINTER_LEASE = Duration.ofSeconds(1);

  private static final long VERSIONS_PER_MILLI = 1_000;

  /** A transaction must commit within this many versions of its read version. */
  private static final long WINDOW_VERSIONS = 5_000_000;

  /** More than versions and the clock differ by while an engine runs. */
  private static final long JUMP_LEAST = 1_000_000;

  private final Supplier<Duration> clockAheadMax;

  /** By how much versions ran ahead of the clock when an engine restarted, by those before. */
  private final NavigableMap<Long, Long> jumps = new TreeMap<>();

  private long lastVersion = Long.MAX_VALUE;
  private Instant lastNow = Instant.MAX;

  /**
   * @param clockAheadMax how far the fastest clock of any process so far is ahead
   */
  PointerChecks(Supplier<Duration> clockAheadMax) {
    this.clockAheadMax = clockAheadMax;
  }

  /**
   * Checks the zones that changed. The others need no check: the conditions only get weaker as time
   * passes, and only a jump of versions moves the ends of leases.
   */
  void check(DatabaseState state) {
    if (noteJump(state)) {
      checkAll(state);
      return;
    }
    Changes changes = state.changes();
    Set<ZoneKey> changed = new TreeSet<>(changes.pointers().keySet());
    changed.addAll(changes.settings());
    changes.items().keySet().forEach(item -> changed.add(item.zoneKey()));
    changed.forEach(zone -> check(state, zone));
  }

  /** Checks all zones. */
  void checkAll(DatabaseState state) {
    Set<ZoneKey> zones = new TreeSet<>(state.pointers().keySet());
    state
        .tenants()
        .values()
        .forEach(tenant -> tenant.items().keySet().forEach(item -> zones.add(item.zoneKey())));
    zones.forEach(zone -> check(state, zone));
  }

  private void check(DatabaseState state, ZoneKey zone) {
    if (isLocal(zone.tenant())) {
      return;
    }
    PointerState pointer = state.pointers().getOrDefault(zone, PointerState.ABSENT);
    checkEntries(state, zone, pointer);
    TenantState tenant = state.tenant(zone.tenant());
    Collection<QueueItem> items = tenant.items(zone).values();
    require(
        items.isEmpty() || pointer.shard().isPresent(), () -> zone + " has items and no pointer");
    items.stream()
        .filter(item -> isRunnable(tenant, item))
        .map(item -> runnableAt(state, item))
        .min(Instant::compareTo)
        .ifPresent(runnable -> checkWoken(state, zone, pointer, runnable));
  }

  /** Whether versions have jumped since the last state. */
  private boolean noteJump(DatabaseState state) {
    boolean jumped = false;
    if (state.version() > lastVersion) {
      long elapsed = ChronoUnit.MICROS.between(lastNow, state.now());
      long jump = state.version() - lastVersion - elapsed;
      if (jump > JUMP_LEAST) {
        jumps.put(lastVersion, jump);
        jumped = true;
      }
    }
    lastVersion = state.version();
    lastNow = state.now();
    return jumped;
  }

  /** Whether the tenant stands for a cluster's local items, which have no pointer. */
  static boolean isLocal(TenantId tenant) {
    return tenant.application().equals(WorkContext.LOCAL_APPLICATION);
  }

  private void checkEntries(DatabaseState state, ZoneKey zone, PointerState entries) {
    require(
        entries.shard().isPresent() == entries.pointer().isPresent(),
        () ->
            "%s: existence entry %s, pointer %s"
                .formatted(zone, entries.shard().isPresent(), entries.pointer().isPresent()));
    require(
        entries.shard().isPresent() || entries.asleep().isEmpty(),
        () -> zone + " has an asleep entry but no existence entry");
    entries
        .pointer()
        .ifPresent(
            pointer -> {
              String shard = "shard-" + entries.shard().orElseThrow();
              require(
                  pointer.getZone().equals(shard),
                  () ->
                      "%s: the pointer lies in %s, its existence entry says %s"
                          .formatted(zone, pointer.getZone(), shard));
              checkSleep(state, zone, entries, pointer);
            });
  }

  /**
   * While awake the pointer vests now, or when its lease ends; and soon while producers may have
   * missed that it sleeps.
   */
  private void checkSleep(
      DatabaseState state, ZoneKey zone, PointerState entries, QueueItem pointer) {
    Instant vesting = Instant.ofEpochMilli(pointer.getVestingMillis());
    Instant now = state.now().plus(clockAheadMax.get());
    if (entries.asleep().isEmpty()) {
      Duration lease = pointer.getLeaseId().isEmpty() ? Duration.ZERO : POINTER_LEASE;
      require(
          !vesting.isAfter(now.plus(lease)),
          () ->
              "%s is awake, and its pointer vests at %s, now is %s"
                  .formatted(zone, vesting, state.now()));
      return;
    }
    Asleep asleep = entries.asleep().get();
    boolean confirmable = asleep.born() || state.version() >= asleep.committed() + WINDOW_VERSIONS;
    require(
        confirmable || !vesting.isAfter(now.plus(GRACE)),
        () ->
            "%s sleeps until %s, now is %s, and that is not confirmed"
                .formatted(zone, vesting, state.now()));
  }

  /** Whether a consumer can run the item at some time without intervention of an operator. */
  public static boolean isRunnable(TenantState tenant, QueueItem item) {
    return !tenant.pausedZones().contains(item.getZone())
        && !item.getType().equals(WorkKind.STRANGE.type().name());
  }

  /**
   * Its vesting time, and the end of its lease by version as well: as a visit counted on it that
   * could not know that versions would jump.
   */
  private Instant runnableAt(DatabaseState state, QueueItem item) {
    Instant vesting = Instant.ofEpochMilli(item.getVestingMillis());
    if (item.getLeaseId().isEmpty()) {
      return vesting;
    }
    long jumped =
        jumps.tailMap(item.getLeaseVersion(), true).values().stream().mapToLong(each -> each).sum();
    long leaseEnd = item.getLeaseVersion() + item.getLeaseMillis() * VERSIONS_PER_MILLI + jumped;
    Instant over = state.now().plus(leaseEnd - state.version(), ChronoUnit.MICROS);
    return later(vesting, over);
  }

  private void checkWoken(
      DatabaseState state, ZoneKey zone, PointerState pointer, Instant runnable) {
    Instant limit =
        later(runnable, state.now())
            .plus(GRACE)
            .plus(restAfterFailure(pointer))
            .plus(clockAheadMax.get());
    Optional<Instant> wakes = pointer.wakes();
    require(
        wakes.isPresent() && !wakes.get().isAfter(limit),
        () ->
            "%s has an item that can run at %s, now is %s, and nobody looks before %s"
                .formatted(zone, runnable, state.now(), wakes));
  }

  /** How long the pointer may rest because its zone could not be looked into. */
  public static Duration restAfterFailure(PointerState pointer) {
    int failures = pointer.pointer().map(QueueItem::getFailedVisits).orElse(0);
    return failures == 0 ? Duration.ZERO : Duration.ofSeconds(1L << Math.min(failures - 1, 9));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
