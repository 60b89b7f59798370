package dev.tenure.queue.explain;

import dev.tenure.queue.cluster.ConsumerInfo;
import dev.tenure.queue.inspect.ItemView;
import dev.tenure.queue.pointer.PointerSight;
import dev.tenure.queue.zone.DeadLetter;
import dev.tenure.queue.zone.ZoneSettings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything that an explanation depends on, read at one version.
 *
 * @param known all consumers that are remembered, live and dead
 */
record Sight(
    Moment moment,
    Optional<ItemView> item,
    Optional<DeadLetter> letter,
    ZoneSettings settings,
    boolean suspended,
    PointerSight pointer,
    List<ConsumerInfo> known,
    Optional<Cause.GroupBlocked> group) {

  /**
   * The version and the time of the reads.
   *
   * @param storeVersion the version on the scale of the store, which leases are compared with
   */
  record Moment(long readVersion, long storeVersion, Instant now) {}
}
