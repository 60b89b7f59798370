package dev.tenure.campaigns.simulation.deployments;

import dev.tenure.queue.proto.QueueDeadLetter;
import org.jspecify.annotations.Nullable;

/** Told what has changed in the database, after every commit. */
interface RowListener {

  /**
   * An item came, changed or went.
   *
   * @param before null when it came
   * @param after null when it went
   * @param version by which it has
   */
  default void changed(
      RowKey key, @Nullable ItemRow before, @Nullable ItemRow after, long version) {}

  /** An item was set aside. */
  default void died(RowKey key, QueueDeadLetter letter) {}
}
