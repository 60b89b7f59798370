package dev.tenure.record.index;

import dev.tenure.record.definition.Index;

/**
 * A kind of index: which definitions it accepts, and how it keeps one. A client's own type is made
 * known with {@code IndexTypes.with} and needs nothing else. Immutable.
 */
public interface IndexType {

  /** The name that definitions give; never changed, since it is stored. */
  String name();

  /**
   * Checks a definition whose fields have been found.
   *
   * @throws IllegalArgumentException naming the index, and the option or columns that are wrong
   */
  void validate(BoundIndex index);

  /**
   * Whether an option may change without building the index anew: what it keeps stays the same.
   *
   * @param option the name of the option; its values are in the definitions, or it is absent
   */
  boolean mayChange(String option, Index before, Index after);

  /** What keeps an index that was found valid. */
  IndexMaintainer maintainer(BoundIndex index);
}
