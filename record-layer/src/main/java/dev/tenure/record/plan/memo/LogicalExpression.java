package dev.tenure.record.plan.memo;

import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.PathMatch;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A way to find the records of a group. It does not say by which operators the rows are read, or in
 * which order. A client's rule may define its own expressions. Immutable, apart from the groups
 * that it refers to.
 */
public interface LogicalExpression {

  /** The groups from which the expression is made. */
  List<Group> inputs();

  /**
   * The text of the expression. Expressions with equal texts are equal, and a group has only one of
   * them.
   */
  String text();

  /**
   * The records of some types for which conditions are true. Exploration begins with this
   * expression.
   */
  record Selection(RecordSet set) implements LogicalExpression {
    @Override
    public List<Group> inputs() {
      return List.of();
    }

    @Override
    public String text() {
      return "select " + set;
    }
  }

  /** The records that an access path returns, without those of types that the group lacks. */
  record Access(PathMatch match) implements LogicalExpression {
    @Override
    public List<Group> inputs() {
      return List.of();
    }

    @Override
    public String text() {
      return "read " + match.path();
    }
  }

  /** The records of a group for which further conditions are true. */
  record Filtering(List<QueryPredicate> conditions, Group input) implements LogicalExpression {
    @Override
    public List<Group> inputs() {
      return List.of(input);
    }

    @Override
    public String text() {
      return "filter " + conditions + " of " + input.name();
    }
  }

  /**
   * The records that any of several groups has.
   *
   * @param branches for each group, the condition that is true for exactly its records; empty when
   *     no two groups have a record in common
   */
  record UnionOf(List<Group> inputs, List<QueryPredicate> branches) implements LogicalExpression {
    @Override
    public String text() {
      return "union of " + names(inputs);
    }
  }

  /** The records that all of several groups have. */
  record IntersectionOf(List<Group> inputs) implements LogicalExpression {
    @Override
    public String text() {
      return "intersection of " + names(inputs);
    }
  }

  /**
   * The records of a group with a parameter, for each value of a list.
   *
   * @param list the condition with the list: {@code column in values}
   * @param element the parameter in the input's conditions that takes each value
   * @param one the condition that is true for exactly the records of one value
   */
  record EachOf(QueryPredicate list, String element, QueryPredicate one, Group input)
      implements LogicalExpression {
    @Override
    public List<Group> inputs() {
      return List.of(input);
    }

    @Override
    public String text() {
      return "for each of " + list + " " + input.name();
    }
  }

  private static String names(List<Group> groups) {
    return groups.stream().map(Group::name).collect(Collectors.joining(", "));
  }
}
