package dev.tenure.record.definition;

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

  /** Tells of an index type's options which may change while all entries stay as they are. */
  @FunctionalInterface
  public interface OptionRule {

    /**
     * Whether an option may change so.
     *
     * @throws IllegalArgumentException when there is no such index type
     */
    boolean mayChange(String option, Index before, Index after);
  }

  /**
   * What comes from one definition to another of the same index. A change of anything but options
   * asks for a new build, and so does one of options, unless the rule says otherwise.
   *
   * @throws IllegalArgumentException as the rule does
   */
  public static IndexChange between(Index before, Index after, OptionRule rule) {
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
    return changedOptions(before, after).stream()
            .allMatch(option -> rule.mayChange(option, before, after))
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
