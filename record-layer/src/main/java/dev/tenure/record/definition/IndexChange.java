package dev.tenure.record.definition;

import java.util.Set;
import java.util.TreeSet;

/** The work that a store has to do when the definition of an index has changed. */
public enum IndexChange {
  /** Nothing: the definitions are equal. The names of replacing indexes are not compared. */
  NONE,
  /** Take over the new definition and keep all entries. */
  IN_PLACE,
  /** Build the index again. */
  REBUILD;

  /** Decides which options of an index type may change while all entries stay the same. */
  @FunctionalInterface
  public interface OptionRule {

    /**
     * Whether the option may change from {@code before} to {@code after}.
     *
     * @throws IllegalArgumentException when there is no such index type
     */
    boolean mayChange(String option, Index before, Index after);
  }

  /**
   * The change between two definitions of one index. A change of anything except options requires a
   * rebuild. A change of an option requires a rebuild unless the rule allows it.
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
