package dev.tenure.record.query.text;

import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Quantifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Parses filters, with one method for each rule of the grammar in docs/filters.md. Only parentheses
 * recurse, and their depth is limited.
 */
final class FilterParser {
  private static final String VALUE = "a value, $PARAMETER or @FIELD";

  private final TextScanner scanner;
  private final FieldConditions conditions;
  private int parentheses;
  private boolean isInArgument;

  FilterParser(TextScanner scanner, FieldConditions conditions) {
    this.scanner = scanner;
    this.conditions = conditions;
  }

  QueryPredicate filter() {
    scanner.skipSpaces();
    QueryPredicate filter = expression(this::restriction);
    if (!scanner.isAtEnd()) {
      throw scanner.expected("a condition, AND, OR or the end");
    }
    return filter;
  }

  /**
   * Parses {@code expression = factor { [ "AND" ] factor }}. A sequence without {@code AND} has the
   * same precedence as {@code AND}, unlike in AIP-160.
   */
  private QueryPredicate expression(Supplier<QueryPredicate> leaf) {
    int column = scanner.column();
    List<QueryPredicate> factors = new ArrayList<>();
    do {
      factors.add(factor(leaf));
    } while (hasAnotherFactor());
    return factors.size() == 1
        ? factors.get(0)
        : scanner.made(column, () -> new QueryPredicate.And(factors));
  }

  private boolean hasAnotherFactor() {
    scanner.skipSpaces();
    if (scanner.isAtEnd() || scanner.isAt(')')) {
      return false;
    }
    boolean isAfterSpace = scanner.isAfterSpace();
    if (scanner.takeWord("AND")) {
      scanner.skipSpaces();
    } else if (!isAfterSpace) {
      throw scanner.expected("a space, AND, OR or the end");
    }
    return true;
  }

  private QueryPredicate factor(Supplier<QueryPredicate> leaf) {
    int column = scanner.column();
    List<QueryPredicate> terms = new ArrayList<>();
    do {
      scanner.skipSpaces();
      terms.add(term(leaf));
      scanner.skipSpaces();
    } while (scanner.takeWord("OR"));
    return terms.size() == 1
        ? terms.get(0)
        : scanner.made(column, () -> new QueryPredicate.Or(terms));
  }

  private QueryPredicate term(Supplier<QueryPredicate> leaf) {
    int column = scanner.column();
    boolean isSign = isInArgument && scanner.isAtNegativeNumber();
    if (!scanner.takeWord("NOT") && (isSign || !scanner.take('-'))) {
      return simple(leaf);
    }
    scanner.skipSpaces();
    QueryPredicate negated = simple(leaf);
    return scanner.made(column, () -> Predicates.not(negated));
  }

  private QueryPredicate simple(Supplier<QueryPredicate> leaf) {
    return scanner.isAt('(') ? composite(leaf) : leaf.get();
  }

  private QueryPredicate composite(Supplier<QueryPredicate> leaf) {
    int column = scanner.column();
    countParenthesis(column);
    boolean unused = scanner.take('(');
    scanner.skipSpaces();
    QueryPredicate inside = expression(leaf);
    if (!scanner.take(')')) {
      throw scanner.expected(") for the ( in column " + column);
    }
    parentheses--;
    return inside;
  }

  private QueryPredicate restriction() {
    PathText name = PathText.read(scanner, conditions.fields(), "the name of a field, NOT or (");
    if (name.call().isEmpty() && scanner.isAt('(')) {
      Optional<Quantifier> quantifier = quantifier(name);
      if (quantifier.isPresent()) {
        return elements(quantifier.get(), name.column());
      }
      return new TextFunctions(scanner, conditions).call(name);
    }
    scanner.skipSpaces();
    if (scanner.takeWord("in")) {
      return in(name);
    }
    CompareSign sign = scanner.takeSign().orElseThrow(() -> bare(name));
    FieldPath path = conditions.resolve(name);
    scanner.skipSpaces();
    if (!scanner.isAt('(')) {
      return argument(path, sign);
    }
    if (sign == CompareSign.NOT_EQUAL) {
      throw scanner.expected(VALUE + ", as != of several is read in two ways: write NOT … = (…)");
    }
    isInArgument = true;
    QueryPredicate several = composite(() -> argument(path, sign));
    isInArgument = false;
    return several;
  }

  /** The name of a quantifier in a filter. */
  static String name(Quantifier quantifier) {
    return quantifier == Quantifier.ANY ? "any" : "all";
  }

  private static Optional<Quantifier> quantifier(PathText name) {
    return Stream.of(Quantifier.values())
        .filter(each -> name(each).equals(name.toString()) && !name.segments().get(0).isQuoted())
        .findFirst();
  }

  /** Parses {@code ( "any" | "all" ) "(" path "," expression ")"}. */
  private QueryPredicate elements(Quantifier quantifier, int column) {
    countParenthesis(column);
    boolean unused = scanner.take('(');
    scanner.skipSpaces();
    PathText name = PathText.read(scanner, conditions.fields(), "a repeated field");
    FieldPath path = conditions.resolve(name).repeated();
    if (path.isElement() || path.isCall() || !path.leaf().isRepeated()) {
      throw scanner.error(
          name.column(), path.described() + ", expected a repeated field, or a map");
    }
    scanner.skipSpaces();
    if (!scanner.take(',')) {
      throw scanner.expected(", and a condition on one element");
    }
    scanner.skipSpaces();
    FilterParser inside = new FilterParser(scanner, conditions.ofElements(path));
    inside.parentheses = parentheses;
    QueryPredicate element = inside.expression(inside::restriction);
    if (!scanner.take(')')) {
      throw scanner.expected(") for " + name(quantifier) + " in column " + column);
    }
    parentheses--;
    return scanner.made(
        column, () -> new QueryPredicate.OfElements(quantifier, path.repeatedColumn(), element));
  }

  private void countParenthesis(int column) {
    if (++parentheses > FilterText.PARENTHESES_MAX) {
      throw scanner.error(
          column,
          parentheses
              + " parentheses inside one another, the limit is "
              + FilterText.PARENTHESES_MAX);
    }
  }

  private QueryPredicate argument(FieldPath path, CompareSign sign) {
    int column = scanner.column();
    if (scanner.take('$')) {
      String name = scanner.name("the name of a parameter");
      Stars stars = scanner.take('*') ? Stars.BEHIND : Stars.NONE;
      return conditions.parameter(path, sign, name, stars, column);
    }
    if (scanner.takeStarredParameter()) {
      String name = scanner.name("the name of a parameter");
      if (!scanner.take('*')) {
        throw scanner.expected("* behind the parameter, as before it");
      }
      return conditions.parameter(path, sign, name, Stars.AROUND, column);
    }
    if (scanner.take('@')) {
      PathText other = PathText.read(scanner, conditions.fields(), "the name of a field");
      return conditions.column(path, sign, other);
    }
    return conditions.value(path, sign, scanner.value(VALUE));
  }

  private QueryPredicate in(PathText name) {
    FieldPath path = conditions.resolve(name);
    scanner.skipSpaces();
    int column = scanner.column();
    if (scanner.take('$')) {
      return conditions.in(path, scanner.name("the name of a parameter"), column);
    }
    if (!scanner.take('(')) {
      throw scanner.expected("( or $PARAMETER behind in");
    }
    List<TextValue> values = new ArrayList<>();
    do {
      scanner.skipSpaces();
      values.add(scanner.value("a value"));
      scanner.skipSpaces();
    } while (scanner.take(','));
    if (!scanner.take(')')) {
      throw scanner.expected(", or ) in the list");
    }
    return conditions.in(path, values, column);
  }

  private QueryTextException bare(PathText name) {
    String upper = name.toString().toUpperCase(Locale.ROOT);
    if (TextScanner.KEYWORDS.contains(upper)) {
      return scanner.error(
          name.column(), "found " + name + ", expected a field; the operator is " + upper);
    }
    return scanner.error(
        name.column(),
        TextScanner.shown(name.toString())
            + " has no comparison, and there is no search over all fields; expected"
            + " FIELD = VALUE with one of "
            + CompareSign.ALL);
  }
}
