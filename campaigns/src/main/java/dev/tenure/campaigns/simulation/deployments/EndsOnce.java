package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.queue.proto.QueueDeadLetter;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks that an item of a zone which remembers ids does not come back after it has ended. */
final class EndsOnce implements Promise {
  private final DeploymentWorld world;
  private final Set<RowKey> ended = new HashSet<>();

  EndsOnce(DeploymentWorld world) {
    this.world = world;
  }

  @Override
  public void changed(RowKey key, @Nullable ItemRow before, @Nullable ItemRow after, long version) {
    if (!key.zone().equals(FleetProducer.ONCE)) {
      return;
    }
    if (after == null && !world.isDeleted(key.tenant())) {
      ended.add(key);
    } else if (after != null && before == null) {
      world.require(!ended.contains(key), key + " is back after it had ended: " + after);
    }
  }

  @Override
  public void died(RowKey key, QueueDeadLetter letter) {
    ended.remove(key);
  }
}
