package dev.tenure.record.metadata;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import dev.tenure.record.context.RecordContext;
import dev.tenure.record.definition.DefinitionDraft;
import dev.tenure.record.definition.Definitions;
import dev.tenure.record.definition.FormerIndex;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.error.RecordLayerException;
import dev.tenure.record.index.BoundMetaData;
import dev.tenure.record.key.KeyFunctions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The schema of a record store: record types and indexes, with a version. Immutable and safe for
 * use by many threads; build it once.
 *
 * <p>Type keys and index keys are part of every stored key, so they must never change. Set them
 * explicitly, or add new types and indexes only after the existing ones. A store refuses metadata
 * in which a type or index has another key.
 */
public final class RecordMetaData implements MetaDataSource {
  private final Definitions definitions;
  private final KeyFunctions functions;
  private final IndexTypes indexTypes;
  private final BoundMetaData bound;

  private RecordMetaData(Definitions definitions, KeyFunctions functions, IndexTypes indexTypes) {
    this.definitions = definitions;
    this.functions = functions;
    this.indexTypes = indexTypes;
    this.bound =
        BoundMetaData.bind(definitions, functions, indexTypes.tokenizers(), indexTypes::require);
  }

  /** An empty builder, at version 1. */
  public static Builder builder() {
    return new Builder(new DefinitionDraft());
  }

  /**
   * A builder of the next version of this metadata. It begins with the same types and indexes under
   * the same keys. Its version is one higher unless it is set. Types and indexes that are added get
   * this version as their added version unless they set another. Functions and index types other
   * than the built-in ones must be passed again.
   */
  public Builder toBuilder() {
    return new Builder(new DefinitionDraft(definitions));
  }

  /**
   * The same metadata, whose records load as messages of the prototypes' classes. A class is used
   * only if it has all fields of the stored message type: a class that was generated from an older
   * version would lose fields that indexes need. Record types without a suitable class keep their
   * message type. Prototypes of other messages are ignored.
   */
  public RecordMetaData withLocalTypes(Message... prototypes) {
    return new RecordMetaData(
        definitions.withLocalTypes(List.of(prototypes)), functions, indexTypes);
  }

  /** The version. The application raises it with each change of types or indexes. */
  public int version() {
    return definitions.version();
  }

  /**
   * The same metadata bound with other functions and index types.
   *
   * @throws IllegalArgumentException naming an index or function that uses a missing one
   */
  public RecordMetaData withKnown(KeyFunctions keyFunctions, IndexTypes types) {
    return new RecordMetaData(definitions, keyFunctions, types);
  }

  /** The functions that key expressions may name. */
  public KeyFunctions functions() {
    return functions;
  }

  /** The types that indexes may have. */
  public IndexTypes indexTypes() {
    return indexTypes;
  }

  /** The definitions with all key expressions bound to their message types, for stores. */
  public BoundMetaData bound() {
    return bound;
  }

  /**
   * The record type with this name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public RecordType recordType(String name) {
    return Definitions.require("record type", definitions.recordTypes(), name);
  }

  /** The record types, in the order in which they were added. */
  public List<RecordType> recordTypes() {
    return List.copyOf(definitions.recordTypes().values());
  }

  /** Whether there is a record type with this name. */
  public boolean hasRecordType(String name) {
    return definitions.recordTypes().containsKey(name);
  }

  /**
   * The index with this name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public Index index(String name) {
    return Definitions.require("index", definitions.indexes(), name);
  }

  /** The indexes, in the order in which they were added. */
  public List<Index> indexes() {
    return List.copyOf(definitions.indexes().values());
  }

  /** Whether there is an index with this name. */
  public boolean hasIndex(String name) {
    return definitions.indexes().containsKey(name);
  }

  /** The indexes that have records of a type, in the order in which they were added. */
  public List<Index> indexesOf(String type) {
    recordType(type);
    return definitions.indexes().values().stream()
        .filter(index -> index.isUniversal() || index.recordTypes().contains(type))
        .toList();
  }

  /** The former indexes, which were removed, in the order of their removal. */
  public List<FormerIndex> formerIndexes() {
    return definitions.formerIndexes();
  }

  /** This metadata. As a source it has only this version. */
  @Override
  public RecordMetaData current() {
    return this;
  }

  @Override
  public CompletableFuture<RecordMetaData> atLeast(RecordContext context, int wanted) {
    if (wanted <= version()) {
      return CompletableFuture.completedFuture(this);
    }
    return CompletableFuture.failedFuture(
        new RecordLayerException(
            RecordLayerException.Code.METADATA_NEWER,
            "metadata of version " + wanted + " is needed, the given one is " + version()));
  }

  @Override
  public String toString() {
    return "metadata version "
        + version()
        + " with "
        + definitions.recordTypes().keySet()
        + " and "
        + definitions.indexes().keySet();
  }

  /**
   * Collects record types and indexes; not safe for use by many threads.
   *
   * <p>A builder from {@link #builder()} is empty. A builder from {@link #toBuilder()} begins with
   * the definitions of the metadata, and makes the next version:
   *
   * <pre>{@code
   * RecordMetaData next =
   *     metaData.toBuilder()
   *         .messages(Person.getDefaultInstance())             // has a new field, nickname
   *         .index("Person", Index.value("by-nickname", field("nickname")))
   *         .removeIndex("by-fax")
   *         .build();
   * }</pre>
   */
  public static final class Builder {
    private final DefinitionDraft draft;
    private KeyFunctions functions = KeyFunctions.builtIn();
    private IndexTypes indexTypes = IndexTypes.builtIn();

    private Builder(DefinitionDraft draft) {
      this.draft = draft;
    }

    /** Sets the version of the metadata, at least 1. Raise it with each change. */
    public Builder version(int newVersion) {
      draft.version(newVersion);
      return this;
    }

    /** Sets the functions that key expressions may name; the built-in ones by default. */
    public Builder functions(KeyFunctions known) {
      functions = known;
      return this;
    }

    /** Sets the types that indexes may have; the built-in ones by default. */
    public Builder indexTypes(IndexTypes known) {
      indexTypes = known;
      return this;
    }

    /** Adds a record type by its descriptor. Its records load as dynamic messages. */
    public Builder recordType(Descriptor descriptor, Consumer<RecordType.Builder> definition) {
      return recordType(DynamicMessage.getDefaultInstance(descriptor), definition);
    }

    /** Adds a record type whose records load as messages of the prototype's class. */
    public Builder recordType(Message prototype, Consumer<RecordType.Builder> definition) {
      definition.accept(draft.addType(prototype.getDefaultInstanceForType()));
      return this;
    }

    /**
     * Changes the definition of an existing record type.
     *
     * @throws IllegalArgumentException when there is none with this name
     */
    public Builder changeRecordType(String type, Consumer<RecordType.Builder> change) {
      change.accept(draft.type(type));
      return this;
    }

    /**
     * Replaces the message types of existing record types, found by their full names, by other
     * versions of these. Pass all message types of one file together.
     *
     * @throws IllegalArgumentException when there is no record type of such a message
     */
    public Builder messages(Message... prototypes) {
      for (Message prototype : prototypes) {
        draft.message(prototype.getDefaultInstanceForType());
      }
      return this;
    }

    /** As {@link #messages(Message...)}, for dynamic messages. */
    public Builder messages(Descriptor... descriptors) {
      for (Descriptor descriptor : descriptors) {
        draft.message(DynamicMessage.getDefaultInstance(descriptor));
      }
      return this;
    }

    /** Adds an index of the records of one type. */
    public Builder index(String type, Index index) {
      return index(List.of(type), index);
    }

    /**
     * Adds an index of the records of several types. Each type must have all indexed fields.
     *
     * @throws IllegalArgumentException when no type is given, or one is given twice
     */
    public Builder index(List<String> recordTypes, Index index) {
      draft.addIndex(requireTypes(recordTypes, index), index);
      return this;
    }

    /** Adds an index of the records of all types, including types that are added later. */
    public Builder universalIndex(Index index) {
      draft.addIndex(List.of(), index);
      return this;
    }

    /**
     * Replaces the definition of the index with the same name, for the same record types. Subspace
     * key and added version are kept. If the index type declares that its entries do not depend on
     * what was changed, {@link Index#adjustedVersion} is raised, and stores keep the entries.
     * Otherwise {@link Index#lastModifiedVersion} is raised, and stores build the index again.
     *
     * @throws IllegalArgumentException when there is no index with this name
     */
    public Builder changeIndex(Index index) {
      draft.changeIndex(index);
      return this;
    }

    /**
     * As {@link #changeIndex(Index)}, with other record types.
     *
     * @throws IllegalArgumentException when there is no index with this name, no type is given, or
     *     one twice
     */
    public Builder changeIndex(List<String> recordTypes, Index index) {
      draft.changeIndex(requireTypes(recordTypes, index), index);
      return this;
    }

    /** As {@link #changeIndex(Index)}, for the records of all types. */
    public Builder changeToUniversalIndex(Index index) {
      draft.changeIndex(List.of(), index);
      return this;
    }

    /**
     * Removes an index. An index of the earlier metadata becomes a {@link FormerIndex}.
     *
     * @throws IllegalArgumentException when there is none with this name
     */
    public Builder removeIndex(String index) {
      draft.removeIndex(index);
      return this;
    }

    /** Adds a former index: one that an earlier version of the metadata had. */
    public Builder formerIndex(FormerIndex former) {
      draft.addFormerIndex(former);
      return this;
    }

    /** Adds another library's types and indexes. */
    public Builder include(MetaDataPart part) {
      part.addTo(this);
      return this;
    }

    /**
     * Checks all definitions and builds the metadata.
     *
     * @throws IllegalArgumentException naming the wrong type or index and the path of the field
     */
    public RecordMetaData build() {
      return new RecordMetaData(draft.build(indexTypes::mayChange), functions, indexTypes);
    }

    private static List<String> requireTypes(List<String> recordTypes, Index index) {
      if (recordTypes.isEmpty() || recordTypes.stream().distinct().count() < recordTypes.size()) {
        throw new IllegalArgumentException(
            "index "
                + index.name()
                + " is of the record types "
                + recordTypes
                + ", expected at least one, and each once");
      }
      return recordTypes;
    }
  }
}
