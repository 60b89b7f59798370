package dev.tenure.record.index;

import dev.tenure.record.definition.Index;
import dev.tenure.record.text.Tokenizers;
import java.util.Optional;

/**
 * A kind of index. It decides which definitions are valid, and makes the maintainer of an index. An
 * application registers its own type with {@code IndexTypes.with}. Immutable.
 */
public interface IndexType {

  /** The name of the type in index definitions. The name is stored, so it must never change. */
  String name();

  /**
   * Checks a definition that was bound to its message types.
   *
   * @throws IllegalArgumentException naming the index and the invalid option or columns
   */
  void validate(BoundIndex index);

  /**
   * Whether an option may change without building the index again, because its rows do not depend
   * on it.
   *
   * @param option the name of the option; either definition may lack it
   */
  boolean mayChange(String option, Index before, Index after);

  /** The tokenizers that conditions on texts may name; empty for a type without texts. */
  default Optional<Tokenizers> tokenizers() {
    return Optional.empty();
  }

  /** The maintainer of an index whose definition is valid. */
  IndexMaintainer maintainer(BoundIndex index);
}
