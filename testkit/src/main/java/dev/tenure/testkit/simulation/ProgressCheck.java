package dev.tenure.testkit.simulation;

import dev.tenure.queue.proto.QueueItem;
import dev.tenure.testkit.simulation.DatabaseState.TenantState;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * With faults off and consumers live, every item that could run when this was made is taken within
 * a bound: its lease, the six seconds a pointer may oversleep, and the skew of two clocks.
 */
final class ProgressCheck {
  private static final Duration OVERSLEEP = Duration.ofSeconds(6);

  private final SimulatedWorld world;
  private final StateReader reader;
  private final long since;
  private final Map<ItemKey, QueueItem> waiting = new TreeMap<>();

  ProgressCheck(SimulatedWorld world, StateReader reader) {
    this.world = world;
    this.reader = reader;
    DatabaseState state = reader.read();
    this.since = state.version();
    state.tenants().values().forEach(tenant -> collect(tenant, state.now()));
  }

  private void collect(TenantState tenant, Instant now) {
    tenant
        .items()
        .forEach(
            (key, item) -> {
              boolean isVested = item.getVestingMillis() <= now.toEpochMilli();
              boolean isLeased = !item.getLeaseId().isEmpty();
              if (PointerChecks.isRunnable(tenant, item) && (isVested || isLeased)) {
                waiting.put(key, item);
              }
            });
  }

  Duration bound() {
    return world
        .options
        .times()
        .itemLease()
        .plus(OVERSLEEP)
        .plus(world.options.times().skewMax().multipliedBy(2))
        .plus(WorkKind.EXECUTION_BOUND);
  }

  /** After the bound: each of them is gone, or was leased since, or given back since. */
  void check() {
    DatabaseState state = reader.read();
    waiting.forEach(
        (key, before) -> {
          TenantState tenant = state.tenants().get(key.tenant());
          QueueItem item = tenant == null ? null : tenant.items().get(key);
          InvariantViolation.require(
              item == null
                  || item.getLeaseCount() > before.getLeaseCount()
                  || item.getLeaseVersion() > since
                  || item.getErrorCount() > before.getErrorCount()
                  || (!before.getLeaseId().isEmpty() && item.getLeaseId().isEmpty()),
              "%s waited longer than %s: %s".formatted(key, bound(), item));
        });
  }
}
