package dev.tenure.record.definition;

import java.util.HashMap;
import java.util.Map;

/** Gives each name a unique number: the explicit one, or the smallest free one. */
final class KeyAssignment {
  private final String kind;
  private final Map<Integer, String> names = new HashMap<>();
  private int next = 1;

  KeyAssignment(String kind) {
    this.kind = kind;
  }

  /** Takes an explicit key; all of them must be taken before the first {@link #assign}. */
  void take(int key, String name) {
    String other = names.putIfAbsent(key, name);
    if (other != null) {
      throw new IllegalArgumentException(
          kind + " key " + key + " is given to " + other + " and to " + name);
    }
  }

  int assign(String name) {
    while (names.containsKey(next)) {
      next++;
    }
    names.put(next, name);
    return next;
  }
}
