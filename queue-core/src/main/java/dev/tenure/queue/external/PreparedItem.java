package dev.tenure.queue.external;

import dev.tenure.queue.NewItem;

/**
 * An item that is to be stored by its producer, in a transaction of the store.
 *
 * @param item has an id
 * @param life a random number that tells this item from earlier ones of its id
 */
public record PreparedItem(NewItem item, long life) {
  public String id() {
    return item.id().orElseThrow();
  }
}
