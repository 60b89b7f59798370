package dev.tenure.campaigns.simulation.queues;

import dev.tenure.campaigns.simulation.application.WorkKind;
import dev.tenure.campaigns.simulation.report.InvariantViolation;
import dev.tenure.campaigns.simulation.run.SimulatedWorld;
import dev.tenure.campaigns.simulation.state.DatabaseState;
import dev.tenure.campaigns.simulation.state.DatabaseState.TenantState;
import dev.tenure.campaigns.simulation.state.ItemKey;
import dev.tenure.campaigns.simulation.state.PointerChecks;
import dev.tenure.campaigns.simulation.state.StateReader;
import dev.tenure.queue.proto.QueueItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks that, with faults off and consumers live, the items that had vested when this check was
 * made are leased within a bound: the item lease, the six seconds that a pointer may oversleep, and
 * twice the skew. Items whose work takes no time are done by then. An item that a handler held may
 * first be held for that handler's bound.
 */
final class ProgressCheck {
  private static final Duration OVERSLEEP = Duration.ofSeconds(6);

  /** Done as soon as they are taken, unless somebody else's failure is in the way. */
  private static final List<String> INSTANT =
      WorkKind.instant().stream().map(kind -> kind.type().name()).toList();

  private final SimulatedWorld world;
  private final StateReader reader;
  private final long since;
  private final Duration rest;
  private final Map<ItemKey, QueueItem> free = new TreeMap<>();
  private final Map<ItemKey, QueueItem> held = new TreeMap<>();

  ProgressCheck(SimulatedWorld world, StateReader reader) {
    this.world = world;
    this.reader = reader;
    DatabaseState state = reader.read();
    this.since = state.version();
    this.rest =
        state.pointers().values().stream()
            .map(PointerChecks::restAfterFailure)
            .max(Duration::compareTo)
            .orElse(Duration.ZERO);
    state.tenants().values().forEach(tenant -> collect(tenant, state.now()));
  }

  private void collect(TenantState tenant, Instant now) {
    tenant
        .items()
        .forEach(
            (key, item) -> {
              if (!PointerChecks.isRunnable(tenant, item)) {
                return;
              }
              if (!item.getLeaseId().isEmpty()) {
                held.put(key, item);
              } else if (item.getVestingMillis() <= now.toEpochMilli()) {
                free.put(key, item);
              }
            });
  }

  /** Runs until the bound has passed, and fails if something is not done by then. */
  void check() {
    Duration bound =
        world
            .options
            .times()
            .itemLease()
            .plus(OVERSLEEP)
            .plus(world.options.times().skewMax().multipliedBy(2))
            .plus(rest);
    world.scheduler.runFor(bound);
    free.forEach((key, item) -> requireTaken(key, item, bound));
    world.scheduler.runFor(WorkKind.EXECUTION_BOUND);
    held.forEach((key, item) -> requireTaken(key, item, bound.plus(WorkKind.EXECUTION_BOUND)));
    free.forEach((key, item) -> requireDone(key, item, bound.plus(WorkKind.EXECUTION_BOUND)));
  }

  /** It is gone, or was leased since, or given back since. */
  private void requireTaken(ItemKey key, QueueItem before, Duration bound) {
    QueueItem item = now(key);
    InvariantViolation.require(
        item == null
            || item.getLeaseCount() > before.getLeaseCount()
            || item.getLeaseVersion() > since
            || item.getErrorCount() > before.getErrorCount()
            || (!before.getLeaseId().isEmpty() && item.getLeaseId().isEmpty()),
        "%s waited longer than %s: %s".formatted(key, bound, item));
  }

  private void requireDone(ItemKey key, QueueItem before, Duration bound) {
    QueueItem item = now(key);
    InvariantViolation.require(
        item == null || !INSTANT.contains(before.getType()),
        "%s was not done within %s: %s".formatted(key, bound, item));
  }

  private @Nullable QueueItem now(ItemKey key) {
    TenantState tenant = reader.read().tenants().get(key.tenant());
    return tenant == null ? null : tenant.items().get(key);
  }
}
