package dev.tenure.record.definition;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Checks metadata by itself, before any expression is bound. */
final class DefinitionCheck {
  private final Definitions all;

  private DefinitionCheck(Definitions all) {
    this.all = all;
  }

  /**
   * Checks that there is a record type, names and versions.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  static void check(Definitions all) {
    DefinitionCheck check = new DefinitionCheck(all);
    check.hasTypes();
    all.recordTypes().values().forEach(check::typeVersion);
    all.indexes().values().forEach(check::typesExist);
    all.indexes().values().forEach(check::indexVersions);
    all.formerIndexes().forEach(check::formerIndex);
    all.indexes().values().forEach(check::replacements);
  }

  private void hasTypes() {
    if (all.recordTypes().isEmpty()) {
      throw new IllegalArgumentException(
          "metadata of version "
              + all.version()
              + " has 0 record types, the least is 1: no store could hold a record");
    }
  }

  private void typeVersion(RecordType type) {
    requireNotAbove("since-version of record type " + type.name(), type.sinceVersion());
  }

  private void typesExist(Index index) {
    for (String type : index.recordTypes()) {
      if (!all.recordTypes().containsKey(type)) {
        throw new IllegalArgumentException(
            "index "
                + index.name()
                + " is of the unknown record type "
                + type
                + ", there are "
                + List.copyOf(all.recordTypes().keySet()));
      }
    }
  }

  private void indexVersions(Index index) {
    requireNotAbove("added version of index " + index.name(), index.addedVersion());
    requireNotAbove("last modified version of index " + index.name(), index.lastModifiedVersion());
    requireNotAbove("adjusted version of index " + index.name(), index.adjustedVersion());
    if (index.lastModifiedVersion() < index.addedVersion()) {
      throw new IllegalArgumentException(
          "index "
              + index.name()
              + " was last modified in version "
              + index.lastModifiedVersion()
              + ", before it was added in "
              + index.addedVersion());
    }
  }

  private void formerIndex(FormerIndex former) {
    requireNotAbove("removed version of former index " + former.name(), former.removedVersion());
  }

  private void replacements(Index index) {
    Set<String> seen = new LinkedHashSet<>(List.of(index.name()));
    for (String name : index.replacedBy()) {
      if (!all.indexes().containsKey(name)) {
        throw new IllegalArgumentException(
            "index " + index.name() + " is replaced by the unknown index " + name);
      }
      if (!seen.add(name)) {
        throw new IllegalArgumentException(
            "index " + index.name() + " is replaced by " + name + " twice, or by itself");
      }
      if (!all.indexes().get(name).replacedBy().isEmpty()) {
        throw new IllegalArgumentException(
            "index "
                + index.name()
                + " is replaced by "
                + name
                + ", which is replaced itself: name the last ones");
      }
    }
  }

  private void requireNotAbove(String what, int version) {
    if (version > all.version()) {
      throw new IllegalArgumentException(
          what + " is " + version + ", above the metadata's version " + all.version());
    }
  }
}
