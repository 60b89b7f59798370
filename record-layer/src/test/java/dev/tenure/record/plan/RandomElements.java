package dev.tenure.record.plan;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.query.Predicates.element;

import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.Predicates;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.QueryPredicate.Operator;
import dev.tenure.record.test.Subject;
import dev.tenure.record.test.SubjectLine;
import java.util.List;
import java.util.random.RandomGenerator;

/** Lines and points of subjects, indexes on them, and conditions on one or each of them. */
final class RandomElements {
  private static final KeyExpression LINE = field("line", FanType.FAN_OUT);
  private static final KeyExpression POINT = field("point", FanType.FAN_OUT);
  private static final KeyExpression SKU = field("sku");
  private static final KeyExpression QUANTITY = field("quantity");
  private static final KeyExpression MARK = field("mark", FanType.FAN_OUT);
  private static final List<String> WORDS = List.of("a", "b", "c");

  private final RandomGenerator random;

  RandomElements(RandomGenerator random) {
    this.random = random;
  }

  void fill(Subject.Builder subject) {
    for (int i = random.nextInt(4); i > 0; i--) {
      SubjectLine.Builder line = SubjectLine.newBuilder().setSku(word());
      if (random.nextInt(4) > 0) {
        line.setQuantity(number());
      }
      for (int mark = random.nextInt(3); mark > 0; mark--) {
        line.addMark(word());
      }
      subject.addLine(line);
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      subject.addPoint(number());
    }
  }

  /** Columns of an index: of one line together, or of any two lines. */
  KeyExpression column() {
    return switch (random.nextInt(7)) {
      case 0 -> POINT;
      case 1 -> line(SKU);
      case 2 -> line(concat(SKU, QUANTITY));
      case 3 -> line(concat(QUANTITY, SKU));
      case 4 -> concat(line(SKU), line(QUANTITY));
      case 5 -> line(concat(MARK, QUANTITY));
      default -> line(concat(SKU, MARK, QUANTITY));
    };
  }

  private static KeyExpression line(KeyExpression column) {
    return nest("line", FanType.FAN_OUT, column);
  }

  QueryPredicate condition(int depth) {
    if (random.nextInt(4) == 0) {
      return comparison(line(one(List.of(SKU, QUANTITY, MARK))));
    }
    boolean ofLines = random.nextInt(3) > 0;
    QueryPredicate inside = inside(depth, ofLines);
    KeyExpression repeated = ofLines ? LINE : POINT;
    return random.nextInt(4) > 0
        ? Predicates.anyOf(repeated, inside)
        : Predicates.allOf(repeated, inside);
  }

  /** A condition that is about elements which are not so. */
  QueryPredicate negated() {
    return switch (random.nextInt(6)) {
      case 0 -> Predicates.not(condition(random.nextInt(1, 4)));
      case 1 -> notEqual(POINT, number());
      case 2 -> notEqual(line(random.nextBoolean() ? SKU : MARK), word());
      case 3 -> quantified(POINT, notEqual(element(), number()));
      case 4 -> quantified(LINE, Predicates.and(notEqual(SKU, word()), inside(2, true)));
      default -> quantified(LINE, quantified(MARK, notEqual(element(), word())));
    };
  }

  private QueryPredicate quantified(KeyExpression repeated, QueryPredicate inside) {
    QueryPredicate part = random.nextInt(3) > 0 ? inside : Predicates.not(inside);
    QueryPredicate whole =
        random.nextBoolean() ? Predicates.anyOf(repeated, part) : Predicates.allOf(repeated, part);
    return random.nextInt(3) > 0 ? whole : Predicates.not(whole);
  }

  private QueryPredicate notEqual(KeyExpression column, Object value) {
    QueryPredicate unlike = Predicates.notEqual(column, value);
    return random.nextInt(3) > 0 ? unlike : Predicates.not(unlike);
  }

  private QueryPredicate inside(int depth, boolean ofLine) {
    if (depth == 1) {
      return leaf(ofLine);
    }
    QueryPredicate[] parts = new QueryPredicate[random.nextInt(2, 4)];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = inside(random.nextInt(1, depth), ofLine);
    }
    return switch (random.nextInt(6)) {
      case 0 -> Predicates.not(parts[0]);
      case 1, 2 -> Predicates.or(parts);
      default -> Predicates.and(parts);
    };
  }

  private QueryPredicate leaf(boolean ofLine) {
    if (!ofLine) {
      return comparison(element());
    }
    return switch (random.nextInt(8)) {
      case 0 -> Predicates.anyOf(MARK, comparison(field("mark"), element()));
      case 1 ->
          Predicates.allOf(
              MARK, Predicates.or(comparison(field("mark"), element()), mark(Operator.LESS)));
      case 2 -> comparison(MARK);
      case 3, 4 -> comparison(QUANTITY);
      default -> comparison(SKU);
    };
  }

  private QueryPredicate mark(Operator operator) {
    return Predicates.compare(element(), operator, word());
  }

  private QueryPredicate comparison(KeyExpression column) {
    return comparison(column, column);
  }

  /** A comparison that fits one column, of another. */
  private QueryPredicate comparison(KeyExpression like, KeyExpression column) {
    String text = like.toString();
    boolean isText = text.contains("sku") || text.contains("mark");
    return switch (random.nextInt(7)) {
      case 0 -> Predicates.isNull(column);
      case 1 -> Predicates.notNull(column);
      case 2 -> Predicates.in(column, value(isText), value(isText));
      case 3, 4 -> Predicates.equal(column, value(isText));
      default ->
          Predicates.compare(
              column,
              one(
                  List.of(
                      Operator.LESS,
                      Operator.LESS_OR_EQUAL,
                      Operator.GREATER,
                      Operator.GREATER_OR_EQUAL,
                      Operator.NOT_EQUAL)),
              value(isText));
    };
  }

  private Object value(boolean isText) {
    return isText ? word() : (Object) number();
  }

  private String word() {
    return one(WORDS);
  }

  private long number() {
    return random.nextInt(4);
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}
