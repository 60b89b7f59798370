package dev.tenure.record.metadata;

import dev.tenure.record.index.IndexType;
import dev.tenure.record.index.IndexTypes;
import java.util.Set;
import java.util.TreeSet;

/** What a store has to do about an index whose definition was changed. */
public enum IndexChange {
  /** Nothing: the definitions are the same. What replaces the index is no part of them. */
  NONE,
  /** Take the new definition: all entries stay as they are. */
  IN_PLACE,
  /** Build the index anew. */
  REBUILD;

  /**
   * What comes from one definition to another of the same index. A change of anything but options
   * asks for a new build, and so does one of options, unless the index type says otherwise.
   *
   * @throws IllegalArgumentException when there is no such index type
   */
  public static IndexChange between(Index before, Index after, IndexTypes types) {
    boolean sameEntries =
        before.type().equals(after.type())
            && before.root().equals(after.root())
            && before.predicate().equals(after.predicate())
            && before.recordTypes().equals(after.recordTypes());
    if (!sameEntries) {
      return REBUILD;
    }
    if (before.options().equals(after.options())) {
      return NONE;
    }
    IndexType type = types.require(after.type());
    return changedOptions(before, after).stream()
            .allMatch(option -> type.mayChange(option, before, after))
        ? IN_PLACE
        : REBUILD;
  }

  private static Set<String> changedOptions(Index before, Index after) {
    Set<String> changed = new TreeSet<>(before.options().keySet());
    changed.addAll(after.options().keySet());
    changed.removeIf(
        option ->
            before.options().containsKey(option)
                && before.options().get(option).equals(after.options().get(option)));
    return changed;
  }
}
