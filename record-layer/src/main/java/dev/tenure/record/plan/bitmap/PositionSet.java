package dev.tenure.record.plan.bitmap;

import com.apple.foundationdb.tuple.Tuple;
import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.OpenIndex;
import dev.tenure.record.index.aggregate.BitmapQuery;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.match.KeyBounds;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.QueryPredicate;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A set of positions, combined from groups of bitmap indexes. Immutable. */
sealed interface PositionSet {

  /**
   * The bitmap query of this set for one execution; empty when a list without values leaves none.
   */
  Optional<BitmapQuery> query(Function<String, OpenIndex> indexes, Bindings bindings);

  /**
   * The groups that are read.
   *
   * @param listSize gives the number of values of a list
   */
  List<Group> groups(ToIntFunction<QueryPredicate> listSize);

  /** The name of one of the indexes that are read, for errors. */
  String name();

  /**
   * The positions of one group of an index.
   *
   * @param conditions the conditions that are true for exactly the records of the group
   */
  record Group(BoundIndex index, KeyBounds bounds, List<QueryPredicate> conditions)
      implements PositionSet {
    public Group {
      conditions = List.copyOf(conditions);
    }

    @Override
    public Optional<BitmapQuery> query(Function<String, OpenIndex> indexes, Bindings bindings) {
      Tuple group =
          bounds
              .range(bindings)
              .flatMap(range -> Optional.ofNullable(range.low()))
              .orElseGet(Tuple::new);
      return Optional.of(BitmapQuery.of(indexes.apply(index.name()), group));
    }

    @Override
    public List<Group> groups(ToIntFunction<QueryPredicate> listSize) {
      return List.of(this);
    }

    @Override
    public String name() {
      return index.name();
    }

    @Override
    public String toString() {
      return index.name() + " " + bounds;
    }
  }

  /**
   * The groups of all values of a list.
   *
   * @param list the condition whose list it is
   * @param element the parameter of the group that takes each value
   */
  record EachOf(QueryPredicate list, String element, Group group) implements PositionSet {
    @Override
    public Optional<BitmapQuery> query(Function<String, OpenIndex> indexes, Bindings bindings) {
      List<BitmapQuery> parts =
          OneColumn.valuesOf(list, bindings).stream()
              .flatMap(value -> group.query(indexes, bindings.withElement(element, value)).stream())
              .toList();
      return parts.isEmpty() ? Optional.empty() : Optional.of(either(parts));
    }

    /** Halves of halves, so that a long list is not deep. */
    private static BitmapQuery either(List<BitmapQuery> parts) {
      int half = parts.size() / 2;
      return half == 0
          ? parts.get(0)
          : either(parts.subList(0, half)).or(either(parts.subList(half, parts.size())));
    }

    @Override
    public List<Group> groups(ToIntFunction<QueryPredicate> listSize) {
      return Collections.nCopies(listSize.applyAsInt(list), group);
    }

    @Override
    public String name() {
      return group.name();
    }

    @Override
    public String toString() {
      return group + " for each " + element + " of " + list;
    }
  }

  /**
   * The positions that all parts have, or that any part has.
   *
   * @param all whether all parts must have a position
   */
  record Joined(boolean all, List<PositionSet> parts) implements PositionSet {
    public Joined {
      parts = List.copyOf(parts);
    }

    /** Joins parts. A single part stays as it is. */
    static PositionSet of(boolean all, List<PositionSet> parts) {
      return parts.size() == 1 ? parts.get(0) : new Joined(all, parts);
    }

    @Override
    public Optional<BitmapQuery> query(Function<String, OpenIndex> indexes, Bindings bindings) {
      List<BitmapQuery> found =
          parts.stream().flatMap(part -> part.query(indexes, bindings).stream()).toList();
      return all && found.size() < parts.size()
          ? Optional.empty()
          : found.stream().reduce((one, other) -> all ? one.and(other) : one.or(other));
    }

    @Override
    public List<Group> groups(ToIntFunction<QueryPredicate> listSize) {
      return parts.stream().flatMap(part -> part.groups(listSize).stream()).toList();
    }

    @Override
    public String name() {
      return parts.get(0).name();
    }

    @Override
    public String toString() {
      return parts.stream()
          .map(PositionSet::toString)
          .collect(Collectors.joining(all ? " and " : " or ", "(", ")"));
    }
  }

  /** The positions that one set has and none of the others has. */
  record Without(PositionSet set, List<PositionSet> others) implements PositionSet {
    public Without {
      others = List.copyOf(others);
    }

    @Override
    public Optional<BitmapQuery> query(Function<String, OpenIndex> indexes, Bindings bindings) {
      List<BitmapQuery> left =
          others.stream().flatMap(other -> other.query(indexes, bindings).stream()).toList();
      return set.query(indexes, bindings)
          .map(
              query -> {
                BitmapQuery rest = query;
                for (BitmapQuery each : left) {
                  rest = rest.andNot(each);
                }
                return rest;
              });
    }

    @Override
    public List<Group> groups(ToIntFunction<QueryPredicate> listSize) {
      return Stream.concat(Stream.of(set), others.stream())
          .flatMap(part -> part.groups(listSize).stream())
          .toList();
    }

    @Override
    public String name() {
      return set.name();
    }

    @Override
    public String toString() {
      return set
          + others.stream()
              .map(PositionSet::toString)
              .collect(Collectors.joining(", ", " without ", ""));
    }
  }

  /** The positions that all of some sets have and none of others has. */
  static PositionSet of(List<PositionSet> all, List<PositionSet> without) {
    PositionSet set = Joined.of(true, all);
    return without.isEmpty() ? set : new Without(set, without);
  }
}
