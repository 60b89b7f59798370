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
 * What a record store holds: record types and indexes, at a version. Immutable and safe for use by
 * many threads; build it once.
 *
 * <p>Type keys and index keys are written into every key, so they must stay: give them explicitly,
 * or only ever add types and indexes at the end. A store refuses metadata whose keys have moved.
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
    this.bound = BoundMetaData.bind(definitions, functions, indexTypes::require);
  }

  /** An empty builder, at version 1. */
  public static Builder builder() {
    return new Builder(new DefinitionDraft());
  }

  /**
   * A builder of the metadata that follows this one: it has the same types and indexes under the
   * same keys, its version is one higher unless set, and types and indexes added through it were
   * added in that version unless they say otherwise. Functions and index types other than the
   * built-in ones must be given again.
   */
  public Builder toBuilder() {
    return new Builder(new DefinitionDraft(definitions));
  }

  /**
   * The same metadata whose records load as messages of the prototypes' classes, as far as these
   * know all fields of the message types here, as they are here. A class made from an older version
   * of a message type would drop fields that indexes need; its record type goes on with what it has
   * here. Prototypes of no record type are passed over.
   */
  public RecordMetaData withLocalTypes(Message... prototypes) {
    return new RecordMetaData(
        definitions.withLocalTypes(List.of(prototypes)), functions, indexTypes);
  }

  /** Raised by the application with every change of types or indexes. */
  public int version() {
    return definitions.version();
  }

  /**
   * The same metadata bound with other functions and index types.
   *
   * @throws IllegalArgumentException naming the index or function that is not among them
   */
  public RecordMetaData withKnown(KeyFunctions keyFunctions, IndexTypes types) {
    return new RecordMetaData(definitions, keyFunctions, types);
  }

  /** The definitions with all key expressions bound to their message types, for stores. */
  public BoundMetaData bound() {
    return bound;
  }

  /**
   * The record type of a name.
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

  /** Whether there is a record type of the name. */
  public boolean hasRecordType(String name) {
    return definitions.recordTypes().containsKey(name);
  }

  /**
   * The index of a name.
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

  /** Whether there is an index of the name. */
  public boolean hasIndex(String name) {
    return definitions.indexes().containsKey(name);
  }

  /** The indexes that records of a type are in, in the order in which they were added. */
  public List<Index> indexesOf(String type) {
    recordType(type);
    return definitions.indexes().values().stream()
        .filter(index -> index.isUniversal() || index.recordTypes().contains(type))
        .toList();
  }

  /** What is left of removed indexes, in the order of their removal. */
  public List<FormerIndex> formerIndexes() {
    return definitions.formerIndexes();
  }

  /** This metadata: the same for everybody who has it. */
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
            "metadata of version " + wanted + " is needed, the one at hand is " + version()));
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
   * <p>A builder of {@link #builder()} begins with nothing. One of {@link #toBuilder()} begins with
   * what the metadata has, at the version above, and makes the next one:
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

    /** The version of the metadata, at least 1; raise it with every change. */
    public Builder version(int newVersion) {
      draft.version(newVersion);
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
      definition.accept(draft.addType(prototype.getDefaultInstanceForType()));
      return this;
    }

    /**
     * Changes what is said of a record type that is there.
     *
     * @throws IllegalArgumentException when there is none of the name
     */
    public Builder changeRecordType(String type, Consumer<RecordType.Builder> change) {
      change.accept(draft.type(type));
      return this;
    }

    /**
     * Other versions of the message types of record types that are there, by their full names. Give
     * all that come from one file together.
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
      draft.addIndex(requireTypes(recordTypes, index), index);
      return this;
    }

    /** An index of the records of all types, those added later too. */
    public Builder universalIndex(Index index) {
      draft.addIndex(List.of(), index);
      return this;
    }

    /**
     * Another definition for the index of its name, of the same record types. It keeps subspace key
     * and added version. What was changed decides how stores take it: when the index type says that
     * what it keeps stays the same, {@link Index#adjustedVersion} is raised, otherwise {@link
     * Index#lastModifiedVersion}, and it is built anew.
     *
     * @throws IllegalArgumentException when there is no index of the name
     */
    public Builder changeIndex(Index index) {
      draft.changeIndex(index);
      return this;
    }

    /**
     * As {@link #changeIndex(Index)}, of other record types.
     *
     * @throws IllegalArgumentException when there is no index of the name, no type is given, or one
     *     twice
     */
    public Builder changeIndex(List<String> recordTypes, Index index) {
      draft.changeIndex(requireTypes(recordTypes, index), index);
      return this;
    }

    /** As {@link #changeIndex(Index)}, of all record types. */
    public Builder changeToUniversalIndex(Index index) {
      draft.changeIndex(List.of(), index);
      return this;
    }

    /**
     * Removes an index. One that the earlier metadata had becomes a {@link FormerIndex}.
     *
     * @throws IllegalArgumentException when there is none of the name
     */
    public Builder removeIndex(String index) {
      draft.removeIndex(index);
      return this;
    }

    /** An index that the metadata had once. */
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
     * Checks everything and builds.
     *
     * @throws IllegalArgumentException naming the type or index, and the path of the field, that is
     *     wrong
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
