package dev.tenure.record.store;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.BoundIndex;
import java.util.List;

/**
 * Checks the source of a build: an index from which others can be built has exactly one entry for
 * each of their records.
 */
final class BuildSource {
  private BuildSource() {}

  /**
   * Requires that the source has exactly one entry for each record of the targets.
   *
   * @throws IllegalArgumentException with the reason why it does not
   */
  static void require(BoundIndex source, List<BoundIndex> targets) {
    if (!source.index().type().equals(Index.VALUE)) {
      throw refused(source, "is of type " + source.index().type() + ", expected " + Index.VALUE);
    }
    if (source.index().root().fansOut()) {
      throw refused(source, "may have several entries for a record, or none");
    }
    for (BoundIndex target : targets) {
      if (!source.typeNames().containsAll(target.typeNames())) {
        throw refused(
            source,
            "is of "
                + source.typeNames()
                + ", and index "
                + target.name()
                + " of "
                + target.typeNames());
      }
      if (source.index().predicate().isPresent()
          && !source.index().predicate().equals(target.index().predicate())) {
        throw refused(source, "has a condition that index " + target.name() + " has not");
      }
    }
  }

  private static IllegalArgumentException refused(BoundIndex source, String why) {
    return new IllegalArgumentException(
        "no index can be built from index " + source.name() + ": it " + why);
  }
}
