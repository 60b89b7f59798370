package dev.tenure.queue.inspect;

import java.util.Optional;

/** Which items to list; empty fields do not restrict. */
public record ItemFilter(Optional<ItemState> state, Optional<String> type) {

  public static ItemFilter all() {
    return new ItemFilter(Optional.empty(), Optional.empty());
  }

  boolean setAside() {
    return state.isPresent() && (state.get() == ItemState.DEAD || state.get() == ItemState.PARKED);
  }

  /** Whether heads and items of no group may be among them. */
  boolean runnable() {
    return !setAside() && state.map(wanted -> wanted != ItemState.BLOCKED).orElse(true);
  }

  /** Whether items that wait behind others of their groups may be among them. */
  boolean followers() {
    return state.map(wanted -> wanted == ItemState.BLOCKED).orElse(true);
  }

  boolean accepts(ItemView view) {
    return state.map(wanted -> wanted == view.state()).orElse(true)
        && type.map(wanted -> wanted.equals(view.item().type())).orElse(true);
  }
}
