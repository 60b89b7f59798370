package dev.tenure.record.query;

import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.text.TextPlan;
import dev.tenure.record.text.TextPlanner;
import dev.tenure.record.text.TextQuery;
import dev.tenure.record.text.Tokenizer;
import dev.tenure.record.text.Tokenizers;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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

  /** True when all parts are true, false when any part is false, unknown otherwise. */
  record And(List<QueryPredicate> parts) implements QueryPredicate {
    public And {
      parts = PredicateRules.requireParts("and", parts);
    }

    @Override
    public String toString() {
      return text(parts, " and ");
    }
  }

  /** True when any part is true, false when all parts are false, unknown otherwise. */
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

  /** The operators of comparisons with one value. */
  enum Operator {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    /** Only for strings and bytes. */
    STARTS_WITH("starts with"),
    /** Only for strings and bytes. Always tested on values, as no index finds them. */
    HAS_SUBSTRING("has substring");

    private final String text;

    Operator(String text) {
      this.text = text;
    }

    /**
     * Whether the operator compares characters or bytes, so that values of other types have none.
     */
    public boolean isOfStrings() {
      return this == STARTS_WITH || this == HAS_SUBSTRING;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Compares a column with an operand. Unknown when either is null. */
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

  /** Whether a column is null, or whether it is not null. Never unknown. */
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

  /**
   * Whether a column is equal to one of a list of values, of which there may be none. Unknown when
   * the column is null.
   */
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

  /**
   * Whether a column is equal to one of the values of a parameter. Unknown when the column is null.
   */
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

  /** Whether a condition must be true for one element of a repeated field, or for each. */
  enum Quantifier {
    /**
     * At least one element. True when the condition is true for an element. False when it is false
     * for all elements, and when there are none.
     */
    ANY("anyOf"),
    /**
     * Each element. True when the condition is true for all elements, and when there are none.
     * False when it is false for an element.
     */
    ALL("allOf");

    private final String text;

    Quantifier(String text) {
      this.text = text;
    }

    /**
     * The other quantifier: {@code not anyOf(c)} is {@code allOf(not c)}, and {@code not allOf(c)}
     * is {@code anyOf(not c)}.
     */
    public Quantifier opposite() {
      return this == ANY ? ALL : ANY;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A condition that is evaluated on each element of a repeated field. Unknown when it is unknown
   * for an element and no other element decides. No part of it is a condition on the record.
   *
   * @param repeated a field that fans out; it may be nested
   * @param element the condition; its columns are columns of an element
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

  /** The kinds of conditions on texts; see {@link TextPredicates}. */
  enum TextKind {
    ALL("all"),
    ANY("any"),
    PHRASE("phrase"),
    NEAR("near"),
    PREFIX("prefix"),
    TOKENS("tokens"),
    /**
     * All tokens of all words, where each word is tokenized by itself. An index without positions
     * answers ALL by this weaker condition.
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
   * Whether a text search finds the texts of a column. The texts of a column that fans out are
   * searched together. Unknown when nothing is found and a text is null.
   *
   * @param text the text that is searched for: a string or a parameter
   * @param distance the greatest distance for NEAR, in positions; 0 for other kinds
   * @param tokenizer the name of the tokenizer, of which the highest version is used
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

    /** The same condition with another tokenizer. */
    public TextMatch by(String otherTokenizer) {
      return new TextMatch(column, kind, text, distance, otherTokenizer);
    }

    /** The same condition of another kind. The kind must not be NEAR. */
    public TextMatch as(TextKind other) {
      return new TextMatch(column, other, text, 0, tokenizer);
    }

    /**
     * The condition that an index without positions answers, of which this one finds a part: this
     * condition itself if it needs no positions.
     */
    public TextMatch weaker() {
      return switch (kind) {
        case PHRASE, NEAR -> as(TextKind.TOKENS);
        case ALL -> as(TextKind.TOKENS_OF_WORDS);
        case ANY, PREFIX, TOKENS, TOKENS_OF_WORDS -> this;
      };
    }

    /** The condition that any of the tokens is there, which an index reads to find them all. */
    public TextMatch anyToken() {
      return kind == TextKind.PREFIX ? this : as(TextKind.ANY);
    }

    /**
     * The tokens that are searched for, by the highest version of a tokenizer.
     *
     * @throws IllegalArgumentException as {@link #query}, or when the text has too many tokens
     */
    public TextPlan plan(Tokenizer by, Bindings bindings) {
      return new TextPlanner(by, by.versionMax(), Optional.empty(), TOKENS_MAX)
          .plan(query(bindings));
    }

    /**
     * The query that a text index answers.
     *
     * @throws IllegalArgumentException when the text is a parameter whose value is no string
     */
    public TextQuery query(Bindings bindings) {
      if (!(bindings.valueOf(text).element() instanceof String given)) {
        throw new IllegalArgumentException(
            text
                + " is "
                + bindings.valueOf(text)
                + ", and "
                + column
                + " is searched for a text: expected a string");
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
   * Whether the condition compares columns with values only. False when it has a parameter,
   * compares two columns, or searches a text.
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
