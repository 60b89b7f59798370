package dev.tenure.record;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a record store holds: record types and indexes, at a version. Immutable and safe for use by
 * many threads; build it once.
 *
 * <p>Type keys and index keys are written into every key, so they must stay: give them explicitly,
 * or only ever add types and indexes at the end. A store refuses metadata whose keys have moved.
 */
public final class RecordMetaData {
  private final int version;
  private final Map<String, CompiledType> types;
  private final Map<Descriptor, CompiledType> typesByDescriptor;
  private final Map<String, CompiledIndex> indexes;
  private final MetaDataLayout layout;

  private RecordMetaData(int version, List<CompiledType> types) {
    this.version = version;
    this.types = new LinkedHashMap<>();
    this.typesByDescriptor = new LinkedHashMap<>();
    this.indexes = new LinkedHashMap<>();
    for (CompiledType type : types) {
      this.types.put(type.name(), type);
      this.typesByDescriptor.put(type.type().descriptor(), type);
      type.indexes().forEach(index -> this.indexes.put(index.name(), index));
    }
    this.layout = MetaDataLayout.of(this.types.values(), this.indexes.values());
  }

  /** An empty builder, at version 1. */
  public static Builder builder() {
    return new Builder();
  }

  /** Raised by the application with every change of types or indexes. */
  public int version() {
    return version;
  }

  /**
   * The record type of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public RecordType recordType(String name) {
    return type(name).type();
  }

  /** The record types, in the order in which they were added. */
  public List<RecordType> recordTypes() {
    return types.values().stream().map(CompiledType::type).toList();
  }

  /**
   * The index of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public Index index(String name) {
    return compiledIndex(name).index();
  }

  /** The indexes of a record type, in the order in which they were added. */
  public List<Index> indexesOf(String type) {
    return type(type).indexes().stream().map(CompiledIndex::index).toList();
  }

  CompiledType type(String name) {
    CompiledType type = types.get(name);
    if (type == null) {
      throw new IllegalArgumentException(
          "no record type " + name + ", the metadata has " + types.keySet());
    }
    return type;
  }

  CompiledType typeOf(Message message) {
    CompiledType type = typesByDescriptor.get(message.getDescriptorForType());
    if (type == null) {
      throw new IllegalArgumentException(
          "no record type for messages of "
              + message.getDescriptorForType().getFullName()
              + ", the metadata has "
              + types.keySet());
    }
    return type;
  }

  CompiledIndex compiledIndex(String name) {
    CompiledIndex index = indexes.get(name);
    if (index == null) {
      throw new IllegalArgumentException(
          "no index " + name + ", the metadata has " + indexes.keySet());
    }
    return index;
  }

  MetaDataLayout layout() {
    return layout;
  }

  /** Collects record types and indexes; not safe for use by many threads. */
  public static final class Builder {
    private final Map<String, RecordType.Builder> types = new LinkedHashMap<>();
    private final Map<String, TypeAndIndex> indexes = new LinkedHashMap<>();
    private int version = 1;

    private record TypeAndIndex(String type, Index index) {}

    private Builder() {}

    /** The version of the metadata, at least 1; raise it with every change. */
    public Builder version(int newVersion) {
      if (newVersion < 1) {
        throw new IllegalArgumentException("version is " + newVersion + ", the least is 1");
      }
      version = newVersion;
      return this;
    }

    /** A record type known by its descriptor only: its records load as dynamic messages. */
    public Builder recordType(Descriptor descriptor, Consumer<RecordType.Builder> definition) {
      return recordType(DynamicMessage.getDefaultInstance(descriptor), definition);
    }

    /** A record type whose records load as messages of the prototype's class. */
    public Builder recordType(Message prototype, Consumer<RecordType.Builder> definition) {
      RecordType.Builder type = new RecordType.Builder(prototype.getDefaultInstanceForType());
      if (types.putIfAbsent(type.name(), type) != null) {
        throw new IllegalArgumentException("record type " + type.name() + " is added twice");
      }
      definition.accept(type);
      return this;
    }

    /** An index of the records of one type. */
    public Builder index(String type, Index index) {
      if (indexes.putIfAbsent(index.name(), new TypeAndIndex(type, index)) != null) {
        throw new IllegalArgumentException("index " + index.name() + " is added twice");
      }
      return this;
    }

    /** Adds another library's types and indexes. */
    public Builder include(MetaDataPart part) {
      part.addTo(this);
      return this;
    }

    /**
     * Checks everything and builds.
     *
     * @throws IllegalArgumentException naming the type or index, and the path of the field, that is
     *     wrong
     */
    public RecordMetaData build() {
      KeyAssignment typeKeys = new KeyAssignment("record type");
      types.values().stream()
          .filter(type -> type.explicitTypeKey() != 0)
          .forEach(type -> typeKeys.take(type.explicitTypeKey(), type.name()));
      KeyAssignment indexKeys = new KeyAssignment("index");
      indexes.values().stream()
          .map(TypeAndIndex::index)
          .filter(index -> index.subspaceKey() != 0)
          .forEach(index -> indexKeys.take(index.subspaceKey(), index.name()));
      Map<String, List<Index>> indexesByType = indexesByType(indexKeys);
      List<CompiledType> compiled = new ArrayList<>();
      for (RecordType.Builder type : types.values()) {
        int key = type.explicitTypeKey();
        RecordType built = type.build(key == 0 ? typeKeys.assign(type.name()) : key);
        compiled.add(
            CompiledType.compile(built, indexesByType.getOrDefault(built.name(), List.of())));
      }
      return new RecordMetaData(version, compiled);
    }

    private Map<String, List<Index>> indexesByType(KeyAssignment indexKeys) {
      Map<String, List<Index>> byType = new LinkedHashMap<>();
      for (TypeAndIndex entry : indexes.values()) {
        Index index = entry.index();
        if (!types.containsKey(entry.type())) {
          throw new IllegalArgumentException(
              "index "
                  + index.name()
                  + " is of the unknown record type "
                  + entry.type()
                  + ", there are "
                  + types.keySet());
        }
        if (index.subspaceKey() == 0) {
          index = index.subspaceKey(indexKeys.assign(index.name()));
        }
        byType.computeIfAbsent(entry.type(), name -> new ArrayList<>()).add(index);
      }
      return byType;
    }
  }
}
