package dev.tenure.campaigns.simulation.directory;

import dev.tenure.campaigns.simulation.directory.DirectoryContents.Place;
import dev.tenure.campaigns.simulation.report.Edge;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a store leaves that goes, at the moment of the commit: no record, no pointer, no existence
 * entry, no asleep entry, and none of the nudges that there were when the store was marked. Later
 * consumers would take away most of what a deletion forgets, so a look at the end comes too late. A
 * nudge that a visit or a resumption writes after the mark may stay: consumers clear it.
 */
final class RemovalChecks implements DirectoryContents.Listener {
  private final DirectoryWorld world;
  private final TruthReader reader;
  private final Map<Place, Set<String>> nudges = new HashMap<>();

  RemovalChecks(DirectoryWorld world, DirectoryContents truth) {
    this.world = world;
    this.reader = truth.reader();
  }

  @Override
  public void changed(
      Place place, Optional<SimulatedStore> before, Optional<SimulatedStore> after) {
    if (after.isEmpty()) {
      checkGone(place);
    } else if (isDeleting(after) && !isDeleting(before)) {
      Set<String> found = rowsIn(place, TruthReader.NUDGES);
      if (!found.isEmpty()) {
        world.edges.hit(Edge.NUDGES_REMOVED);
      }
      nudges.put(place, found);
    }
  }

  private static boolean isDeleting(Optional<SimulatedStore> store) {
    return store.map(SimulatedStore::standing).filter(each -> each.isDeleting()).isPresent();
  }

  private void checkGone(Place place) {
    Set<String> left =
        rowsIn(place, TruthReader.CLUSTER_STORE, TruthReader.TENANT_STORES, TruthReader.ENTRIES);
    Set<String> forgotten = rowsIn(place, TruthReader.NUDGES);
    forgotten.retainAll(nudges.getOrDefault(place, Set.of()));
    nudges.remove(place);
    left.addAll(forgotten);
    world.require(left.isEmpty(), "the store of " + place + " went and left " + left);
  }

  private Set<String> rowsIn(Place place, long... parts) {
    Set<String> found = new TreeSet<>();
    for (long part : parts) {
      found.addAll(reader.rows(place, part));
    }
    return found;
  }
}
