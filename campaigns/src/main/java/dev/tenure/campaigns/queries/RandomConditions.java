package dev.tenure.campaigns.queries;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Bindings;
import dev.tenure.record.query.Operand;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.query.QueryPredicate.TextMatch;
import dev.tenure.record.query.TextPredicates;
import dev.tenure.record.text.Tokenizers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws random conditions, and replaces some of their values by parameters. */
final class RandomConditions {
  private static final List<Operator> COMPARING =
      Arrays.stream(Operator.values()).filter(each -> !each.isOfStrings()).toList();

  private final RandomGenerator random;
  private final QueryColumns columns;

  RandomConditions(RandomGenerator random, QueryColumns columns) {
    this.random = random;
    this.columns = columns;
  }

  /**
   * A condition.
   *
   * @param depth how deep conditions may be inside each other
   * @param common whether tasks and rivals have its columns
   * @param operands whether a column may be compared with another one
   */
  QueryPredicate condition(int depth, boolean common, boolean operands) {
    if (operands && !common && random.nextInt(6) == 0) {
      return ofElements();
    }
    if (depth == 1 || random.nextInt(4) == 0) {
      return comparison(common ? columns.common() : columns.any(true), common, operands);
    }
    return switch (random.nextInt(6)) {
      case 5 -> between(common ? columns.common() : columns.any(true));
      case 0 -> Predicates.not(condition(depth - 1, common, operands));
      case 1, 2 -> Predicates.or(parts(depth, common, operands));
      default -> Predicates.and(parts(depth, common, operands));
    };
  }

  /** A condition on the lines of a task, or on its tags. */
  private QueryPredicate ofElements() {
    boolean ofLines = random.nextInt(3) > 0;
    KeyExpression repeated = ofLines ? QueryColumns.LINE : QueryColumns.TAG;
    QueryPredicate one = ofElement(ofLines);
    QueryPredicate other = ofElement(ofLines);
    QueryPredicate inside =
        switch (random.nextInt(6)) {
          case 0 -> one;
          case 1 -> Predicates.or(one, other);
          case 2 -> Predicates.and(one, Predicates.or(other, ofElement(ofLines)));
          case 3 -> Predicates.not(Predicates.and(one, other));
          default -> Predicates.and(one, other);
        };
    return random.nextInt(4) > 0
        ? Predicates.anyOf(repeated, inside)
        : Predicates.allOf(repeated, inside);
  }

  private QueryPredicate ofElement(boolean ofLine) {
    if (!ofLine) {
      return comparison(Predicates.element(), true, false);
    }
    if (random.nextInt(5) == 0) {
      QueryPredicate mark = comparison(Predicates.element(), true, false);
      return random.nextInt(3) > 0
          ? Predicates.anyOf(QueryColumns.MARK, mark)
          : Predicates.allOf(QueryColumns.MARK, mark);
    }
    return comparison(random.nextBoolean() ? QueryColumns.SKU : QueryColumns.QUANTITY, true, false);
  }

  /** A condition on ranks in one team, or in all, beside another one. */
  QueryPredicate withRanks(QueryPredicate other) {
    KeyExpression rank = random.nextBoolean() ? QueryColumns.RANK : QueryColumns.RANK_FROM_TOP;
    QueryPredicate ofRanks =
        switch (random.nextInt(5)) {
          case 0 -> Predicates.in(rank, random.nextInt(4), random.nextInt(9));
          case 1 -> Predicates.not(Predicates.compare(rank, operator(), random.nextInt(-1, 9)));
          case 2 ->
              Predicates.and(
                  Predicates.compare(rank, Operator.GREATER_OR_EQUAL, random.nextInt(-1, 5)),
                  Predicates.compare(rank, Operator.LESS, random.nextInt(9)));
          default -> Predicates.compare(rank, operator(), random.nextInt(-1, 9));
        };
    QueryPredicate ofTeam =
        random.nextInt(4) == 0
            ? ofRanks
            : Predicates.and(Predicates.equal(QueryColumns.TEAM, columns.word()), ofRanks);
    return switch (random.nextInt(4)) {
      case 0 -> Predicates.or(other, ofTeam);
      case 1 -> Predicates.and(other, ofTeam);
      default -> ofTeam;
    };
  }

  /** Two ends of one column. */
  private QueryPredicate between(KeyExpression column) {
    return Predicates.and(
        Predicates.compare(
            column,
            random.nextBoolean() ? Operator.GREATER : Operator.GREATER_OR_EQUAL,
            columns.value(column)),
        Predicates.compare(
            column,
            random.nextBoolean() ? Operator.LESS : Operator.LESS_OR_EQUAL,
            columns.value(column)));
  }

  /** A condition that may imply another one, or be implied by it: often with its values. */
  QueryPredicate near(QueryPredicate other) {
    return other instanceof QueryPredicate.Comparison comparison
            && !comparison.operator().isOfStrings()
        ? new QueryPredicate.Comparison(comparison.column(), operator(), comparison.operand())
        : other;
  }

  private QueryPredicate[] parts(int depth, boolean common, boolean operands) {
    QueryPredicate[] parts = new QueryPredicate[random.nextInt(2, 5)];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = condition(depth - 1, common, operands);
    }
    return parts;
  }

  /** A condition on texts of a column of texts. */
  QueryPredicate searched(KeyExpression column) {
    String text = columns.phrase();
    TextMatch match =
        switch (random.nextInt(7)) {
          case 0 -> TextPredicates.containsAny(column, text);
          case 1 -> TextPredicates.containsPhrase(column, text);
          case 2 -> TextPredicates.containsNear(column, text, random.nextInt(1, 4));
          case 3 -> TextPredicates.containsPrefix(column, text);
          case 4 -> TextPredicates.containsTokens(column, text);
          case 5 -> TextPredicates.containsPart(column, text);
          default -> TextPredicates.containsAll(column, text);
        };
    return random.nextInt(8) == 0 ? match.by(Tokenizers.SUFFIXES) : match;
  }

  QueryPredicate comparison(KeyExpression column, boolean common, boolean operands) {
    if (operands && !common && QueryColumns.isText(column) && random.nextInt(3) == 0) {
      return searched(column);
    }
    return switch (random.nextInt(operands ? 9 : 8)) {
      case 0 -> Predicates.isNull(column);
      case 1 -> Predicates.notNull(column);
      case 2 ->
          random.nextInt(3) == 0
              ? Predicates.in(column, columns.value(column))
              : Predicates.in(
                  column, columns.value(column), columns.value(column), columns.value(column));
      case 3 ->
          QueryColumns.isText(column)
              ? part(column, columns.word())
              : Predicates.compare(column, Operator.LESS, columns.value(column));
      case 8 -> {
        KeyExpression other = common ? columns.common() : columns.any(false);
        boolean fits =
            QueryColumns.isText(column) == QueryColumns.isText(other)
                && column.equals(QueryColumns.WEIGHT) == other.equals(QueryColumns.WEIGHT);
        yield fits
            ? Predicates.compare(column, operator(), other)
            : Predicates.compare(column, operator(), columns.value(column));
      }
      default ->
          Predicates.compare(
              column, random.nextBoolean() ? Operator.EQUAL : operator(), columns.value(column));
    };
  }

  private QueryPredicate part(KeyExpression column, String word) {
    return random.nextInt(3) == 0
        ? Predicates.hasSubstring(column, word)
        : Predicates.startsWith(column, word);
  }

  Operator operator() {
    return COMPARING.get(random.nextInt(COMPARING.size()));
  }

  /** A condition with parameters in the place of some values. */
  static final class Parameters {
    private final RandomGenerator random;
    private Bindings bindings = Bindings.none();

    Parameters(RandomGenerator random) {
      this.random = random;
    }

    Bindings bindings() {
      return bindings;
    }

    QueryPredicate of(QueryPredicate condition) {
      if (condition instanceof QueryPredicate.And and) {
        return new QueryPredicate.And(and.parts().stream().map(this::of).toList());
      }
      if (condition instanceof QueryPredicate.Or or) {
        return new QueryPredicate.Or(or.parts().stream().map(this::of).toList());
      }
      if (condition instanceof QueryPredicate.Not not) {
        return new QueryPredicate.Not(of(not.part()));
      }
      if (condition instanceof QueryPredicate.OfElements of) {
        return new QueryPredicate.OfElements(of.quantifier(), of.repeated(), of(of.element()));
      }
      if (random.nextBoolean()) {
        return condition;
      }
      if (condition instanceof QueryPredicate.Comparison comparison
          && comparison.operand() instanceof Operand.Value value) {
        return new QueryPredicate.Comparison(
            comparison.column(), comparison.operator(), next(value.literal()));
      }
      if (condition instanceof TextMatch match && match.text() instanceof Operand.Value value) {
        Operand text = next(value.literal());
        return new TextMatch(
            match.column(), match.kind(), text, match.distance(), match.tokenizer());
      }
      if (condition instanceof QueryPredicate.In in) {
        List<Object> values = new ArrayList<>(in.values());
        return new QueryPredicate.InParameter(in.column(), next(values));
      }
      return condition;
    }

    private Operand.Parameter next(Object value) {
      String name = "p" + bindings.names().size();
      bindings = bindings.with(name, value);
      return new Operand.Parameter(name);
    }
  }
}
