package dev.tenure.campaigns.simulation.directory;

import dev.tenure.queue.directory.TenantState;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks after every commit that an order has its item or its effect, once; that nothing is
 * enqueued and no lease begins while a tenant is suspended; that marks have rising numbers; and
 * that only a deletion removes a store.
 */
final class StoreChecks implements DirectoryContents.Listener {
  private final DirectoryWorld world;
  private final DirectoryContents truth;

  StoreChecks(DirectoryWorld world, DirectoryContents truth) {
    this.world = world;
    this.truth = truth;
  }

  @Override
  public void changed(
      DirectoryContents.Place place,
      Optional<SimulatedStore> before,
      Optional<SimulatedStore> after) {
    after.ifPresent(store -> checkOrders(place, store));
    if (before.isPresent() && after.isPresent() && isSame(before.get(), after.get())) {
      world.require(
          after.get().orders().containsAll(before.get().orders()),
          "orders of " + place + " are gone");
      world.require(
          after.get().standing().mark().number() >= before.get().standing().mark().number(),
          "an older mark follows a newer one: " + before.get() + ", then " + after.get());
      checkSuspended(place, before.get(), after.get());
    }
    if (before.isPresent() && !(after.isPresent() && isSame(before.get(), after.get()))) {
      checkRemoved(place, before.get());
    }
  }

  private static boolean isSame(SimulatedStore one, SimulatedStore other) {
    return one.standing().life() == other.standing().life();
  }

  private void checkOrders(DirectoryContents.Place place, SimulatedStore store) {
    for (String order : store.orders()) {
      long times = store.times().getOrDefault(order, 0L);
      boolean waits = store.leases().containsKey(order);
      world.require(
          times + (waits ? 1 : 0) == 1,
          "order "
              + order
              + " of "
              + place
              + " was done "
              + times
              + " times, its item is "
              + (waits ? "there" : "gone"));
    }
    world.require(
        store.orders().containsAll(store.leases().keySet()) && store.dead().isEmpty(),
        "items of " + place + " without an order, or set aside: " + store);
  }

  /** When state and number are the same before and after, they were the same all the time. */
  private void checkSuspended(
      DirectoryContents.Place place, SimulatedStore before, SimulatedStore after) {
    if (!before.standing().isSuspended() || !before.standing().equals(after.standing())) {
      return;
    }
    Set<String> enqueued = new TreeSet<>(after.leases().keySet());
    enqueued.removeAll(before.leases().keySet());
    world.require(enqueued.isEmpty(), enqueued + " enqueued in the suspended " + place);
    after
        .leases()
        .forEach(
            (item, lease) ->
                world.require(
                    lease.isEmpty() || lease.equals(before.leases().get(item)),
                    item + " was leased in the suspended " + place));
  }

  private void checkRemoved(DirectoryContents.Place place, SimulatedStore before) {
    Optional<Entry> entry = truth.entryOf(place.tenant()).now();
    world.require(
        entry
            .filter(
                each -> each.state() == TenantState.DELETING && before.standing().isOf(each.life()))
            .isPresent(),
        "the store of " + place + ", " + before.standing() + ", went, its entry is " + entry);
  }
}
