package dev.tenure.record.metadata;

import com.google.protobuf.Message;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.IndexTypes;
import dev.tenure.record.key.KeyFunctions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a builder of metadata has collected, and how keys and versions that were not given fall. */
final class MetaDataDraft {
  private final Map<String, RecordType.Builder> types = new LinkedHashMap<>();
  private final Map<String, Index> indexes = new LinkedHashMap<>();
  private final List<FormerIndex> formerIndexes = new ArrayList<>();
  private final List<Index> removedIndexes = new ArrayList<>();
  private final @Nullable RecordMetaData earlier;
  private KeyFunctions functions = KeyFunctions.builtIn();
  private IndexTypes indexTypes = IndexTypes.builtIn();
  private int version;

  /** Nothing, at version 1. */
  MetaDataDraft() {
    this.earlier = null;
    this.version = 1;
  }

  /** What earlier metadata has, at the version above. */
  MetaDataDraft(RecordMetaData earlier) {
    this.earlier = earlier;
    this.version = earlier.version() + 1;
    earlier
        .recordTypes()
        .forEach(type -> types.put(type.name(), new RecordType.Builder(type.prototype(), type)));
    earlier.indexes().forEach(index -> indexes.put(index.name(), index));
    formerIndexes.addAll(earlier.formerIndexes());
  }

  void version(int newVersion) {
    if (newVersion < 1) {
      throw new IllegalArgumentException("version is " + newVersion + ", the least is 1");
    }
    version = newVersion;
  }

  void functions(KeyFunctions known) {
    functions = known;
  }

  void indexTypes(IndexTypes known) {
    indexTypes = known;
  }

  RecordType.Builder addType(Message prototype) {
    RecordType.Builder type = new RecordType.Builder(prototype);
    if (types.putIfAbsent(type.name(), type) != null) {
      throw new IllegalArgumentException("record type " + type.name() + " is added twice");
    }
    return type;
  }

  RecordType.Builder type(String name) {
    return RecordMetaData.find("record type", types, name);
  }

  void message(Message prototype) {
    String fullName = prototype.getDescriptorForType().getFullName();
    RecordType.Builder type = type(prototype.getDescriptorForType().getName());
    if (!type.fullName().equals(fullName)) {
      throw new IllegalArgumentException(
          "record type "
              + type.name()
              + " is of messages "
              + type.fullName()
              + ", got another version of "
              + fullName);
    }
    types.put(type.name(), new RecordType.Builder(prototype, type));
  }

  Index index(String name) {
    return RecordMetaData.find("index", indexes, name);
  }

  void addIndex(Index index) {
    if (indexes.putIfAbsent(index.name(), index) != null) {
      throw new IllegalArgumentException("index " + index.name() + " is added twice");
    }
  }

  void changeIndex(Index index) {
    indexes.put(index.name(), index.inPlaceOf(index(index.name())));
  }

  void removeIndex(String name) {
    Index removed = index(name);
    indexes.remove(name);
    if (before(removed).isPresent()) {
      removedIndexes.add(removed);
    }
  }

  void addFormerIndex(FormerIndex former) {
    formerIndexes.add(Objects.requireNonNull(former, "former"));
  }

  RecordMetaData build() {
    List<FormerIndex> former = new ArrayList<>(formerIndexes);
    removedIndexes.forEach(
        index ->
            former.add(
                new FormerIndex(index.name(), index.subspaceKey(), index.addedVersion(), version)));
    RecordMetaData built = new RecordMetaData(version, builtTypes(), builtIndexes(former), former);
    MetaDataCheck.check(built);
    BoundMetaData.bind(built, functions, indexTypes);
    return built;
  }

  private int versionDefault() {
    return earlier == null ? 1 : version;
  }

  private Map<String, RecordType> builtTypes() {
    KeyAssignment keys = new KeyAssignment("record type");
    types.values().stream()
        .filter(type -> type.explicitTypeKey() != 0)
        .forEach(type -> keys.take(type.explicitTypeKey(), type.name()));
    Map<String, RecordType> built = new LinkedHashMap<>();
    for (RecordType.Builder type : types.values()) {
      int key = type.explicitTypeKey();
      built.put(
          type.name(), type.build(key == 0 ? keys.assign(type.name()) : key, versionDefault()));
    }
    return built;
  }

  private Map<String, Index> builtIndexes(List<FormerIndex> former) {
    KeyAssignment keys = new KeyAssignment("index");
    former.forEach(each -> keys.take(each.subspaceKey(), "former " + each.name()));
    indexes.values().stream()
        .filter(index -> index.subspaceKey() != 0)
        .forEach(index -> keys.take(index.subspaceKey(), index.name()));
    Map<String, Index> built = new LinkedHashMap<>();
    for (Index index : indexes.values()) {
      int key = index.subspaceKey();
      int assigned = key == 0 ? keys.assign(index.name()) : key;
      built.put(index.name(), noted(index).built(assigned, versionDefault()));
    }
    return built;
  }

  /** The index with its change noted, unless it notes one itself. */
  private Index noted(Index index) {
    return before(index)
        .map(
            before ->
                switch (IndexChange.between(before, index, indexTypes)) {
                  case NONE -> index;
                  case IN_PLACE ->
                      index.adjustedVersion() > before.adjustedVersion()
                          ? index
                          : index.adjustedVersion(version);
                  case REBUILD ->
                      index.lastModifiedVersion() > before.lastModifiedVersion()
                          ? index
                          : index.lastModifiedVersion(version);
                })
        .orElse(index);
  }

  /** The index as it was in the earlier metadata. */
  private Optional<Index> before(Index index) {
    RecordMetaData from = earlier;
    return from != null && from.hasIndex(index.name())
        ? Optional.of(from.index(index.name()))
            .filter(before -> before.subspaceKey() == index.subspaceKey())
        : Optional.empty();
  }
}
