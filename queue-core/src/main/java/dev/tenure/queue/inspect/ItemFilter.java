package dev.tenure.queue.inspect;

import java.util.Optional;

/** Selects the items of a listing; an empty field selects all. */
public record ItemFilter(Optional<ItemState> state, Optional<String> type) {

  public static ItemFilter all() {
    return new ItemFilter(Optional.empty(), Optional.empty());
  }

  boolean setAside() {
    return state.isPresent() && (state.get() == ItemState.DEAD || state.get() == ItemState.PARKED);
  }

  /** Whether heads of groups and items without a group may be selected. */
  boolean runnable() {
    return !setAside() && state.map(wanted -> wanted != ItemState.BLOCKED).orElse(true);
  }

  /** Whether followers, which wait in their groups, may be selected. */
  boolean followers() {
    return state.map(wanted -> wanted == ItemState.BLOCKED).orElse(true);
  }

  boolean accepts(ItemView view) {
    return state.map(wanted -> wanted == view.state()).orElse(true)
        && type.map(wanted -> wanted.equals(view.item().type())).orElse(true);
  }
}
