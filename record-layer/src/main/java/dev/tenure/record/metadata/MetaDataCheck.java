package dev.tenure.record.metadata;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What must be true of metadata by itself, before any expression is bound. */
final class MetaDataCheck {
  private final RecordMetaData metaData;

  private MetaDataCheck(RecordMetaData metaData) {
    this.metaData = metaData;
  }

  /**
   * Checks that there is a record type, names and versions.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  static void check(RecordMetaData metaData) {
    MetaDataCheck check = new MetaDataCheck(metaData);
    check.hasTypes();
    metaData.recordTypes().forEach(check::typeVersion);
    metaData.indexes().forEach(check::typesExist);
    metaData.indexes().forEach(check::indexVersions);
    metaData.formerIndexes().forEach(check::formerIndex);
    metaData.indexes().forEach(check::replacements);
  }

  private void hasTypes() {
    if (metaData.recordTypes().isEmpty()) {
      throw new IllegalArgumentException(
          "metadata of version "
              + metaData.version()
              + " has 0 record types, the least is 1: no store could hold a record");
    }
  }

  private void typeVersion(RecordType type) {
    requireNotAbove("since-version of record type " + type.name(), type.sinceVersion());
  }

  private void typesExist(Index index) {
    for (String type : index.recordTypes()) {
      if (!metaData.hasRecordType(type)) {
        throw new IllegalArgumentException(
            "index "
                + index.name()
                + " is of the unknown record type "
                + type
                + ", there are "
                + metaData.recordTypes().stream().map(RecordType::name).toList());
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
      if (!metaData.hasIndex(name)) {
        throw new IllegalArgumentException(
            "index " + index.name() + " is replaced by the unknown index " + name);
      }
      if (!seen.add(name)) {
        throw new IllegalArgumentException(
            "index " + index.name() + " is replaced by " + name + " twice, or by itself");
      }
      if (!metaData.index(name).replacedBy().isEmpty()) {
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
    if (version > metaData.version()) {
      throw new IllegalArgumentException(
          what + " is " + version + ", above the metadata's version " + metaData.version());
    }
  }
}
