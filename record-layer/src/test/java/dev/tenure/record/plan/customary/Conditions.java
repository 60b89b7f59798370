package dev.tenure.record.plan.customary;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.nest;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.greaterOrEqual;
import static dev.tenure.record.query.Predicates.hasSubstring;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.lessOrEqual;
import static dev.tenure.record.query.Predicates.not;
import static dev.tenure.record.query.Predicates.notEqual;
import static dev.tenure.record.query.Predicates.notNull;
import static dev.tenure.record.query.Predicates.or;
import static dev.tenure.record.query.Predicates.startsWith;

import com.google.protobuf.ByteString;
import dev.tenure.record.definition.Index;
import dev.tenure.record.key.FanType;
import dev.tenure.record.key.KeyExpression;
import dev.tenure.record.query.QueryPredicate;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.test.customary.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Questions without an order. */
final class Conditions {
  static final KeyExpression ID = field("id");
  static final KeyExpression PARITY = field("parity");
  static final KeyExpression SERIAL = field("serial");
  static final KeyExpression THIRD = field("third");
  static final KeyExpression FIFTH = field("fifth");
  static final KeyExpression STEP = field("step", FanType.FAN_OUT);
  static final KeyExpression CITY = nest("place", field("city"));
  static final KeyExpression FLOOR = nest("place", field("floor"));
  static final KeyExpression ITEM = nest("line", FanType.FAN_OUT, field("item"));

  static final List<Index> CUSTOMARY =
      List.of(
          Index.value("parity", PARITY),
          Index.value("serial", SERIAL).unique(),
          Index.value("fifth", FIFTH));

  private Conditions() {}

  private static Question ask(
      String name, List<Index> indexes, QueryPredicate condition, Predicate<Sample> wanted) {
    return new Question(
        name, indexes, RecordQuery.of("Sample").where(condition), wanted, Question.UNORDERED);
  }

  private static Predicate<Sample> even() {
    return each -> each.getParity().equals("even");
  }

  private static Predicate<Sample> fifth(int value) {
    return each -> each.hasFifth() && each.getFifth() == value;
  }

  static List<Question> ofOneColumn() {
    return List.of(
        ask("primary key", CUSTOMARY, equal(ID, 7), each -> each.getId() == 7),
        ask(
            "primary key, a range",
            CUSTOMARY,
            and(greaterOrEqual(ID, 7), less(ID, 12)),
            each -> each.getId() >= 7 && each.getId() < 12),
        ask(
            "primary key in a list",
            CUSTOMARY,
            in(ID, 3, 99, 7, 1000),
            each -> List.of(3L, 7L, 99L).contains(each.getId())),
        ask("unique column", CUSTOMARY, equal(SERIAL, 950), each -> each.getSerial() == 950),
        ask("unique column, nothing there", CUSTOMARY, equal(SERIAL, 1), each -> false),
        ask("equal", CUSTOMARY, equal(PARITY, "even"), even()),
        ask("not equal", CUSTOMARY, notEqual(PARITY, "odd"), even()),
        ask("less", CUSTOMARY, less(SERIAL, 903), each -> each.getSerial() < 903),
        ask(
            "two ends",
            CUSTOMARY,
            and(greater(SERIAL, 990), lessOrEqual(SERIAL, 995)),
            each -> each.getSerial() > 990 && each.getSerial() <= 995),
        ask(
            "two ends that leave nothing",
            CUSTOMARY,
            and(greater(SERIAL, 995), less(SERIAL, 990)),
            each -> false),
        ask("two values at once", CUSTOMARY, and(equal(FIFTH, 1), equal(FIFTH, 2)), each -> false),
        ask("null", CUSTOMARY, isNull(FIFTH), each -> !each.hasFifth()),
        ask("not null", CUSTOMARY, notNull(FIFTH), Sample::hasFifth),
        ask(
            "neither a value nor null",
            CUSTOMARY,
            not(equal(FIFTH, 3)),
            each -> each.hasFifth() && each.getFifth() != 3),
        ask("beginning", CUSTOMARY, startsWith(PARITY, "ev"), even()),
        ask("substring", CUSTOMARY, hasSubstring(PARITY, "ve"), even()),
        ask("not a substring", CUSTOMARY, not(hasSubstring(PARITY, "ve")), even().negate()),
        ask("list", CUSTOMARY, in(FIFTH, 1, 3, 7, 3), each -> fifth(1).or(fifth(3)).test(each)),
        ask("list of one", CUSTOMARY, in(FIFTH, 2), fifth(2)),
        ask(
            "or of one column",
            CUSTOMARY,
            or(equal(FIFTH, 1), equal(FIFTH, 4)),
            fifth(1).or(fifth(4))),
        ask(
            "or of ranges that overlap",
            CUSTOMARY,
            or(less(SERIAL, 905), less(SERIAL, 910)),
            each -> each.getSerial() < 910),
        ask(
            "two ends on one side",
            CUSTOMARY,
            and(greater(SERIAL, 950), greater(SERIAL, 996)),
            each -> each.getSerial() > 996),
        ask(
            "fifty branches",
            CUSTOMARY,
            or(
                IntStream.range(0, 50)
                    .mapToObj(i -> equal(SERIAL, 901 + 2 * i))
                    .toArray(QueryPredicate[]::new)),
            each -> each.getSerial() % 2 == 1),
        ask("always true", CUSTOMARY, or(isNull(FIFTH), notNull(FIFTH)), each -> true),
        ask("no index", CUSTOMARY, equal(THIRD, 2), each -> each.getThird() == 2),
        ask(
            "numbers with a point",
            List.of(Index.value("weight", field("weight"))),
            and(greater(field("weight"), -0.5), lessOrEqual(field("weight"), 0.5)),
            each -> Math.abs(each.getWeight()) < 0.3 || each.getWeight() == 0.5),
        ask(
            "bytes",
            List.of(Index.value("code", field("code"))),
            startsWith(field("code"), ByteString.copyFrom(new byte[] {3})),
            each -> each.getId() % 7 == 3),
        ask(
            "true",
            List.of(Index.value("marked", field("marked"))),
            equal(field("marked"), true),
            Sample::getMarked));
  }

  static List<Question> ofSeveralColumns() {
    List<Index> both = List.of(Index.value("both", concat(PARITY, THIRD)));
    List<Index> three = List.of(Index.value("three", concat(PARITY, FIFTH, THIRD)));
    return List.of(
        ask(
            "two indexes",
            CUSTOMARY,
            and(equal(PARITY, "even"), equal(FIFTH, 3)),
            even().and(fifth(3))),
        ask(
            "index and a filter",
            CUSTOMARY,
            and(equal(PARITY, "even"), equal(THIRD, 1)),
            even().and(each -> each.getThird() == 1)),
        ask(
            "index of two columns",
            both,
            and(equal(PARITY, "even"), equal(THIRD, 1)),
            even().and(each -> each.getThird() == 1)),
        ask(
            "index of two columns, a range",
            both,
            and(equal(PARITY, "even"), greater(THIRD, 0)),
            even().and(each -> each.getThird() > 0)),
        ask(
            "index of two columns, the second alone",
            both,
            equal(THIRD, 0),
            each -> each.getThird() == 0),
        ask("index of two columns, the first alone", both, equal(PARITY, "odd"), even().negate()),
        ask(
            "hole in an index of three",
            three,
            and(equal(PARITY, "even"), equal(THIRD, 2)),
            even().and(each -> each.getThird() == 2)),
        ask(
            "list before a range",
            three,
            and(in(PARITY, "even", "odd"), equal(FIFTH, 1), greater(THIRD, 0)),
            fifth(1).and(each -> each.getThird() > 0)),
        ask(
            "two lists",
            three,
            and(in(PARITY, "even", "odd"), in(FIFTH, 1, 2)),
            fifth(1).or(fifth(2))),
        ask(
            "index and part of the primary key",
            CUSTOMARY,
            and(equal(PARITY, "even"), greater(ID, 90)),
            even().and(each -> each.getId() > 90)),
        ask(
            "branch inside of another",
            CUSTOMARY,
            or(and(equal(FIFTH, 1), equal(PARITY, "even")), equal(FIFTH, 1)),
            fifth(1)),
        ask(
            "what all branches say",
            CUSTOMARY,
            or(and(equal(FIFTH, 1), equal(THIRD, 2)), and(equal(PARITY, "odd"), equal(FIFTH, 1))),
            fifth(1).and(even().negate().or(each -> each.getThird() == 2))),
        ask(
            "or of two indexes",
            CUSTOMARY,
            or(equal(PARITY, "even"), equal(FIFTH, 3)),
            even().or(fifth(3))),
        ask(
            "or with a column of no index",
            CUSTOMARY,
            or(equal(FIFTH, 3), equal(THIRD, 1)),
            fifth(3).or(each -> each.getThird() == 1)),
        ask(
            "or inside an and",
            CUSTOMARY,
            and(equal(PARITY, "even"), or(equal(FIFTH, 1), less(SERIAL, 910))),
            even().and(fifth(1).or(each -> each.getSerial() < 910))),
        ask(
            "and inside an or",
            CUSTOMARY,
            or(
                and(equal(PARITY, "even"), equal(FIFTH, 1)),
                and(equal(FIFTH, 2), less(SERIAL, 950))),
            even().and(fifth(1)).or(fifth(2).and(each -> each.getSerial() < 950))),
        ask(
            "not of an and",
            CUSTOMARY,
            not(and(equal(PARITY, "even"), greater(SERIAL, 910))),
            even().negate().or(each -> each.getSerial() <= 910)),
        ask(
            "not of an or",
            CUSTOMARY,
            not(or(equal(PARITY, "odd"), greater(SERIAL, 910))),
            even().and(each -> each.getSerial() <= 910)),
        ask(
            "column against column",
            CUSTOMARY,
            greater(FIFTH, dev.tenure.record.query.Operand.of(THIRD)),
            each -> each.hasFifth() && each.getFifth() > each.getThird()),
        ask(
            "sparse index",
            List.of(Index.value("sparse", PARITY).where(equal(field("marked"), true))),
            and(equal(PARITY, "odd"), equal(field("marked"), true)),
            even().negate().and(Sample::getMarked)),
        ask(
            "sparse index of more records",
            List.of(Index.value("sparse", PARITY).where(greater(SERIAL, 950))),
            and(equal(PARITY, "odd"), greater(SERIAL, 990)),
            even().negate().and(each -> each.getSerial() > 990)),
        ask(
            "sparse index that is not implied",
            List.of(Index.value("sparse", PARITY).where(greater(SERIAL, 950))),
            and(equal(PARITY, "odd"), greater(SERIAL, 940)),
            even().negate().and(each -> each.getSerial() > 940)));
  }

  static List<Question> ofParts() {
    List<Index> steps = List.of(Index.value("step", STEP));
    List<Index> places =
        List.of(Index.value("place", nest("place", concat(field("city"), field("floor")))));
    return List.of(
        ask("any element", steps, equal(STEP, 2), each -> each.getStepList().contains(2)),
        ask("any element in a range", steps, greater(STEP, 0), each -> each.getStepCount() > 1),
        ask(
            "two elements",
            steps,
            and(equal(STEP, 1), equal(STEP, 2)),
            each -> each.getStepCount() > 2),
        ask(
            "one element or another",
            steps,
            or(equal(STEP, 1), equal(STEP, 2)),
            each -> each.getStepCount() > 1),
        ask("no element", steps, not(equal(STEP, 0)), each -> each.getStepCount() == 0),
        ask(
            "element and a column",
            List.of(Index.value("step", concat(PARITY, STEP))),
            and(equal(PARITY, "odd"), equal(STEP, 2)),
            even().negate().and(each -> each.getStepCount() == 3)),
        ask(
            "nested column",
            places,
            equal(CITY, "Hoorn"),
            each -> each.getPlace().getCity().equals("Hoorn")),
        ask(
            "two nested columns",
            places,
            and(equal(CITY, "Hoorn"), greater(FLOOR, 2)),
            each -> each.getPlace().getCity().equals("Hoorn") && each.getPlace().getFloor() > 2),
        ask(
            "nested column that is null",
            places,
            and(equal(CITY, "Hoorn"), isNull(FLOOR)),
            each -> each.getPlace().getCity().equals("Hoorn") && !each.getPlace().hasFloor()),
        ask(
            "column of any element",
            List.of(Index.value("item", ITEM)),
            equal(ITEM, "gale"),
            each -> each.getLineList().stream().anyMatch(line -> line.getItem().equals("gale"))),
        ask(
            "column of any element, a list",
            List.of(Index.value("item", ITEM)),
            in(ITEM, "gale", "hull"),
            each ->
                each.getLineList().stream()
                    .anyMatch(line -> Arrays.asList("gale", "hull").contains(line.getItem()))));
  }
}
