package dev.tenure.record.index;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Message;
import dev.tenure.record.definition.Definitions;
import dev.tenure.record.definition.Index;
import dev.tenure.record.definition.RecordType;
import dev.tenure.record.key.KeyEvaluator;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.key.KeyFunction;
import dev.tenure.record.key.KeyFunctions;
import dev.tenure.record.key.StoredColumn;
import dev.tenure.record.query.BoundPredicate;
import dev.tenure.record.query.PredicateColumns;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.text.Tokenizers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Metadata with all key expressions bound to message types and all indexes to their types.
 * Immutable and safe for use by many threads.
 */
public final class BoundMetaData {
  private final Map<String, BoundType> types;
  private final Map<Integer, BoundType> typesByKey;
  private final Map<Descriptor, BoundType> typesByDescriptor;
  private final Map<String, BoundType> typesByFullName;
  private final Map<String, BoundIndex> indexes;

  private final KeyFunctions functions;
  private final Tokenizers tokenizers;

  private BoundMetaData(
      Map<String, BoundType> types,
      Map<String, BoundIndex> indexes,
      KeyFunctions functions,
      Tokenizers tokenizers) {
    this.functions = functions;
    this.tokenizers = tokenizers;
    this.types = Collections.unmodifiableMap(types);
    this.typesByKey = new HashMap<>();
    this.typesByDescriptor = new HashMap<>();
    this.typesByFullName = new HashMap<>();
    this.indexes = Collections.unmodifiableMap(indexes);
    for (BoundType type : types.values()) {
      typesByKey.put(type.type().typeKey(), type);
      typesByDescriptor.put(type.type().descriptor(), type);
      typesByFullName.put(type.type().descriptor().getFullName(), type);
    }
  }

  /**
   * Binds definitions.
   *
   * @param functions the functions that key expressions may name
   * @param tokenizers the tokenizers that conditions on texts may name
   * @param indexTypes returns the index type of a name, or throws IllegalArgumentException
   * @throws IllegalArgumentException naming the wrong type or index and the path of the field
   */
  public static BoundMetaData bind(
      Definitions definitions,
      KeyFunctions functions,
      Tokenizers tokenizers,
      Function<String, IndexType> indexTypes) {
    Map<String, BoundType> types = new LinkedHashMap<>();
    definitions
        .recordTypes()
        .forEach((name, type) -> types.put(name, BoundType.bind(type, functions)));
    requireOneKeyShape(definitions);
    Map<String, BoundIndex> indexes = new LinkedHashMap<>();
    for (Index index : definitions.indexes().values()) {
      indexes.put(
          index.name(), BoundIndex.bind(index, typesOf(index, types), functions, indexTypes));
    }
    types.values().forEach(type -> type.indexes(indexesOf(type, indexes)));
    return new BoundMetaData(types, indexes, functions, tokenizers);
  }

  private static List<BoundType> typesOf(Index index, Map<String, BoundType> types) {
    List<BoundType> found = new ArrayList<>();
    types.forEach(
        (name, type) -> {
          if (index.isUniversal() || index.recordTypes().contains(name)) {
            found.add(type);
          }
        });
    return found;
  }

  private static List<BoundIndex> indexesOf(BoundType type, Map<String, BoundIndex> indexes) {
    return indexes.values().stream().filter(index -> index.has(type)).toList();
  }

  /**
   * Requires that all types of the shared extent have primary keys of one shape, since a primary
   * key is looked up there before its type is known.
   */
  private static void requireOneKeyShape(Definitions definitions) {
    List<RecordType> shared =
        definitions.recordTypes().values().stream().filter(RecordType::isInSharedExtent).toList();
    for (RecordType type : shared) {
      RecordType first = shared.get(0);
      int columns = type.primaryKey().columns().size();
      int expected = first.primaryKey().columns().size();
      if (columns != expected) {
        throw new IllegalArgumentException(
            "record type "
                + type.name()
                + " of the shared extent has a primary key of "
                + columns
                + " columns, "
                + first.name()
                + " has one of "
                + expected);
      }
    }
  }

  /** The tokenizers that conditions on texts may name. */
  public Tokenizers tokenizers() {
    return tokenizers;
  }

  /** All record types, in the order in which they were added. */
  public List<BoundType> types() {
    return List.copyOf(types.values());
  }

  /** All indexes, in the order in which they were added. */
  public List<BoundIndex> indexes() {
    return List.copyOf(indexes.values());
  }

  /**
   * The record type with a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public BoundType type(String name) {
    BoundType type = types.get(name);
    if (type == null) {
      throw new IllegalArgumentException(
          "no record type " + name + ", the metadata has " + types.keySet());
    }
    return type;
  }

  /** The record type with a type key; empty when there is none. */
  public Optional<BoundType> type(int typeKey) {
    return Optional.ofNullable(typesByKey.get(typeKey));
  }

  /**
   * The record type of a message, found by its descriptor, or else by the full name of its message
   * type.
   *
   * @throws IllegalArgumentException when there is none
   */
  public BoundType typeOf(Message message) {
    Descriptor descriptor = message.getDescriptorForType();
    BoundType type = typesByDescriptor.get(descriptor);
    if (type == null) {
      type = typesByFullName.get(descriptor.getFullName());
    }
    if (type == null) {
      throw new IllegalArgumentException(
          "no record type for messages of "
              + descriptor.getFullName()
              + ", the metadata has "
              + types.keySet());
    }
    return type;
  }

  /**
   * The index with a name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public BoundIndex index(String name) {
    BoundIndex index = indexes.get(name);
    if (index == null) {
      throw new IllegalArgumentException(
          "no index " + name + ", the metadata has " + indexes.keySet());
    }
    return index;
  }

  /**
   * A column bound to a type.
   *
   * @throws IllegalArgumentException when there is no such type, or it has no such column, or it
   *     keeps no times and the column is one
   */
  public KeyEvaluator evaluator(KeyExpression column, String type) {
    BoundType bound = type(type);
    requireTimes(column, bound);
    RecordType definition = bound.type();
    return KeyEvaluator.bind(column, definition.descriptor(), definition.typeKey(), functions);
  }

  private void requireTimes(KeyExpression column, BoundType type) {
    Optional<StoredColumn> time = type.missingTime(column);
    if (time.isPresent()) {
      throw new IllegalArgumentException(
          time.get().expression()
              + " is null in every "
              + type.name()
              + ", as the type keeps no times: expected types that are timestamped(), which are "
              + types.values().stream()
                  .map(BoundType::type)
                  .filter(RecordType::isTimestamped)
                  .map(RecordType::name)
                  .toList());
    }
  }

  /**
   * A condition bound to a type.
   *
   * @throws IllegalArgumentException as {@link #evaluator}, for each column
   */
  public BoundPredicate predicate(QueryPredicate condition, String type) {
    return predicate(condition, type, List.of());
  }

  /** As {@link #predicate(QueryPredicate, String)}, whose columns may name more functions. */
  public BoundPredicate predicate(QueryPredicate condition, String type, List<KeyFunction> more) {
    BoundType bound = type(type);
    PredicateColumns.of(condition).forEach(each -> requireTimes(each, bound));
    RecordType definition = bound.type();
    return BoundPredicate.bind(
        condition, definition.descriptor(), definition.typeKey(), functions.with(more), tokenizers);
  }
}
