package dev.tenure.record.metadata;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.tenure.record.RecordContext;
import dev.tenure.record.RecordLayerException;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.index.IndexTypes;
import dev.tenure.record.key.KeyFunctions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * What a record store holds: record types and indexes, at a version. Immutable and safe for use by
 * many threads; build it once.
 *
 * <p>Type keys and index keys are written into every key, so they must stay: give them explicitly,
 * or only ever add types and indexes at the end. A store refuses metadata whose keys have moved.
 */
public final class RecordMetaData implements MetaDataSource {
  private final int version;
  private final Map<String, RecordType> types;
  private final Map<String, Index> indexes;
  private final List<FormerIndex> formerIndexes;

  RecordMetaData(
      int version,
      Map<String, RecordType> types,
      Map<String, Index> indexes,
      List<FormerIndex> formerIndexes) {
    this.version = version;
    this.types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
    this.indexes = Collections.unmodifiableMap(new LinkedHashMap<>(indexes));
    this.formerIndexes = List.copyOf(formerIndexes);
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
    return find("record type", types, name);
  }

  /** The record types, in the order in which they were added. */
  public List<RecordType> recordTypes() {
    return List.copyOf(types.values());
  }

  /** Whether there is a record type of the name. */
  public boolean hasRecordType(String name) {
    return types.containsKey(name);
  }

  /**
   * The index of a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public Index index(String name) {
    return find("index", indexes, name);
  }

  /** The indexes, in the order in which they were added. */
  public List<Index> indexes() {
    return List.copyOf(indexes.values());
  }

  /** Whether there is an index of the name. */
  public boolean hasIndex(String name) {
    return indexes.containsKey(name);
  }

  /** The indexes that records of a type are in, in the order in which they were added. */
  public List<Index> indexesOf(String type) {
    recordType(type);
    return indexes.values().stream()
        .filter(index -> index.isUniversal() || index.recordTypes().contains(type))
        .toList();
  }

  /** What is left of removed indexes, in the order of their removal. */
  public List<FormerIndex> formerIndexes() {
    return formerIndexes;
  }

  /** This metadata: the same for everybody who has it. */
  @Override
  public RecordMetaData current() {
    return this;
  }

  @Override
  public CompletableFuture<RecordMetaData> atLeast(RecordContext context, int wanted) {
    if (wanted <= version) {
      return CompletableFuture.completedFuture(this);
    }
    return CompletableFuture.failedFuture(
        new RecordLayerException(
            RecordLayerException.Code.METADATA_NEWER,
            "metadata of version " + wanted + " is needed, the one at hand is " + version));
  }

  @Override
  public String toString() {
    return "metadata version " + version + " with " + types.keySet() + " and " + indexes.keySet();
  }

  private static <T> T find(String kind, Map<String, T> all, String name) {
    T found = all.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no " + kind + " " + name + ", the metadata has " + all.keySet());
    }
    return found;
  }

  /** Collects record types and indexes; not safe for use by many threads. */
  public static final class Builder {
    private final Map<String, RecordType.Builder> types = new LinkedHashMap<>();
    private final Map<String, Index> indexes = new LinkedHashMap<>();
    private final List<FormerIndex> formerIndexes = new ArrayList<>();
    private KeyFunctions functions = KeyFunctions.builtIn();
    private IndexTypes indexTypes = IndexTypes.builtIn();
    private int version = 1;

    private Builder() {}

    /** The version of the metadata, at least 1; raise it with every change. */
    public Builder version(int newVersion) {
      if (newVersion < 1) {
        throw new IllegalArgumentException("version is " + newVersion + ", the least is 1");
      }
      version = newVersion;
      return this;
    }

    /** The functions that key expressions may name; the built-in ones by default. */
    public Builder functions(KeyFunctions known) {
      functions = known;
      return this;
    }

    /** The types that indexes may have; the built-in ones by default. */
    public Builder indexTypes(IndexTypes known) {
      indexTypes = known;
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
      return index(List.of(type), index);
    }

    /**
     * An index of the records of several types, in which each must have all indexed fields.
     *
     * @throws IllegalArgumentException when no type is given, or one twice
     */
    public Builder index(List<String> recordTypes, Index index) {
      if (recordTypes.isEmpty() || recordTypes.stream().distinct().count() < recordTypes.size()) {
        throw new IllegalArgumentException(
            "index "
                + index.name()
                + " is of the record types "
                + recordTypes
                + ", expected at least one, and each once");
      }
      return add(index.ofTypes(recordTypes));
    }

    /** An index of the records of all types, those added later too. */
    public Builder universalIndex(Index index) {
      return add(index.ofTypes(List.of()));
    }

    private Builder add(Index index) {
      if (indexes.putIfAbsent(index.name(), index) != null) {
        throw new IllegalArgumentException("index " + index.name() + " is added twice");
      }
      return this;
    }

    /** An index that the metadata had once. */
    public Builder formerIndex(FormerIndex former) {
      formerIndexes.add(Objects.requireNonNull(former, "former"));
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
      RecordMetaData built =
          new RecordMetaData(version, builtTypes(), builtIndexes(), formerIndexes);
      MetaDataCheck.check(built);
      BoundMetaData.bind(built, functions, indexTypes);
      return built;
    }

    private Map<String, RecordType> builtTypes() {
      KeyAssignment keys = new KeyAssignment("record type");
      types.values().stream()
          .filter(type -> type.explicitTypeKey() != 0)
          .forEach(type -> keys.take(type.explicitTypeKey(), type.name()));
      Map<String, RecordType> built = new LinkedHashMap<>();
      for (RecordType.Builder type : types.values()) {
        int key = type.explicitTypeKey();
        built.put(type.name(), type.build(key == 0 ? keys.assign(type.name()) : key));
      }
      return built;
    }

    private Map<String, Index> builtIndexes() {
      KeyAssignment keys = new KeyAssignment("index");
      formerIndexes.forEach(former -> keys.take(former.subspaceKey(), "former " + former.name()));
      indexes.values().stream()
          .filter(index -> index.subspaceKey() != 0)
          .forEach(index -> keys.take(index.subspaceKey(), index.name()));
      Map<String, Index> built = new LinkedHashMap<>();
      for (Index index : indexes.values()) {
        boolean keyed = index.subspaceKey() != 0;
        built.put(index.name(), keyed ? index : index.subspaceKey(keys.assign(index.name())));
      }
      return built;
    }
  }
}
