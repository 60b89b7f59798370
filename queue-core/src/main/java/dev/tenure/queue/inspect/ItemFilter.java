package dev.tenure.queue.inspect;

import java.util.Optional;

/**
 * Selects the items of a listing; an empty field selects all.
 *
 * @param state dead and parked items are listed only when this asks for them
 * @param query filter and order, on the fields of {@link ItemFields}
 */
public record ItemFilter(Optional<ItemState> state, Optional<String> type, ListQuery query) {

  public ItemFilter(Optional<ItemState> state, Optional<String> type) {
    this(state, type, ListQuery.all());
  }

  public static ItemFilter all() {
    return new ItemFilter(Optional.empty(), Optional.empty());
  }

  public ItemFilter withQuery(ListQuery newQuery) {
    return new ItemFilter(state, type, newQuery);
  }

  boolean setAside() {
    return state.isPresent() && state.get().isSetAside();
  }
}
