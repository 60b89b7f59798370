package dev.tenure.campaigns.simulation.directory;

import dev.tenure.queue.TenantId;
import dev.tenure.queue.directory.TenantState;
import java.util.List;
import java.util.Optional;

/**
 * Checks after every commit that a tenant lies on one cluster, that the store of a settled entry
 * exists, that a store has an entry with its life once the directory is ACTIVE, and that a tenant
 * being deleted owns no key.
 */
final class EntryChecks implements DirectoryContents.Listener {
  private final DirectoryWorld world;
  private final DirectoryContents truth;

  EntryChecks(DirectoryWorld world, DirectoryContents truth) {
    this.world = world;
    this.truth = truth;
  }

  @Override
  public void changedAll() {
    world.tenants.forEach(this::check);
  }

  private void check(TenantId tenant) {
    List<DirectoryContents.Place> stores = truth.storesOf(tenant);
    Optional<Entry> entry = truth.entryOf(tenant).now();
    world.require(stores.size() < 2, "tenant " + tenant + " has stores on " + stores);
    for (DirectoryContents.Place place : stores) {
      SimulatedStore.Standing store = truth.storeAt(place).orElseThrow().standing();
      world.require(
          (store.life() == 0 && !world.adopted)
              || entry.filter(each -> isOf(each, place, store)).isPresent(),
          "the store of " + place + ", " + store + ", is not that of the entry " + entry);
    }
    world.require(
        entry
            .filter(each -> each.state() == TenantState.DELETING && !each.keys().isEmpty())
            .isEmpty(),
        "tenant " + tenant + " is being deleted and still owns keys: " + entry);
    entry
        .filter(Entry::isSettled)
        .ifPresent(
            settled ->
                world.require(
                    stores.equals(List.of(new DirectoryContents.Place(tenant, settled.cluster()))),
                    "tenant " + tenant + " is " + settled + ", its stores are " + stores));
  }

  private static boolean isOf(
      Entry entry, DirectoryContents.Place place, SimulatedStore.Standing store) {
    return entry.cluster().equals(place.cluster()) && store.isOf(entry.life());
  }
}
