package dev.tenure.record.plan.bitmap;

import dev.tenure.record.index.BoundIndex;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.plan.logical.OneColumn;
import dev.tenure.record.plan.match.AccessPaths.Equalities;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.And;
import dev.tenure.record.query.QueryPredicate.Comparison;
import dev.tenure.record.query.QueryPredicate.Not;
import dev.tenure.record.query.QueryPredicate.NullCheck;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.QueryPredicate.Or;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes sets of positions of conditions. A group of an index with several columns is bound by a
 * condition and by equalities of the query beside it: its set is right only together with these,
 * which {@link Made#beside} tells.
 */
final class PositionSets {
  private final List<BoundIndex> indexes;
  private final GroupMatcher matcher;
  private final List<QueryPredicate> conjuncts;

  /** Finds the bounds of a group's columns. */
  interface GroupMatcher {
    /** The bounds by some conditions, the first ones before others; empty unless all are bound. */
    Optional<Equalities> bind(BoundIndex index, List<QueryPredicate> conditions);
  }

  /**
   * A set of positions.
   *
   * @param without whether it is of what is to be left out
   * @param beside the conditions of the query that it is right together with
   */
  record Made(List<PositionSet> sets, boolean without, Set<QueryPredicate> beside) {}

  /**
   * Of indexes with one column of positions.
   *
   * @param conjuncts of the query
   */
  PositionSets(List<BoundIndex> indexes, GroupMatcher matcher, List<QueryPredicate> conjuncts) {
    this.indexes = indexes;
    this.matcher = matcher;
    this.conjuncts = conjuncts;
  }

  /** The set of a condition; empty when there is none. */
  Optional<Made> of(QueryPredicate condition) {
    if (condition instanceof Or or) {
      return or(or);
    }
    if (condition instanceof And and) {
      return and(and);
    }
    if (condition instanceof Not not) {
      return without(not.part());
    }
    if (condition instanceof Comparison comparison
        && comparison.operator() == Operator.NOT_EQUAL
        && !comparison.column().fansOut()) {
      return without(new Comparison(comparison.column(), Operator.EQUAL, comparison.operand()));
    }
    if (condition instanceof NullCheck check && !check.wantsNull() && !check.column().fansOut()) {
      return group(new NullCheck(check.column(), true)).map(PositionSets::opposite);
    }
    return OneColumn.isList(condition) ? each(condition) : group(condition);
  }

  /** The groups of a list: of one value, which is bound to each value of it. */
  private Optional<Made> each(QueryPredicate list) {
    return group(OneColumn.equal(list)).map(one -> eachOf(list, one));
  }

  private static Made eachOf(QueryPredicate list, Made one) {
    PositionSet.Group group = (PositionSet.Group) one.sets().get(0);
    PositionSet all = new PositionSet.EachOf(list, OneColumn.parameterOf(list), group);
    return new Made(List.of(all), false, one.beside());
  }

  private static Made opposite(Made made) {
    return new Made(made.sets(), true, made.beside());
  }

  /** One group: of an equality, and of what the query has beside it. */
  private Optional<Made> group(QueryPredicate condition) {
    List<QueryPredicate> conditions = new ArrayList<>(List.of(condition));
    conjuncts.stream().filter(each -> !each.equals(condition)).forEach(conditions::add);
    for (BoundIndex index : indexes) {
      Optional<Equalities> bound =
          matcher.bind(index, conditions).filter(each -> each.used().contains(condition));
      if (bound.isPresent()) {
        Set<QueryPredicate> beside = new LinkedHashSet<>(bound.get().used());
        beside.remove(condition);
        PositionSet group = new PositionSet.Group(index, bound.get().bounds(), bound.get().used());
        return Optional.of(new Made(List.of(group), false, beside));
      }
    }
    return Optional.empty();
  }

  /** An equality is known to be false where it is not true, and nothing compared is null. */
  private Optional<Made> without(QueryPredicate part) {
    if (part instanceof NullCheck check) {
      return check.wantsNull() ? group(part).map(PositionSets::opposite) : Optional.empty();
    }
    Optional<KeyExpression> column = column(part);
    Optional<Made> equal = column.flatMap(unused -> of(part));
    Optional<Made> none = column.flatMap(each -> group(new NullCheck(each, true)));
    if (equal.isEmpty() || none.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(opposite(both(List.of(equal.get(), none.get()))));
  }

  private static Optional<KeyExpression> column(QueryPredicate part) {
    if (OneColumn.isList(part)) {
      return Optional.of(OneColumn.columnOf(part));
    }
    return part instanceof Comparison comparison && comparison.operator() == Operator.EQUAL
        ? Optional.of(comparison.column())
        : Optional.empty();
  }

  private static Made both(List<Made> parts) {
    List<PositionSet> sets = new ArrayList<>();
    Set<QueryPredicate> beside = new LinkedHashSet<>();
    for (Made part : parts) {
      sets.addAll(part.sets());
      beside.addAll(part.beside());
    }
    return new Made(sets, false, beside);
  }

  private Optional<Made> or(Or or) {
    List<Made> parts = new ArrayList<>();
    for (QueryPredicate part : or.parts()) {
      Optional<Made> made = of(part).filter(each -> !each.without());
      if (made.isEmpty()) {
        return Optional.empty();
      }
      parts.add(made.get());
    }
    Made all = both(parts);
    return Optional.of(
        new Made(List.of(PositionSet.Joined.of(false, all.sets())), false, all.beside()));
  }

  private Optional<Made> and(And and) {
    List<Made> with = new ArrayList<>();
    List<Made> without = new ArrayList<>();
    for (QueryPredicate part : and.parts()) {
      Optional<Made> made = of(part);
      if (made.isEmpty()) {
        return Optional.empty();
      }
      (made.get().without() ? without : with).add(made.get());
    }
    if (with.isEmpty()) {
      return Optional.empty();
    }
    Made in = both(with);
    Made out = both(without);
    Set<QueryPredicate> beside = new LinkedHashSet<>(in.beside());
    beside.addAll(out.beside());
    return Optional.of(new Made(List.of(PositionSet.of(in.sets(), out.sets())), false, beside));
  }
}
