package dev.tenure.record.definition;

import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Collects the definitions of metadata, and assigns keys and versions to definitions without them.
 * Not safe for use by many threads.
 */
public final class DefinitionDraft {
  private final Map<String, RecordType.Builder> types = new LinkedHashMap<>();
  private final Map<String, Index> indexes = new LinkedHashMap<>();
  private final List<FormerIndex> formerIndexes = new ArrayList<>();
  private final List<Index> removedIndexes = new ArrayList<>();
  private final @Nullable Definitions earlier;
  private int version;

  /** A draft without definitions, at version 1. */
  public DefinitionDraft() {
    this.earlier = null;
    this.version = 1;
  }

  /** A draft with all definitions of earlier metadata, and the next version. */
  public DefinitionDraft(Definitions earlier) {
    this.earlier = earlier;
    this.version = earlier.version() + 1;
    earlier
        .recordTypes()
        .forEach((name, type) -> types.put(name, new RecordType.Builder(type.prototype(), type)));
    indexes.putAll(earlier.indexes());
    formerIndexes.addAll(earlier.formerIndexes());
  }

  /** Sets the version, at least 1. */
  public void version(int newVersion) {
    if (newVersion < 1) {
      throw new IllegalArgumentException("version is " + newVersion + ", the least is 1");
    }
    version = newVersion;
  }

  /** Adds a record type, which the caller describes by the builder. */
  public RecordType.Builder addType(Message prototype) {
    RecordType.Builder type = new RecordType.Builder(prototype);
    if (types.putIfAbsent(type.name(), type) != null) {
      throw new IllegalArgumentException("record type " + type.name() + " is added twice");
    }
    return type;
  }

  /** The builder of an existing record type. */
  public RecordType.Builder type(String name) {
    return Definitions.require("record type", types, name);
  }

  /** Replaces the message type of an existing record type by another version of it. */
  public void message(Message prototype) {
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

  private Index index(String name) {
    return Definitions.require("index", indexes, name);
  }

  /** Adds an index of the records of the given types, or of all types when none is given. */
  public void addIndex(List<String> recordTypes, Index added) {
    Index index = added.ofTypes(recordTypes);
    if (indexes.putIfAbsent(index.name(), index) != null) {
      throw new IllegalArgumentException("index " + index.name() + " is added twice");
    }
  }

  /** Replaces the index with the same name, for the same record types. */
  public void changeIndex(Index changed) {
    changeIndex(index(changed.name()).recordTypes(), changed);
  }

  /**
   * Replaces the index with the same name; it is then an index of the given record types, or of all
   * when none is given.
   */
  public void changeIndex(List<String> recordTypes, Index changed) {
    Index before = index(changed.name());
    indexes.put(changed.name(), changed.ofTypes(recordTypes).inPlaceOf(before));
  }

  /** Removes an index; one that the earlier metadata had becomes a former index. */
  public void removeIndex(String name) {
    Index removed = index(name);
    indexes.remove(name);
    if (before(removed).isPresent()) {
      removedIndexes.add(removed);
    }
  }

  public void addFormerIndex(FormerIndex former) {
    formerIndexes.add(Objects.requireNonNull(former, "former"));
  }

  /**
   * Checks the definitions against one another and builds them.
   *
   * @param rule decides which changes of options leave the entries of an index unchanged
   * @throws IllegalArgumentException naming the type or index that is wrong
   */
  public Definitions build(IndexChange.OptionRule rule) {
    List<FormerIndex> former = new ArrayList<>(formerIndexes);
    removedIndexes.forEach(
        index ->
            former.add(
                new FormerIndex(index.name(), index.subspaceKey(), index.addedVersion(), version)));
    Definitions built = new Definitions(version, builtTypes(), builtIndexes(former, rule), former);
    DefinitionCheck.check(built);
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

  private Map<String, Index> builtIndexes(List<FormerIndex> former, IndexChange.OptionRule rule) {
    KeyAssignment keys = new KeyAssignment("index");
    former.forEach(each -> keys.take(each.subspaceKey(), "former " + each.name()));
    indexes.values().stream()
        .filter(index -> index.subspaceKey() != 0)
        .forEach(index -> keys.take(index.subspaceKey(), index.name()));
    Map<String, Index> built = new LinkedHashMap<>();
    for (Index index : indexes.values()) {
      int key = index.subspaceKey();
      int assigned = key == 0 ? keys.assign(index.name()) : key;
      built.put(index.name(), noted(index, rule).built(assigned, versionDefault()));
    }
    return built;
  }

  /** The index with its change noted, unless it notes one itself. */
  private Index noted(Index index, IndexChange.OptionRule rule) {
    return before(index)
        .map(
            before ->
                switch (IndexChange.between(before, index, rule)) {
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
    return Optional.ofNullable(earlier)
        .map(from -> from.indexes().get(index.name()))
        .filter(before -> before.subspaceKey() == index.subspaceKey());
  }
}
