package dev.tenure.record.query;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.text.TextQuery;
import dev.tenure.record.text.Tokenizers;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A condition on a record, independent of its message type until a {@link BoundPredicate} binds it.
 *
 * <p>Immutable, and compared by value; the text is canonical. {@link Predicates} makes conditions.
 * A condition is true, false or unknown for a record, see {@link Truth}. The constructor of a
 * condition that exceeds a limit below throws {@link IllegalArgumentException}.
 */
public sealed interface QueryPredicate {
  /** The maximum depth of nested conditions; a single comparison has depth 1. */
  int DEPTH_MAX = 16;

  /** The maximum number of parts of a condition, including itself. */
  int PARTS_MAX = 1_000;

  /** The maximum number of values in a list. */
  int VALUES_MAX = 1_000;

  /** The conditions on the same record directly inside this one, in the order of the text. */
  List<QueryPredicate> parts();

  /** True when all parts are, false when any is, unknown otherwise. */
  record And(List<QueryPredicate> parts) implements QueryPredicate {
    public And {
      parts = PredicateRules.requireParts("and", parts);
    }

    @Override
    public String toString() {
      return text(parts, " and ");
    }
  }

  /** True when any part is, false when all are, unknown otherwise. */
  record Or(List<QueryPredicate> parts) implements QueryPredicate {
    public Or {
      parts = PredicateRules.requireParts("or", parts);
    }

    @Override
    public String toString() {
      return text(parts, " or ");
    }
  }

  /** True when the part is false, false when it is true, unknown when it is unknown. */
  record Not(QueryPredicate part) implements QueryPredicate {
    public Not {
      PredicateRules.requireSize("not", List.of(part));
    }

    @Override
    public List<QueryPredicate> parts() {
      return List.of(part);
    }

    @Override
    public String toString() {
      return "not " + part;
    }
  }

  /** What a comparison with one value asks for. */
  enum Operator {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    /** Of strings and bytes. */
    STARTS_WITH("starts with");

    private final String text;

    Operator(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** A column against an operand; unknown when either is null. */
  record Comparison(KeyExpression column, Operator operator, Operand operand)
      implements QueryPredicate {
    public Comparison {
      PredicateRules.requireColumn(column);
      Objects.requireNonNull(operator, "operator");
      PredicateRules.requireOperand(column, operator, operand);
    }

    @Override
    public List<QueryPredicate> parts() {
      return List.of();
    }

    @Override
    public String toString() {
      return "(" + column + " " + operator + " " + operand + ")";
    }
  }

  /** Whether a column is null, or is not; never unknown. */
  record NullCheck(KeyExpression column, boolean wantsNull) implements QueryPredicate {
    public NullCheck {
      PredicateRules.requireColumn(column);
    }

    @Override
    public List<QueryPredicate> parts() {
      return List.of();
    }

    @Override
    public String toString() {
      return "(" + column + (wantsNull ? " is null)" : " is not null)");
    }
  }

  /** Whether a column is equal to one of some values; unknown when the column is null. */
  record In(KeyExpression column, List<KeyExpression.Literal> values) implements QueryPredicate {
    public In {
      PredicateRules.requireColumn(column);
      values = PredicateRules.requireValues(column, values);
    }

    @Override
    public List<QueryPredicate> parts() {
      return List.of();
    }

    @Override
    public String toString() {
      return "("
          + column
          + values.stream()
              .map(KeyExpression.Literal::toString)
              .collect(Collectors.joining(", ", " in (", "))"));
    }
  }

  /** Whether a column is equal to one of the values of a parameter; unknown when it is null. */
  record InParameter(KeyExpression column, Operand.Parameter parameter) implements QueryPredicate {
    public InParameter {
      PredicateRules.requireColumn(column);
      Objects.requireNonNull(parameter, "parameter");
    }

    @Override
    public List<QueryPredicate> parts() {
      return List.of();
    }

    @Override
    public String toString() {
      return "(" + column + " in " + parameter + ")";
    }
  }

  /** How many of the elements of a repeated field a condition must be true of. */
  enum Quantifier {
    /** At least one: true when it is for one, false when it is for all and for none. */
    ANY("anyOf"),
    /** Each: true when it is for all and for none, false when it is for one. */
    ALL("allOf");

    private final String text;

    Quantifier(String text) {
      this.text = text;
    }

    /** {@code not} before one is the other, of the opposite condition. */
    public Quantifier opposite() {
      return this == ANY ? ALL : ANY;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A condition on the elements of a repeated field, each for itself; unknown where an element that
   * would decide is unknown. No part of it is a condition on the record.
   *
   * @param repeated a field that fans out, inside nests or not
   * @param element the condition; its columns are those of an element
   */
  record OfElements(Quantifier quantifier, KeyExpression repeated, QueryPredicate element)
      implements QueryPredicate {
    public OfElements {
      Objects.requireNonNull(quantifier, "quantifier");
      ElementRules.require(quantifier.toString(), repeated, element);
    }

    @Override
    public List<QueryPredicate> parts() {
      return List.of();
    }

    @Override
    public String toString() {
      return quantifier + "(" + repeated + ", " + element + ")";
    }
  }

  /** Whether the condition is of the record alone: it has neither parameters nor other columns. */
  /** What a condition on texts asks for; see {@link TextPredicates}. */
  enum TextKind {
    ALL("all"),
    ANY("any"),
    PHRASE("phrase"),
    NEAR("near"),
    PREFIX("prefix"),
    TOKENS("tokens"),
    /**
     * All tokens of all words, each word divided for itself: what is left of ALL without places.
     */
    TOKENS_OF_WORDS("tokens of words");

    private final String text;

    TextKind(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * Whether a query in tokens finds the texts of a column. Those of a column that fans out are
   * searched together. Unknown when nothing is found and a text is null.
   *
   * @param text a string or a parameter
   * @param distance of NEAR, 0 of other kinds
   * @param tokenizer the name of what divides the texts, in its highest version
   */
  record TextMatch(
      KeyExpression column, TextKind kind, Operand text, int distance, String tokenizer)
      implements QueryPredicate {
    /** The maximum number of tokens in the text. */
    public static final int TOKENS_MAX = 64;

    public TextMatch {
      PredicateRules.requireColumn(column);
      Objects.requireNonNull(kind, "kind");
      PredicateRules.requireText(column, text);
      PredicateRules.requireDistance(column, kind, distance);
      Objects.requireNonNull(tokenizer, "tokenizer");
    }

    /** The same in tokens of another tokenizer. */
    public TextMatch by(String otherTokenizer) {
      return new TextMatch(column, kind, text, distance, otherTokenizer);
    }

    /** The same of another kind, which is not NEAR. */
    public TextMatch as(TextKind other) {
      return new TextMatch(column, other, text, 0, tokenizer);
    }

    /**
     * What is asked of an index.
     *
     * @throws IllegalArgumentException when the text is a parameter that is no string
     */
    public TextQuery query(Bindings bindings) {
      if (!(bindings.valueOf(text).element() instanceof String given)) {
        throw new IllegalArgumentException(
            text + " is " + bindings.valueOf(text) + ", and " + column + " is searched for texts");
      }
      return switch (kind) {
        case ALL -> TextQuery.all(given);
        case ANY -> TextQuery.any(given);
        case PHRASE -> TextQuery.phrase(given);
        case NEAR -> TextQuery.near(given, distance);
        case PREFIX -> TextQuery.prefix(given);
        case TOKENS -> TextQuery.anywhere(given);
        case TOKENS_OF_WORDS -> new TextQuery.Anywhere(given, true);
      };
    }

    @Override
    public List<QueryPredicate> parts() {
      return List.of();
    }

    @Override
    public String toString() {
      return "("
          + column
          + " contains "
          + kind
          + (kind == TextKind.NEAR ? " by " + distance : "")
          + " "
          + text
          + (tokenizer.equals(Tokenizers.DEFAULT) ? "" : " in " + tokenizer)
          + ")";
    }
  }

  /**
   * Whether the condition is of the record alone: it has neither parameters nor other columns, nor
   * does it depend on a tokenizer.
   */
  default boolean hasOnlyValues() {
    if (this instanceof Comparison comparison) {
      return comparison.operand() instanceof Operand.Value;
    }
    if (this instanceof OfElements of) {
      return of.element().hasOnlyValues();
    }
    return !(this instanceof InParameter)
        && !(this instanceof TextMatch)
        && parts().stream().allMatch(QueryPredicate::hasOnlyValues);
  }

  private static String text(List<QueryPredicate> parts, String between) {
    return parts.stream()
        .map(QueryPredicate::toString)
        .collect(Collectors.joining(between, "(", ")"));
  }
}
