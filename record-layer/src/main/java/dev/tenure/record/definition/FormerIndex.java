package dev.tenure.record.definition;

import dev.tenure.record.limit.Surrogates;

/**
 * What is left of an index that the metadata had once: stores that still have its entries clear
 * them when they are opened, and its subspace key is never given to another.
 *
 * @param name the name it had
 * @param subspaceKey the number that stood for it in its keys
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
