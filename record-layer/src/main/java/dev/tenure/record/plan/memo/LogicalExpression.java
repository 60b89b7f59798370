package dev.tenure.record.plan.memo;

import dev.tenure.record.plan.logical.RecordSet;
import dev.tenure.record.plan.match.PathMatch;
import dev.tenure.record.query.QueryPredicate;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One way to come to the records of a group, without saying how rows are read or in which order. A
 * client's rule may bring its own. Immutable, but for the groups it names.
 */
public interface LogicalExpression {

  /** The groups that it is made of. */
  List<Group> inputs();

  /** The same text for equal expressions; a group has each once. */
  String text();

  /** The records of the types of which the conditions are true: where exploration begins. */
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

  /** Exactly the records of an access path. */
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

  /** Those records of a group of which more conditions are true. */
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
   * What any of some groups has.
   *
   * @param branches what is true of each group's records and of no others; empty when no two groups
   *     have a record in common
   */
  record UnionOf(List<Group> inputs, List<QueryPredicate> branches) implements LogicalExpression {
    @Override
    public String text() {
      return "union of " + names(inputs);
    }
  }

  /** What all of some groups have. */
  record IntersectionOf(List<Group> inputs) implements LogicalExpression {
    @Override
    public String text() {
      return "intersection of " + names(inputs);
    }
  }

  /**
   * A group for each value of a list.
   *
   * @param list the condition whose list it is: {@code column in values}
   * @param element the parameter in the input's conditions that takes each value
   * @param one what is true of the records of one value, for each of them
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
