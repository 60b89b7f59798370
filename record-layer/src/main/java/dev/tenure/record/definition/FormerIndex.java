package dev.tenure.record.definition;

import dev.tenure.record.limit.Surrogates;

/**
 * An index that an earlier version of the metadata had. A store that still has its entries clears
 * them when it is opened. Its subspace key is never used for another index.
 *
 * @param name the name of the index
 * @param subspaceKey the number that stands for the index in keys
 * @param addedVersion the version of the metadata in which it was added
 * @param removedVersion the version of the metadata in which it was removed
 */
public record FormerIndex(String name, int subspaceKey, int addedVersion, int removedVersion) {
  public FormerIndex {
    var unused = Surrogates.requireNone("name of former index", name);
    if (subspaceKey < 1) {
      throw new IllegalArgumentException(
          "subspace key of former index " + name + " is " + subspaceKey + ", the least is 1");
    }
    if (addedVersion < 1 || removedVersion <= addedVersion) {
      throw new IllegalArgumentException(
          "former index "
              + name
              + " was added in version "
              + addedVersion
              + " and removed in version "
              + removedVersion
              + ", expected 1 <= added < removed");
    }
  }
}
