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
 * All that an explanation is drawn from, read at one version.
 *
 * @param known consumers that are remembered, dead ones among them
 */
record Sight(
    Moment moment,
    Optional<ItemView> item,
    Optional<DeadLetter> letter,
    ZoneSettings settings,
    PointerSight pointer,
    List<ConsumerInfo> known,
    Optional<Cause.GroupBlocked> group) {

  /** When it was seen. */
  record Moment(long readVersion, Instant now) {}
}
