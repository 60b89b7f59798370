package dev.tenure.queue.inspect;

import dev.tenure.queue.WorkItem;
import dev.tenure.queue.zone.DeadLetter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What an external zone has under an id: an item, a dead letter, or neither. */
public record ExternalItem(Optional<WorkItem> item, Optional<DeadLetter> letter) {

  /** The item or the dead letter as operators see it. The store keeps no failures of items. */
  public Optional<ItemView> view(Instant now) {
    return item.map(found -> ItemListing.view(found, now, List.of()))
        .or(() -> letter.map(ItemListing::view));
  }
}
