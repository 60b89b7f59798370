package dev.tenure.record.evolution;

import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.metadata.IndexTypes;
import dev.tenure.record.metadata.RecordMetaData;
import java.util.List;
import java.util.Optional;

/** Metadata, and the metadata that is to follow it. */
record MetaDataPair(
    RecordMetaData before, RecordMetaData after, KeyFunctions functions, IndexTypes indexTypes) {

  /**
   * Whether a version is above that of the earlier metadata, so that a definition with it is new.
   */
  boolean isNew(int version) {
    return version > before.version();
  }

  List<RecordType> typesAdded() {
    return after.recordTypes().stream().filter(type -> !before.hasRecordType(type.name())).toList();
  }

  List<RecordType> typesGone() {
    return before.recordTypes().stream().filter(type -> !after.hasRecordType(type.name())).toList();
  }

  List<Index> indexesAdded() {
    return after.indexes().stream()
        .filter(index -> indexWithKey(before, index.subspaceKey()).isEmpty())
        .toList();
  }

  List<Index> indexesGone() {
    return before.indexes().stream()
        .filter(index -> indexWithKey(after, index.subspaceKey()).isEmpty())
        .toList();
  }

  static Optional<Index> indexWithKey(RecordMetaData metaData, int subspaceKey) {
    return metaData.indexes().stream()
        .filter(index -> index.subspaceKey() == subspaceKey)
        .findFirst();
  }

  static Optional<FormerIndex> formerWithKey(RecordMetaData metaData, int subspaceKey) {
    return metaData.formerIndexes().stream()
        .filter(former -> former.subspaceKey() == subspaceKey)
        .findFirst();
  }

  /** The version of the earlier metadata, as text for reports. */
  String versionBefore() {
    return "metadata version " + before.version();
  }
}
