package dev.tenure.record.plan.customary;

import static dev.tenure.record.key.Keys.concat;
import static dev.tenure.record.key.Keys.field;
import static dev.tenure.record.key.Keys.ordered;
import static dev.tenure.record.plan.customary.Conditions.CUSTOMARY;
import static dev.tenure.record.plan.customary.Conditions.FIFTH;
import static dev.tenure.record.plan.customary.Conditions.ID;
import static dev.tenure.record.plan.customary.Conditions.PARITY;
import static dev.tenure.record.plan.customary.Conditions.SERIAL;
import static dev.tenure.record.plan.customary.Conditions.STEP;
import static dev.tenure.record.plan.customary.Conditions.THIRD;
import static dev.tenure.record.query.OrderColumn.ascending;
import static dev.tenure.record.query.OrderColumn.descending;
import static dev.tenure.record.query.Predicates.and;
import static dev.tenure.record.query.Predicates.equal;
import static dev.tenure.record.query.Predicates.greater;
import static dev.tenure.record.query.Predicates.in;
import static dev.tenure.record.query.Predicates.isNull;
import static dev.tenure.record.query.Predicates.less;
import static dev.tenure.record.query.Predicates.or;

import dev.tenure.record.definition.Index;
import dev.tenure.record.key.KeyOrder;
import dev.tenure.record.query.RecordQuery;
import dev.tenure.record.test.customary.Sample;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** Questions with an order, a limit or a hint. */
final class Orders {
  private static final RecordQuery ALL = RecordQuery.of("Sample");
  private static final Comparator<Sample> BY_ID = Comparator.comparing(Sample::getId);
  private static final Comparator<Sample> BY_SERIAL = Comparator.comparing(Sample::getSerial);
  private static final Comparator<Sample> BY_FIFTH =
      Comparator.comparing(each -> each.hasFifth() ? each.getFifth() : -1);

  private Orders() {}

  private static Question ask(
      String name,
      List<Index> indexes,
      RecordQuery query,
      Predicate<Sample> wanted,
      Comparator<Sample> order) {
    return new Question(name, indexes, query, wanted, order);
  }

  private static boolean any(Sample unused) {
    return true;
  }

  private static Predicate<Sample> even() {
    return each -> each.getParity().equals("even");
  }

  static List<Question> questions() {
    List<Index> ranks =
        List.of(
            Index.value("parity", concat(PARITY, SERIAL)),
            Index.value("fifth", concat(FIFTH, SERIAL)));
    return List.of(
        ask("by primary key", CUSTOMARY, ALL.orderBy(ascending(ID)), Orders::any, BY_ID),
        ask(
            "by primary key, last first",
            CUSTOMARY,
            ALL.orderBy(descending(ID)).limit(3),
            Orders::any,
            BY_ID.reversed()),
        ask(
            "by primary key, and by more",
            CUSTOMARY,
            ALL.orderBy(descending(ID), ascending(PARITY), descending(SERIAL)),
            Orders::any,
            BY_ID.reversed()),
        ask("by an index", CUSTOMARY, ALL.orderBy(ascending(SERIAL)), Orders::any, BY_SERIAL),
        ask(
            "by an index, last first",
            CUSTOMARY,
            ALL.orderBy(descending(SERIAL)).limit(5),
            Orders::any,
            BY_SERIAL.reversed()),
        ask(
            "by an index with nulls",
            CUSTOMARY,
            ALL.orderBy(ascending(FIFTH)),
            Orders::any,
            BY_FIFTH),
        ask(
            "by an index with nulls, then the key",
            CUSTOMARY,
            ALL.orderBy(descending(FIFTH), descending(ID)),
            Orders::any,
            BY_FIFTH.reversed().thenComparing(BY_ID.reversed())),
        ask(
            "by an index, with a filter",
            CUSTOMARY,
            ALL.where(equal(THIRD, 1)).orderBy(ascending(SERIAL)).limit(4),
            each -> each.getThird() == 1,
            BY_SERIAL),
        ask(
            "by the second column",
            ranks,
            ALL.where(equal(PARITY, "even")).orderBy(ascending(SERIAL)),
            even(),
            BY_SERIAL),
        ask(
            "by the second column, last first",
            ranks,
            ALL.where(equal(PARITY, "even")).orderBy(descending(SERIAL)).limit(7),
            even(),
            BY_SERIAL.reversed()),
        ask(
            "by a column that is bound",
            CUSTOMARY,
            ALL.where(equal(PARITY, "even")).orderBy(ascending(PARITY), ascending(ID)),
            even(),
            BY_ID),
        ask(
            "union in an order",
            ranks,
            ALL.where(or(equal(PARITY, "even"), equal(FIFTH, 3))).orderBy(ascending(SERIAL)),
            even().or(each -> each.getFifth() == 3),
            BY_SERIAL),
        ask(
            "union in an order, the first",
            ranks,
            ALL.where(or(equal(PARITY, "even"), equal(FIFTH, 3)))
                .orderBy(descending(SERIAL))
                .limit(6),
            even().or(each -> each.getFifth() == 3),
            BY_SERIAL.reversed()),
        ask(
            "intersection in an order",
            ranks,
            ALL.where(and(equal(PARITY, "even"), equal(FIFTH, 4))).orderBy(ascending(SERIAL)),
            even().and(each -> each.getFifth() == 4),
            BY_SERIAL),
        ask(
            "list in an order",
            ranks,
            ALL.where(in(FIFTH, 1, 2, 4)).orderBy(ascending(SERIAL)),
            each -> List.of(1, 2, 4).contains(each.getFifth()),
            BY_SERIAL),
        ask(
            "list in its own order",
            CUSTOMARY,
            ALL.where(in(FIFTH, 4, 1, 2)).orderBy(ascending(FIFTH)),
            each -> List.of(1, 2, 4).contains(each.getFifth()),
            BY_FIFTH),
        ask(
            "two directions",
            List.of(
                Index.value(
                    "mixed", concat(ordered(KeyOrder.DESCENDING_NULLS_LAST, FIFTH), SERIAL))),
            ALL.orderBy(descending(FIFTH), ascending(SERIAL)),
            Orders::any,
            BY_FIFTH.reversed().thenComparing(BY_SERIAL)),
        ask(
            "range in its order",
            CUSTOMARY,
            ALL.where(less(SERIAL, 910)).orderBy(descending(SERIAL)),
            each -> each.getSerial() < 910,
            BY_SERIAL.reversed()),
        ask(
            "no index, few rows",
            CUSTOMARY,
            ALL.where(equal(PARITY, "even")).orderBy(descending(field("weight"))).limit(5),
            even(),
            BY_ID.reversed()),
        ask(
            "any rows",
            CUSTOMARY,
            ALL.where(equal(PARITY, "odd")).orderBy(ascending(ID)).limit(10),
            even().negate(),
            BY_ID),
        ask(
            "element in the order of the key",
            List.of(Index.value("step", STEP)),
            ALL.where(equal(STEP, 1)).orderBy(ascending(ID)),
            each -> each.getStepCount() > 1,
            BY_ID),
        ask(
            "index forbidden",
            CUSTOMARY,
            ALL.where(equal(PARITY, "even")).forbidIndexes("parity"),
            even(),
            Question.UNORDERED),
        ask(
            "index of a hint",
            CUSTOMARY,
            ALL.where(and(equal(PARITY, "even"), greater(SERIAL, 950))).allowIndexes("serial"),
            even().and(each -> each.getSerial() > 950),
            Question.UNORDERED),
        ask(
            "by columns around one that a filter fixes",
            List.of(Index.value("both", concat(PARITY, THIRD))),
            ALL.where(equal(THIRD, 2)).orderBy(ascending(PARITY), ascending(ID)),
            each -> each.getThird() == 2,
            Comparator.comparing(Sample::getParity).thenComparing(BY_ID)),
        ask(
            "by columns around one that is null, last first",
            List.of(Index.value("three", concat(PARITY, FIFTH, SERIAL))),
            ALL.where(isNull(FIFTH)).orderBy(descending(PARITY), descending(SERIAL)),
            each -> !each.hasFifth(),
            Comparator.comparing(Sample::getParity).thenComparing(BY_SERIAL).reversed()));
  }
}
