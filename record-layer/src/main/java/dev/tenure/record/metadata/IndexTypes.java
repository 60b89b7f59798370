package dev.tenure.record.metadata;

import dev.tenure.record.definition.Index;
import dev.tenure.record.index.IndexType;
import dev.tenure.record.index.aggregate.AggregateIndexTypes;
import dev.tenure.record.index.rank.RankIndexType;
import dev.tenure.record.index.text.TextIndexType;
import dev.tenure.record.index.value.ValueIndexType;
import dev.tenure.record.index.version.VersionIndexType;
import dev.tenure.record.text.Tokenizers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A registry of index types by name. Immutable. */
public final class IndexTypes {
  private static final IndexTypes BUILT_IN =
      new IndexTypes(
              List.of(
                  new ValueIndexType(),
                  new VersionIndexType(),
                  new RankIndexType(),
                  new TextIndexType()))
          .withAll(AggregateIndexTypes.all());

  private final Map<String, IndexType> types;

  private IndexTypes(List<IndexType> all) {
    Map<String, IndexType> byName = new TreeMap<>();
    for (IndexType type : all) {
      if (byName.putIfAbsent(type.name(), type) != null) {
        throw new IllegalArgumentException("index type " + type.name() + " is registered twice");
      }
    }
    this.types = Collections.unmodifiableMap(byName);
  }

  /** The types of this library. */
  public static IndexTypes builtIn() {
    return BUILT_IN;
  }

  /**
   * These types and a further one.
   *
   * @throws IllegalArgumentException when a type with its name exists
   */
  public IndexTypes with(IndexType type) {
    return withAll(List.of(type));
  }

  private IndexTypes withAll(List<IndexType> more) {
    List<IndexType> all = new ArrayList<>(types.values());
    all.addAll(more);
    return new IndexTypes(all);
  }

  /** These types, where the given type replaces the type with its name. */
  public IndexTypes replacing(IndexType type) {
    require(type.name());
    List<IndexType> all = new ArrayList<>(types.values());
    all.removeIf(each -> each.name().equals(type.name()));
    all.add(type);
    return new IndexTypes(all);
  }

  /** Whether there is a type with this name. */
  public boolean isKnown(String name) {
    return types.containsKey(name);
  }

  /**
   * The type with this name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public IndexType require(String name) {
    IndexType type = types.get(name);
    if (type == null) {
      throw new IllegalArgumentException("no index type " + name + ", there are " + types.keySet());
    }
    return type;
  }

  /**
   * The tokenizers that conditions on texts may name: those of the index type that has tokenizers.
   */
  public Tokenizers tokenizers() {
    return types.values().stream()
        .flatMap(type -> type.tokenizers().stream())
        .findFirst()
        .orElseGet(Tokenizers::builtIn);
  }

  /** As {@link IndexType#mayChange}, for the type of the given index. */
  public boolean mayChange(String option, Index before, Index after) {
    return require(after.type()).mayChange(option, before, after);
  }
}
