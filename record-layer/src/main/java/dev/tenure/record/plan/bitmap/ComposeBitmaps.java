package dev.tenure.record.plan.bitmap;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.index.BoundType;
import dev.tenure.record.index.IndexCandidate;
import dev.tenure.record.index.aggregate.BitmapQuery;
import dev.tenure.record.key.KeyColumn;
import dev.tenure.record.key.ValueType;
import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.ColumnTypes;
import dev.tenure.record.plan.match.Equalities;
import dev.tenure.record.plan.match.KeyBounds;
import dev.tenure.record.plan.memo.Exploration;
import dev.tenure.record.plan.memo.ExplorationRule;
import dev.tenure.record.plan.memo.Group;
import dev.tenure.record.plan.memo.LogicalExpression;
import dev.tenure.record.plan.memo.LogicalExpression.Filtering;
import dev.tenure.record.query.QueryPredicate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Answers several conditions by combining bitmap indexes with the same position column, and tests
 * the remaining conditions. The position column and the columns of the answered equalities must
 * together be the primary key.
 *
 * <pre>
 * select {a = 1 and (b = 2 or c &lt;&gt; 3 and b = 4) and d &gt; 5}      bitmaps of id by a, b, c
 *   →  filter d &gt; 5 of {a = 1 and …};   {a = 1 and …}  →  positions (a [= 1] and (b [= 2] or …))
 * </pre>
 */
public final class ComposeBitmaps implements ExplorationRule {
  @Override
  public String name() {
    return "compose-bitmaps";
  }

  /** The properties that indexes must have in common so that their bitmaps can be combined. */
  private record Shape(String position, double costPerEntry) {}

  @Override
  public void explore(LogicalExpression expression, Group group, Exploration memo) {
    RecordSet set = group.set();
    if (!(expression instanceof LogicalExpression.Selection) || set.types().size() > 1) {
      return;
    }
    BoundType type = memo.metaData().type(set.types().get(0));
    Map<Shape, List<BoundIndex>> indexes = new LinkedHashMap<>();
    for (BoundIndex index : memo.indexes()) {
      shape(index, type)
          .ifPresent(
              shape -> indexes.computeIfAbsent(shape, unused -> new ArrayList<>()).add(index));
    }
    indexes.values().forEach(each -> compose(each, type, group, memo));
  }

  private static Optional<Shape> shape(BoundIndex index, BoundType type) {
    boolean isOfType = index.onlyType().filter(type::equals).isPresent();
    if (!isOfType || index.index().predicate().isPresent()) {
      return Optional.empty();
    }
    return index.maintainer().candidates().stream()
        .filter(each -> each.scan().equals(BitmapQuery.BY_POSITION))
        .map(each -> new Shape(position(each).path(), each.cost().perEntry()))
        .findFirst();
  }

  private static KeyColumn position(IndexCandidate candidate) {
    return candidate.columns().get(candidate.columns().size() - 1);
  }

  private static void compose(
      List<BoundIndex> indexes, BoundType type, Group group, Exploration memo) {
    RecordSet set = group.set();
    PositionSets sets =
        new PositionSets(indexes, (index, given) -> bind(index, given, set, memo), set.conjuncts());
    Map<QueryPredicate, PositionSets.Made> found = new LinkedHashMap<>();
    set.conjuncts().forEach(each -> sets.of(each).ifPresent(made -> found.put(each, made)));
    Set<QueryPredicate> used = used(found);
    Set<PositionSet> in = new LinkedHashSet<>();
    Set<PositionSet> out = new LinkedHashSet<>();
    found.values().forEach(made -> (made.without() ? out : in).addAll(made.sets()));
    IndexCandidate candidate = indexes.get(0).maintainer().candidates().get(0);
    RecordSet answered = set.of(used);
    Optional<PositionKey> key =
        in.isEmpty()
            ? Optional.empty()
            : PositionKey.of(type, position(candidate), answered, memo.metaData());
    if (key.isPresent()) {
      Group read = memo.group(answered);
      PositionSet positions = PositionSet.of(List.copyOf(in), List.copyOf(out));
      memo.add(read, new Positions(positions, key.get(), candidate.cost().perEntry()));
      if (read != group) {
        memo.add(group, new Filtering(set.without(used), read));
      }
    }
  }

  /**
   * The conditions that the bitmaps answer. A set that is right only together with a condition
   * which no set answers is left out.
   */
  private static Set<QueryPredicate> used(Map<QueryPredicate, PositionSets.Made> found) {
    while (true) {
      Set<QueryPredicate> answered = new LinkedHashSet<>();
      found.forEach(
          (condition, made) -> {
            if (!made.without()) {
              answered.add(condition);
              if (isEquality(made)) {
                answered.addAll(made.beside());
              }
            }
          });
      if (!found.values().removeIf(made -> !answered.containsAll(made.beside()))) {
        answered.addAll(found.keySet());
        return answered;
      }
    }
  }

  /**
   * Whether all positions of the set have what is beside it: those of one group, or a list, have.
   */
  private static boolean isEquality(PositionSets.Made made) {
    return made.sets().size() == 1
        && (made.sets().get(0) instanceof PositionSet.Group
            || made.sets().get(0) instanceof PositionSet.EachOf);
  }

  private static Optional<Equalities> bind(
      BoundIndex index, List<QueryPredicate> given, RecordSet set, Exploration memo) {
    int columns = index.maintainer().candidates().get(0).equalities();
    List<KeyColumn> group = index.index().columns().columns().subList(0, columns);
    if (group.stream().filter(KeyColumn::fansOut).count() > 1) {
      return Optional.empty();
    }
    Equalities found =
        Equalities.of(group, ColumnTypes.of(index, columns), given, set, memo.metaData());
    return Optional.of(found)
        .filter(each -> each.bounds().equalities().size() == columns && isExact(each.bounds()));
  }

  /**
   * Whether the equalities are exact. They are not for a column of floats, since a double need not
   * be the value of any float, nor for a column of lists or of any type, whose values may not be
   * comparable.
   */
  static boolean isExact(KeyBounds bounds) {
    List<ValueType> inexact = List.of(ValueType.FLOAT, ValueType.ANY, ValueType.LIST);
    return bounds.equalities().stream().noneMatch(each -> inexact.contains(each.part().type()));
  }
}
