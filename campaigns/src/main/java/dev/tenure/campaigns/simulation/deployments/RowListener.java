package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.queue.proto.QueueDeadLetter;
import org.jspecify.annotations.Nullable;

/** Gets the changes of every commit. */
interface RowListener {

  /**
   * Called when an item was stored, changed or removed.
   *
   * @param before null when it came
   * @param after null when it went
   * @param version by which it has
   */
  default void changed(
      RowKey key, @Nullable ItemRow before, @Nullable ItemRow after, long version) {}

  /** Called when an item was set aside. */
  default void died(RowKey key, QueueDeadLetter letter) {}
}
