package dev.tenure.record.definition;

/**
 * The subspace key of an index, and the metadata versions of its changes. A number that was not set
 * is 0 until the metadata is built.
 *
 * @param subspaceKey stands for the index in keys
 * @param added the version in which the index was added
 * @param lastModified the version in which the entries last changed
 * @param adjusted the version in which the definition last changed
 */
record IndexNumbers(int subspaceKey, int added, int lastModified, int adjusted) {
  static final IndexNumbers UNSET = new IndexNumbers(0, 0, 0, 0);

  IndexNumbers withSubspaceKey(int key) {
    return new IndexNumbers(key, added, lastModified, adjusted);
  }

  IndexNumbers withAdded(int version) {
    return new IndexNumbers(subspaceKey, version, lastModified, adjusted);
  }

  IndexNumbers withLastModified(int version) {
    return new IndexNumbers(subspaceKey, added, version, adjusted);
  }

  IndexNumbers withAdjusted(int version) {
    return new IndexNumbers(subspaceKey, added, lastModified, version);
  }

  /** These numbers, with each that was not set taken from the index that is replaced. */
  IndexNumbers orElse(IndexNumbers before) {
    return new IndexNumbers(
        orElse(subspaceKey, before.subspaceKey),
        orElse(added, before.added),
        orElse(lastModified, before.lastModified),
        orElse(adjusted, before.adjusted));
  }

  /** These numbers, with each version that was not set taken from the metadata being built. */
  IndexNumbers built(int assignedSubspaceKey, int versionDefault) {
    int addedIn = orElse(added, versionDefault);
    int modifiedIn = orElse(lastModified, addedIn);
    return new IndexNumbers(
        assignedSubspaceKey, addedIn, modifiedIn, Math.max(adjusted, modifiedIn));
  }

  private static int orElse(int number, int otherwise) {
    return number == 0 ? otherwise : number;
  }
}
